import { MultiSelect, Select, TagsInput, TextInput } from '@mantine/core'
import { usePage, useRecord } from '../../../api/queries.ts'
import type { Webhook, Workspace } from '../../../api/types.ts'
import { faultOf } from '../../../parts/form-dialog.tsx'
import { webhookTexts as words } from '../../../texts/setup-webhooks.ts'

type Settings = Pick<
  Webhook['details'],
  'name' | 'url' | 'types' | 'workspaceIds' | 'fields' | 'payload' | 'order'
>

export const fieldLabels: Readonly<Record<keyof Settings, string>> = {
  name: words.name,
  url: words.url,
  types: words.types,
  workspaceIds: words.workspaces,
  fields: words.fields,
  payload: words.payload,
  order: words.order,
}

export const newSettings: Settings = {
  name: '',
  url: '',
  types: [],
  workspaceIds: [],
  fields: [],
  payload: 'thin',
  order: 'record',
}

/** `task.*` and the types below it, by kind. */
function choicesOf(types: readonly string[]): { group: string; items: string[] }[] {
  const kinds = [...new Set(types.map((type) => type.replace(/\..*/, '')))]
  return kinds.map((kind) => ({
    group: kind,
    items: [`${kind}.*`, ...types.filter((type) => type.startsWith(`${kind}.`))],
  }))
}

const choices = <T extends string>(labels: Readonly<Record<T, string>>) =>
  Object.entries<string>(labels).map(([value, label]) => ({ value, label }))

interface WebhookFieldsProps {
  values: Settings
  set: (changes: Partial<Settings>) => void
  error: unknown
  isNew?: boolean
}

/** The settings of a webhook, in a dialog or on its page. */
export function WebhookFields({ values, set, error, isNew = false }: WebhookFieldsProps) {
  const types = useRecord<{ items: string[] }>('/v1/changeTypes').data?.items ?? []
  const workspaces = usePage<Workspace>('/v1/workspaces?limit=500&sort=workspaceName').data?.items ?? []
  return (
    <>
      <TextInput
        label={words.name}
        description={words.nameHelp}
        value={values.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
        error={faultOf(error, 'name')}
        {...(isNew && { 'data-autofocus': true })}
      />
      <TextInput
        label={words.url}
        description={words.urlHelp}
        placeholder="https://"
        value={values.url}
        onChange={(event) => set({ url: event.currentTarget.value })}
        error={faultOf(error, 'url')}
      />
      <MultiSelect
        label={words.types}
        description={words.typesHelp}
        data={choicesOf(types)}
        value={values.types}
        onChange={(chosen) => set({ types: chosen })}
        error={faultOf(error, 'types')}
        searchable
        clearable
        maxDropdownHeight={280}
      />
      <MultiSelect
        label={words.workspaces}
        description={words.workspacesHelp}
        data={workspaces.map(({ id, details }) => ({ value: id, label: details.workspaceName }))}
        value={values.workspaceIds}
        onChange={(chosen) => set({ workspaceIds: chosen })}
        error={faultOf(error, 'workspaceIds')}
        searchable
        clearable
        maxDropdownHeight={280}
      />
      {!isNew && (
        <TagsInput
          label={words.fields}
          description={words.fieldsHelp}
          value={values.fields}
          onChange={(chosen) => set({ fields: chosen })}
          error={faultOf(error, 'fields')}
        />
      )}
      <Select
        label={words.payload}
        data={choices(words.payloads)}
        value={values.payload}
        onChange={(chosen) => chosen !== null && set({ payload: chosen as Settings['payload'] })}
        allowDeselect={false}
      />
      <Select
        label={words.order}
        data={choices(words.orders)}
        value={values.order}
        onChange={(chosen) => chosen !== null && set({ order: chosen as Settings['order'] })}
        allowDeselect={false}
      />
    </>
  )
}
