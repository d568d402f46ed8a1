import { Button, Stack, Table, Text } from '@mantine/core'
import { useState } from 'react'
import type { AuditEntry } from '../../../api/types.ts'
import { CopyText } from '../../../parts/copy-text.tsx'
import { exactly } from '../../../parts/days.ts'
import { Ago } from '../../../parts/moments.tsx'
import { MountedDialog } from '../../../parts/mounted-dialog.tsx'
import { DataTable } from '../../../table/data-table.tsx'
import { auditTexts as words } from '../../../texts/setup-audit.ts'
import { SetupFrame } from '../setup-frame.tsx'
import { AuditFilters, everything, termsOf } from './audit-filters.tsx'
import { Sentence } from './sentence.tsx'

/** Company Setup, Advanced, Audit: who did what, and when. */
export function AuditPage() {
  const [choice, setChoice] = useState(everything)
  const [opened, setOpened] = useState<AuditEntry>()
  const terms = termsOf(choice)
  const clear = (
    <Button variant="default" onClick={() => setChoice(everything)}>
      {words.clear}
    </Button>
  )
  return (
    <SetupFrame>
      <Stack gap="md">
        <Text maw={720}>{words.intro}</Text>
        <AuditFilters choice={choice} set={(changes) => setChoice({ ...choice, ...changes })} />
        <DataTable<AuditEntry>
          path="/v1/audit"
          fixed={terms}
          exportAs={words.file}
          nameOf={({ details }) => `${details.type}, ${exactly(details.createdAt)}`}
          onOpen={setOpened}
          columns={[
            {
              field: 'createdAt',
              label: words.when,
              short: true,
              wide: true,
              show: ({ details }) => <Ago at={details.createdAt} />,
            },
            {
              field: 'type',
              label: words.happened,
              show: (entry) => (
                <>
                  <Sentence entry={entry} />
                  <Text size="xs" c="var(--atrium-quiet)" hiddenFrom="sm">
                    <Ago at={entry.details.createdAt} />
                  </Text>
                </>
              ),
            },
            {
              field: 'address',
              label: words.address,
              wide: true,
              show: ({ details }) => details.address ?? '',
            },
          ]}
          empty={
            terms.length > 0
              ? { title: words.nothingTitle, hint: words.nothingHint, action: clear }
              : { title: words.emptyTitle, hint: words.emptyHint }
          }
        />
      </Stack>
      {opened !== undefined && <Entry entry={opened} onClose={() => setOpened(undefined)} />}
    </SetupFrame>
  )
}

/** All fields of one entry. */
function Entry({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const { details } = entry
  const lines: [string, string | null][] = [
    [words.type, details.type],
    [words.record, details.recordId],
    [words.person, details.userHash],
    [words.client, details.clientId],
    [words.request, details.requestId],
    [words.address, details.address],
    [words.fields, details.fields.join(', ')],
  ]
  return (
    <MountedDialog
      onClose={onClose}
      title={words.entry}
      size="lg"
      closeButtonProps={{ 'aria-label': words.close }}
    >
      <Stack gap="md">
        <Text>
          <Sentence entry={entry} />
        </Text>
        <Table variant="vertical" layout="fixed" fz="sm">
          <Table.Tbody>
            <Table.Tr>
              <Table.Th w={120}>{words.moment}</Table.Th>
              <Table.Td>{exactly(details.createdAt)}</Table.Td>
            </Table.Tr>
            {lines
              .filter(([, value]) => value !== null && value !== '')
              .map(([label, value]) => (
                <Table.Tr key={label}>
                  <Table.Th>{label}</Table.Th>
                  <Table.Td>
                    <CopyText value={value ?? ''} />
                  </Table.Td>
                </Table.Tr>
              ))}
          </Table.Tbody>
        </Table>
      </Stack>
    </MountedDialog>
  )
}
