import { Button, Stack, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { usePage } from '../../../api/queries.ts'
import type { AuditEntry } from '../../../api/types.ts'
import { Ago } from '../../../parts/moments.tsx'
import { Empty, Failed, Loading } from '../../../parts/states.tsx'
import { addressOf } from '../../../table/list-address.ts'
import { workspaceTexts as words } from '../../../texts/setup-places.ts'
import { PersonName } from '../person-name.tsx'
import { useRestore } from './workspace-dialogs.tsx'

const day = 86_400_000

/** What happened to workspaces of one type in the time that the trash keeps them. */
function useHappened(type: string, since: string) {
  return usePage<AuditEntry>(
    addressOf('/v1/audit', {
      terms: [
        { field: 'type', operator: '=', value: type },
        { field: 'createdAt', operator: '>', value: since },
      ],
      limit: 500,
    }),
  )
}

/** The service lists no deleted workspaces; its audit log tells of each, and by its id it can be restored. */
export function Trash() {
  const [since] = useState(() => new Date(Date.now() - 30 * day).toISOString())
  const deleted = useHappened('workspace.deleted', since)
  const restored = useHappened('workspace.restored', since).data?.items
  const restore = useRestore()
  const last = new Map<string, AuditEntry>()
  for (const entry of deleted.data?.items ?? [])
    if (!last.has(entry.details.recordId)) last.set(entry.details.recordId, entry)
  for (const { details } of restored ?? []) {
    const before = last.get(details.recordId)
    if (before !== undefined && before.details.createdAt < details.createdAt) last.delete(details.recordId)
  }
  if (deleted.error !== null && deleted.data === undefined)
    return <Failed error={deleted.error} retry={() => void deleted.refetch()} />
  if (deleted.data === undefined || restored === undefined) return <Loading />
  if (last.size === 0) return <Empty title={words.emptyTrashTitle} hint={words.emptyTrashHint} />
  return (
    <Stack gap="md">
      <Text size="sm" maw={640}>
        {words.trashHint}
      </Text>
      <Table.ScrollContainer minWidth={320} type="native" tabIndex={0}>
        <Table fz="sm" verticalSpacing={8}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{words.trashWhen}</Table.Th>
              <Table.Th>{words.trashWho}</Table.Th>
              <Table.Th visibleFrom="sm">{words.trashId}</Table.Th>
              <Table.Th w={104} aria-label={words.restore} />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {[...last.values()].map(({ id, details }) => (
              <Table.Tr key={id} h={40}>
                <Table.Td>
                  <Ago at={details.createdAt} />
                </Table.Td>
                <Table.Td>{details.userHash !== null && <PersonName id={details.userHash} />}</Table.Td>
                <Table.Td visibleFrom="sm" ff="monospace">
                  {details.recordId}
                </Table.Td>
                <Table.Td>
                  <Button
                    variant="default"
                    size="compact-sm"
                    aria-label={`${words.restore} ${details.recordId}`}
                    onClick={() => restore({ id: details.recordId })}
                  >
                    {words.restore}
                  </Button>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Stack>
  )
}
