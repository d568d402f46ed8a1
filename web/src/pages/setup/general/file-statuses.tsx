import { ActionIcon, Button, Checkbox, Group, Stack, TextInput } from '@mantine/core'
import { ApiProblem } from '../../../api/problem.ts'
import type { Company } from '../../../api/types.ts'
import { bareStatus, isReadOnly, markedStatus } from '../../../parts/file-status.ts'
import { faultOf } from '../../../parts/form-dialog.tsx'
import { IconArrowDown, IconArrowUp, IconPlus, IconX } from '../../../parts/icons.tsx'
import { generalTexts as words } from '../../../texts/setup-general.ts'
import { DraftForm } from '../draft-form.tsx'
import { Section } from '../section.tsx'
import { type Tagged, useDraft } from '../tagged.ts'

export type WithStatuses = Company & { details: { fileStatuses: string[] } }

/** The file statuses in order; new files get the first one. */
export function FileStatuses({ current }: { current: Tagged<WithStatuses> }) {
  const draft = useDraft('/v1/company', current, ({ details: { fileStatuses } }) => ({ fileStatuses }))
  const list = draft.values.fileStatuses
  const put = (fileStatuses: string[]): void => draft.set({ fileStatuses })
  const swap = (n: number, by: -1 | 1): void => {
    const [one = '', other = ''] = [list[n], list[n + by]]
    put(list.map((status, at) => (at === n ? other : at === n + by ? one : status)))
  }
  const rename = (n: number, name: string, readOnly: boolean): void =>
    put(list.map((status, at) => (at === n ? markedStatus(name, readOnly) : status)))
  const faultAt = (n: number): string | undefined =>
    draft.error instanceof ApiProblem ? faultOf(draft.error, `fileStatuses/${n}`) : undefined
  return (
    <Section title={words.statuses} hint={words.statusesHelp}>
      <DraftForm draft={draft} labels={{ fileStatuses: words.statuses }} saved={words.statusesSaved}>
        <Stack component="ol" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
          {list.map((status, n) => {
            const name = bareStatus(status)
            const called = name === '' ? words.statusNo(n + 1) : name
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place in the list; its name is being typed.
              <Group component="li" key={n} gap="sm" align="flex-start">
                <TextInput
                  flex="1 1 220px"
                  miw={0}
                  aria-label={words.statusNo(n + 1)}
                  value={name}
                  onChange={(event) => rename(n, event.currentTarget.value, isReadOnly(status))}
                  error={faultAt(n)}
                />
                <Checkbox
                  mt={8}
                  label={words.readOnly}
                  aria-label={words.readOnlyOf(called)}
                  checked={isReadOnly(status)}
                  onChange={(event) => rename(n, name, event.currentTarget.checked)}
                />
                <Group gap={0} wrap="nowrap">
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size={36}
                    disabled={n === 0}
                    aria-label={words.moveUp(called)}
                    onClick={() => swap(n, -1)}
                  >
                    <IconArrowUp size={16} />
                  </ActionIcon>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size={36}
                    disabled={n === list.length - 1}
                    aria-label={words.moveDown(called)}
                    onClick={() => swap(n, 1)}
                  >
                    <IconArrowDown size={16} />
                  </ActionIcon>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size={36}
                    disabled={list.length === 1}
                    aria-label={words.remove(called)}
                    onClick={() => put(list.filter((_, at) => at !== n))}
                  >
                    <IconX size={16} />
                  </ActionIcon>
                </Group>
              </Group>
            )
          })}
        </Stack>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} />}
          onClick={() => put([...list, ''])}
          style={{ alignSelf: 'flex-start' }}
        >
          {words.addStatus}
        </Button>
      </DraftForm>
    </Section>
  )
}
