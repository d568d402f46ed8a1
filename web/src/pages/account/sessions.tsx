import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { usePage } from '../../api/queries.ts'
import { refreshAfterWrite } from '../../api/refresh.ts'
import type { Session } from '../../api/types.ts'
import { Ago } from '../../parts/moments.tsx'
import { useNotices } from '../../parts/notices.tsx'
import { Failed, Loading } from '../../parts/states.tsx'
import { accountTexts } from '../../texts/account.ts'
import { browserNameOf } from './browser-name.ts'
import classes from './sessions.module.css'

const { sessions: words } = accountTexts

/** The devices on which the person is signed in. */
export function Sessions({ userHash }: { userHash: string }) {
  const filter = encodeURIComponent(`userHash="${userHash}"`)
  const page = usePage<Session>(`/v1/sessions?limit=500&sort=-lastUsedAt&filter=${filter}`)
  const client = useQueryClient()
  const notices = useNotices()
  const [ending, setEnding] = useState<readonly string[]>([])
  if (page.data === undefined)
    return page.isError ? (
      <Failed error={page.error} retry={() => void page.refetch()} />
    ) : (
      <Loading rows={2} />
    )
  const all = page.data.items.toSorted((a, b) => Number(b.details.current) - Number(a.details.current))
  const others = all.filter(({ details }) => !details.current)
  const end = async (ids: readonly string[], said: string): Promise<void> => {
    setEnding(ids)
    try {
      for (const id of ids) await api('DELETE', `/v1/sessions/${id}`)
      notices.done(said)
    } catch (error) {
      notices.failed(error)
    }
    await refreshAfterWrite(client, '/v1/sessions')
    setEnding([])
  }
  return (
    <Stack gap="md" align="flex-start">
      <ul className={classes['list']}>
        {all.map(({ id, details }) => {
          const name = browserNameOf(details.userAgent)
          return (
            <li key={id} className={classes['row']}>
              <div>
                <Group gap="sm">
                  <Text size="sm" fw={600}>
                    {name}
                  </Text>
                  {details.current && (
                    <Badge variant="light" color="green">
                      {words.here}
                    </Badge>
                  )}
                </Group>
                <Text size="sm" c="var(--atrium-quiet)">
                  {details.address} · {words.by[details.method] ?? details.method} ·{' '}
                  <Ago at={details.lastUsedAt} />
                </Text>
              </div>
              {!details.current && (
                <Button
                  variant="default"
                  size="compact-sm"
                  loading={ending.includes(id)}
                  aria-label={words.endLabel(name)}
                  onClick={() => void end([id], words.ended(name))}
                >
                  {words.end}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {others.length === 0 ? (
        <Text size="sm" c="var(--atrium-quiet)">
          {words.none}
        </Text>
      ) : (
        <Button
          variant="default"
          loading={ending.length > 1}
          onClick={() =>
            void end(
              others.map(({ id }) => id),
              words.endedOthers,
            )
          }
        >
          {words.endOthers}
        </Button>
      )}
    </Stack>
  )
}
