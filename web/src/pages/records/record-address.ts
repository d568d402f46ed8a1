import { records } from '../../api/records.ts'
import { recordTexts } from '../../texts/records.ts'

export interface AnyRecord {
  id: string
  permalink: string
  details: Record<string, unknown>
}

/** The path that reads a record; undefined where its parent is needed too and not known. */
export function pathOf(kind: string, id: string, within?: string): string | undefined {
  const path = records[kind]?.path
  if (path === undefined) return undefined
  const parameters = path.match(/\{\w+\}/g) ?? []
  if (parameters.length > 1 && within === undefined) return undefined
  const values = parameters.length > 1 ? [within ?? '', id] : [id]
  return parameters.reduce(
    (so, parameter, at) => so.replace(parameter, encodeURIComponent(values[at] ?? '')),
    path,
  )
}

/** A list below a record, with the record's id filled in. */
export function listBelow(path: string, id: string): string {
  return path.replace(/\{\w+\}/, encodeURIComponent(id))
}

/** The page of a record; `within`: the record that it is part of, where its own id does not find it. */
export function pageOf(kind: string, id: string, within?: string): string {
  const known = records[kind]
  const nested = known?.listed !== undefined || (known?.path?.match(/\{/g) ?? []).length > 1
  return `/p/${kind}/${id}${nested && within !== undefined ? `?within=${within}` : ''}`
}

/** The field that a record is called by. */
export function nameFieldOf(kind: string): string | undefined {
  const fields = Object.keys(records[kind]?.fields ?? {})
  const usual = [
    'fullName',
    'fileName',
    `${kind}Name`,
    'folderName',
    'workspaceName',
    'title',
    'name',
    'email',
    'type',
    'fingerprint',
    'userAgent',
  ]
  return usual.find((field) => fields.includes(field))
}

export function nameOf(kind: string, { details }: Pick<AnyRecord, 'details'>): string {
  const name = details[nameFieldOf(kind) ?? '']
  return typeof name === 'string' && name !== '' ? name : recordTexts.one(kind)
}
