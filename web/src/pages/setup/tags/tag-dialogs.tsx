import { Select, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ApiProblem } from '../../../api/problem.ts'
import { useChange, usePage } from '../../../api/queries.ts'
import type { Tag } from '../../../api/types.ts'
import { useDebounced } from '../../../api/use-debounced.ts'
import { FormDialog, faultOf } from '../../../parts/form-dialog.tsx'
import { useNotices } from '../../../parts/notices.tsx'
import { useWriteWithNotice } from '../../../parts/write-with-notice.ts'
import { filterOf } from '../../../table/list-address.ts'
import { tagTexts as words } from '../../../texts/setup-tags.ts'

interface AboutTag {
  tag: Tag
  onClose: () => void
}

export function CreateTag({ onClose }: { onClose: () => void }) {
  const notices = useNotices()
  const [tagName, setName] = useState('')
  const create = useChange(() => ({ method: 'POST', path: '/v1/tags', body: { tagName } }))
  return (
    <FormDialog
      onClose={onClose}
      title={words.create}
      verb={words.createVerb}
      busy={create.isPending}
      error={create.error}
      fields={['tagName']}
      onSubmit={() =>
        create.mutate(undefined, {
          onSuccess: () => {
            notices.done(words.created(tagName.trim()))
            onClose()
          },
        })
      }
    >
      <NameField value={tagName} onChange={setName} error={create.error} />
    </FormDialog>
  )
}

export function RenameTag({ tag, onClose }: AboutTag) {
  const notices = useNotices()
  const [tagName, setName] = useState(tag.details.tagName)
  const path = `/v1/tags/${tag.id}`
  const change = useChange(() => ({ method: 'PUT', path, body: { tagName } }))
  const undo = useWriteWithNotice<string>(
    (before) => ({ method: 'PUT', path, body: { tagName: before } }),
    (before) => words.renamed(before),
  )
  return (
    <FormDialog
      onClose={onClose}
      title={words.renameTitle(tag.details.tagName)}
      verb={words.rename}
      busy={change.isPending}
      error={change.error}
      fields={['tagName']}
      disabled={tagName.trim() === tag.details.tagName}
      onSubmit={() =>
        change.mutate(undefined, {
          onSuccess: () => {
            notices.done(words.renamed(tagName.trim()), () => undo.mutate(tag.details.tagName))
            onClose()
          },
        })
      }
    >
      <NameField value={tagName} onChange={setName} error={change.error} help={words.renameHelp} />
    </FormDialog>
  )
}

interface NameFieldProps {
  value: string
  onChange: (name: string) => void
  error: unknown
  help?: string
}

function NameField({ value, onChange, error, help }: NameFieldProps) {
  const isTaken = error instanceof ApiProblem && error.code === 'duplicate'
  return (
    <TextInput
      label={words.name}
      {...(help !== undefined && { description: help })}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={isTaken ? words.taken : faultOf(error, 'tagName')}
      data-autofocus
    />
  )
}

/** As many as a menu shows; typing narrows them down. */
const mostChoices = 50

export function MergeTag({ tag, onClose }: AboutTag) {
  const notices = useNotices()
  const [typed, setTyped] = useState('')
  const [into, setInto] = useState<{ value: string; label: string }>()
  const start = useDebounced(typed.trim(), 120)
  const found = usePage<Tag>(
    `/v1/search/tags?${new URLSearchParams({
      sort: 'tagName',
      limit: String(mostChoices),
      filter:
        start === '' ? '' : filterOf('/v1/tags', [{ field: 'tags', operator: 'startsWith', value: start }]),
    })}`,
  ).data?.items
  const choices = (found ?? [])
    .filter(({ id }) => id !== tag.id)
    .map(({ id, details }) => ({ value: id, label: details.tagName }))
  const merge = useChange(() => ({
    method: 'POST',
    path: `/v1/tags/${tag.id}/merge`,
    body: { into: into?.value },
  }))
  const { tagName, taskCount, fileCount } = tag.details
  return (
    <FormDialog
      onClose={onClose}
      title={words.mergeTitle(tagName)}
      verb={words.mergeVerb}
      busy={merge.isPending}
      error={merge.error}
      fields={['into']}
      disabled={into === undefined}
      onSubmit={() =>
        merge.mutate(undefined, {
          onSuccess: () => {
            notices.done(words.merged(tagName, into?.label ?? ''))
            onClose()
          },
        })
      }
    >
      <Text size="sm">{words.mergeHint(tagName, taskCount ?? 0, fileCount ?? 0)}</Text>
      <Select
        label={words.into}
        searchable
        openOnFocus={false}
        data={
          into === undefined || choices.some(({ value }) => value === into.value)
            ? choices
            : [into, ...choices]
        }
        // The service has already searched.
        filter={({ options }) => options}
        value={into?.value ?? null}
        onChange={(_, option) => setInto(option === null ? undefined : option)}
        searchValue={typed}
        onSearchChange={setTyped}
        nothingFoundMessage={words.noOther}
        error={faultOf(merge.error, 'into')}
        data-autofocus
      />
    </FormDialog>
  )
}

export function DeleteTag({ tag, onClose }: AboutTag) {
  const notices = useNotices()
  const { tagName, taskCount, fileCount } = tag.details
  const remove = useChange(() => ({ method: 'DELETE', path: `/v1/tags/${tag.id}` }))
  return (
    <FormDialog
      onClose={onClose}
      title={words.removeTitle(tagName)}
      verb={words.removeVerb}
      danger
      busy={remove.isPending}
      error={remove.error}
      onSubmit={() =>
        remove.mutate(undefined, {
          onSuccess: () => {
            notices.done(words.removed(tagName))
            onClose()
          },
        })
      }
    >
      <Text size="sm">{words.removeHint(taskCount ?? 0, fileCount ?? 0)}</Text>
    </FormDialog>
  )
}
