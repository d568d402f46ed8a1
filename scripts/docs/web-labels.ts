import type { JsonSchema } from '../../src/schema/json-schema.ts'

/** Kinds with another name for people than in the API. */
const kindNames: Readonly<Record<string, readonly [one: string, many: string]>> = {
  auditEntry: ['Audit entry', 'Audit log'],
  change: ['Change', 'History'],
  client: ['API client', 'API clients'],
  clientKey: ['Key', 'Keys'],
  notificationSettings: ['Notification settings', 'Notification settings'],
  fileVersion: ['Version', 'Versions'],
  settings: ['Settings', 'Settings'],
  time: ['Time entry', 'Time'],
  user: ['Person', 'People'],
}

/** Fields with another name for people than in the API. */
const fieldNames: Readonly<Record<string, string>> = {
  actAs: 'Acts as',
  fileBytes: 'Largest file',
  fullName: 'Name',
  minutes: 'Duration',
  spentMinutes: 'Time spent',
  urlShortName: 'Short name',
}

/** Parts of names that are written differently in a sentence. */
const spelling: Readonly<Record<string, string>> = {
  api: 'API',
  id: 'ID',
  mime: 'MIME',
  sha256: 'SHA-256',
  sso: 'SSO',
  tasklist: 'task list',
  trashed: 'deleted',
  url: 'URL',
}

/** `urlShortName` becomes `URL short name`. */
function inWords(name: string): string {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(' ')
    .map((word) => spelling[word] ?? word)
    .join(' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** What one record of a kind is called, and what several are. */
export function kindLabels(kind: string): readonly [one: string, many: string] {
  const one = inWords(kind)
  return kindNames[kind] ?? [one, one.endsWith('y') ? `${one.slice(0, -1)}ies` : `${one}s`]
}

/** The endings of names that only repeat what the value is: `dueDate` is a date, `taskId` leads to a task. */
function endingsOf(schema: JsonSchema): readonly string[] {
  if (schema['x-refers-to'] !== undefined) return ['Id', 'Hash']
  if (schema.format === 'date') return ['Date']
  if (schema.format === 'date-time') return ['At']
  if (schema['x-unit'] === 'minutes') return ['Minutes']
  return schema['x-unit'] === 'bytes' ? ['Bytes'] : []
}

/** The label of a field. The label of a task's due date does not repeat `task` and `date`: it is "Due". */
export function fieldLabel(kind: string, name: string, schema: JsonSchema): string {
  const given = fieldNames[name]
  if (given !== undefined) return given
  const ending = endingsOf(schema).find((each) => name.length > each.length && name.endsWith(each)) ?? ''
  const bare = name.slice(0, name.length - ending.length)
  if (bare === schema['x-refers-to'] || name === 'userHash')
    return kindLabels(schema['x-refers-to'] ?? bare)[0]
  if (bare.endsWith('Count')) return kindLabels(bare.slice(0, -'Count'.length))[1]
  const own = kind.replace(/^trashed./, (start) => start.slice(-1).toLowerCase())
  return inWords(
    bare.startsWith(own) && /^[A-Z]/.test(bare.slice(own.length)) ? bare.slice(own.length) : bare,
  )
}
