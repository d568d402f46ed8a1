import { Progress, Skeleton, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { ApiProblem } from '../../../api/problem.ts'
import { usePage, useRecord } from '../../../api/queries.ts'
import { refreshAfterWrite } from '../../../api/refresh.ts'
import type { Session, User } from '../../../api/types.ts'
import { FormDialog } from '../../../parts/form-dialog.tsx'
import { useNotices } from '../../../parts/notices.tsx'
import { securityTexts as words } from '../../../texts/setup-security.ts'
import { sessionsOf } from '../people/person-dialogs.tsx'

/** Ends all sessions of one person, one by one. A session that ended in the meantime counts as ended. */
export function EndSessions({ userHash, onClose }: { userHash: string; onClose: () => void }) {
  const person = useRecord<User>(`/v1/users/${userHash}`).data
  const sessions = usePage<Session>(sessionsOf(userHash)).data?.items
  const [done, setDone] = useState(0)
  const client = useQueryClient()
  const notices = useNotices()
  const end = useMutation({
    mutationFn: async (given: readonly Session[]) => {
      // The session of this page goes last.
      const ordered = given.toSorted((a, b) => Number(a.details.current) - Number(b.details.current))
      for (const [n, { id }] of ordered.entries()) {
        await api('DELETE', `/v1/sessions/${id}`).catch((error: unknown) => {
          if (!(error instanceof ApiProblem && error.status === 404)) throw error
        })
        setDone(n + 1)
      }
      return ordered.length
    },
    onSuccess: (count) => {
      notices.done(words.allEnded(count))
      onClose()
    },
    onSettled: () => refreshAfterWrite(client, '/v1/sessions'),
  })
  const all = sessions?.length ?? 0
  return (
    <FormDialog
      onClose={onClose}
      title={words.endAllTitle(person?.details.fullName ?? '')}
      verb={words.endAllVerb}
      danger
      disabled={all === 0}
      busy={end.isPending}
      error={end.error}
      onSubmit={() => end.mutate(sessions ?? [])}
    >
      {sessions === undefined ? (
        <Skeleton height={24} />
      ) : end.isPending ? (
        <>
          <Text size="sm">{words.ending(done, all)}</Text>
          <Progress value={(done / Math.max(all, 1)) * 100} aria-label={words.endAllVerb} />
        </>
      ) : (
        <>
          <Text size="sm">{all === 0 ? words.endAllNone : words.endAllHint(all)}</Text>
          {sessions.some(({ details }) => details.current) && <Text size="sm">{words.endAllOwn}</Text>}
        </>
      )}
    </FormDialog>
  )
}
