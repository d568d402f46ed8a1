import { Alert, Button, Group, Text } from '@mantine/core'
import { useMe } from '../api/me.ts'
import { useRecord } from '../api/queries.ts'
import { restorableDays } from '../api/records.ts'
import type { Company } from '../api/types.ts'
import { useWriteWithNotice } from '../parts/write-with-notice.ts'
import { texts } from '../texts/texts.ts'
import classes from './deleted-banner.module.css'

const words = texts.deleted

/** On every page of a deleted company, which only its admins can open. */
export function DeletedBanner() {
  const { isAdmin } = useMe()
  const company = useRecord<Company>(isAdmin ? '/v1/company' : undefined).data
  const restore = useWriteWithNotice<void>(
    () => ({ method: 'POST', path: '/v1/company/restore' }),
    () => words.restored,
  )
  const deletedAt = company?.details.deletedAt ?? null
  if (deletedAt === null) return null
  const last = new Date(Date.parse(deletedAt) + restorableDays * 86_400_000)
  return (
    <Alert color="red" role="status" mb="lg" title={words.title} className={classes['banner'] ?? ''}>
      <Group justify="space-between" gap="sm">
        <Text size="sm" flex="1 1 300px">
          {words.hint(new Intl.DateTimeFormat(undefined, { dateStyle: 'long' }).format(last))}
        </Text>
        <Button variant="default" loading={restore.isPending} onClick={() => restore.mutate()}>
          {words.undo}
        </Button>
      </Group>
    </Alert>
  )
}
