import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { send } from '../../api/client.ts'
import { problemOf } from '../../api/problem.ts'
import type { Task } from '../../api/types.ts'
import { useNotices } from '../../parts/notices.tsx'
import { TaskDialog } from './task-dialog.tsx'
import { fieldsOf } from './task-fields.ts'

/** Reads a task and edits it. The service refuses to overwrite a change that somebody else made in the meantime. */
export function ChangeTask({ id, onClose }: { id: string; onClose: () => void }) {
  const notices = useNotices()
  const { data, error } = useQuery({
    queryKey: ['task to change', id],
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const response = await send('GET', `/v1/tasks/${id}`, { signal })
      if (!response.ok) throw await problemOf(response)
      const { details } = (await response.json()) as Task
      return { details, etag: response.headers.get('etag') }
    },
  })
  useEffect(() => {
    if (error === null) return
    notices.failed(error)
    onClose()
  }, [error, notices, onClose])
  if (data === undefined) return null
  const { details, etag } = data
  return (
    <TaskDialog
      workspaceId={details.workspaceId}
      task={{ id, fields: fieldsOf(details), etag }}
      onClose={onClose}
    />
  )
}
