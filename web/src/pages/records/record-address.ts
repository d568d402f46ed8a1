import { records } from '../../api/records.ts'
import { auditSummary } from '../../texts/audit-sentences.ts'
import { recordTexts } from '../../texts/records.ts'

export interface AnyRecord {
  id: string
  permalink: string
  details: Record<string, unknown>
}

/** The path that reads a record; undefined where the record above it is needed too and not known. */
export function pathOf(kind: string, id: string, within?: string): string | undefined {
  const path = records[kind]?.path
  if (path === undefined) return undefined
  if (records[kind]?.parent === undefined) return filled(path, id)
  return within === undefined ? undefined : filled(filled(path, within), id)
}

/** A path with the first of its parameters filled in. */
export function filled(path: string, id: string): string {
  return path.replace(/\{\w+\}/, encodeURIComponent(id))
}

/** The page of a record; `within` is the record below which it is found, for kinds that need one. */
export function pageOf(kind: string, id: string, within?: string): string {
  const isFoundWithin = records[kind]?.parent !== undefined && within !== undefined
  return `/p/${kind}/${id}${isFoundWithin ? `?within=${within}` : ''}`
}

/** Whether records of this kind describe what happened. Their types and fields are named as in the API. */
export const isHistory = (kind: string): boolean => kind === 'auditEntry' || kind === 'change'

export function nameOf(kind: string, { details }: Pick<AnyRecord, 'details'>): string {
  const name = details[records[kind]?.nameField ?? '']
  if (isHistory(kind)) return auditSummary(String(name))
  return typeof name === 'string' && name !== '' ? name : recordTexts.one(kind)
}
