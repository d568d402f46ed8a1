import { Alert, Button, Group, List, Stack, Text } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { FormFault } from '../../parts/form-dialog.tsx'
import { useNotices } from '../../parts/notices.tsx'
import { setupTexts } from '../../texts/setup.ts'
import { texts } from '../../texts/texts.ts'
import type { Draft } from './tagged.ts'

const { draft: words } = setupTexts

interface DraftFormProps<V> {
  draft: Draft<V>
  /** The label of each field, for showing what someone else changed. */
  labels: Readonly<Record<keyof V & string, string>>
  /** The notice after saving. */
  saved: string
  verb?: string
  /** How to show values that are not readable as they are. */
  formats?: Partial<Record<keyof V & string, (value: unknown) => string>>
  children: ReactNode
}

/** A form on a page. When someone else saved changes in the meantime, it shows them and keeps what was typed. */
export function DraftForm<V extends object>({
  draft,
  labels,
  saved,
  verb,
  formats = {},
  children,
}: DraftFormProps<V>) {
  const notices = useNotices()
  const onSaved = (): void => notices.done(saved)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!draft.busy && draft.isChanged) draft.save(onSaved)
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {children}
        {draft.conflict ? (
          <Conflict draft={draft} labels={labels} formats={formats} onSaved={onSaved} />
        ) : (
          <FormFault error={draft.error} fields={Object.keys(labels)} />
        )}
        <Group gap="sm">
          <Button type="submit" loading={draft.busy} disabled={!draft.isChanged || draft.conflict}>
            {verb ?? texts.form.save}
          </Button>
          {draft.isChanged && !draft.conflict && (
            <Button variant="subtle" color="gray" onClick={draft.discard}>
              {words.discard}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}

function Conflict<V extends object>({
  draft,
  labels,
  formats,
  onSaved,
}: Required<Pick<DraftFormProps<V>, 'draft' | 'labels' | 'formats'>> & { onSaved: () => void }) {
  const names = Object.keys(labels) as (keyof V & string)[]
  const different = names.filter(
    (name) => JSON.stringify(draft.stored[name]) !== JSON.stringify(draft.values[name]),
  )
  return (
    <Alert color="yellow" role="alert" title={words.conflictTitle}>
      <Stack gap="sm">
        <Text size="sm">{different.length > 0 ? words.conflictHint : words.conflictElsewhere}</Text>
        {different.length > 0 && (
          <List size="sm">
            {different.map((name) => (
              <List.Item key={name}>
                {words.isNow(labels[name], (formats[name] ?? asText)(draft.stored[name]))}
              </List.Item>
            ))}
          </List>
        )}
        <Group gap="sm">
          <Button size="compact-sm" loading={draft.busy} onClick={() => draft.saveAnyway(onSaved)}>
            {words.saveMine}
          </Button>
          <Button size="compact-sm" variant="default" onClick={draft.discard}>
            {words.takeTheirs}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}

function asText(value: unknown): string {
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return words.nothing
  if (typeof value === 'boolean') return value ? words.yes : words.no
  return Array.isArray(value) ? value.join(', ') : String(value)
}
