import { foldText } from '../query/fields.ts'
import type { Field } from './fields/fields.ts'
import type { Resource } from './resource.ts'

type StoredValue = string | number | boolean | null

/** A stored field of a resource, with the columns it fills. */
export interface StoredField {
  name: string
  field: Field<unknown>
  /** The column of the folded form, if there is one. */
  key: string | undefined
  /** The name that callers know it by; undefined if they do not see it. */
  publicName: string | undefined
}

const known = new WeakMap<Resource, readonly StoredField[]>()

/** The fields of a resource that have columns, hidden ones included. */
export function storedFields(resource: Resource): readonly StoredField[] {
  const made = known.get(resource) ?? listStored(resource)
  known.set(resource, made)
  return made
}

function listStored({ fields, hidden }: Resource): StoredField[] {
  return Object.entries<Field<unknown>>({ ...hidden, ...fields })
    .filter(([, { storage }]) => storage !== 'none')
    .map(([name, field]) => ({
      name,
      field,
      key: field.storage === 'folded' ? `${name}Key` : undefined,
      publicName: Object.hasOwn(fields, name) ? name : field.presentedAs,
    }))
}

/** The columns of a resource's table, in the order of its declaration. */
export function columnsOf(resource: Resource): string[] {
  const own = storedFields(resource).flatMap(({ name, key }) => (key === undefined ? [name] : [name, key]))
  return ['companyNo', 'id', ...own]
}

/** The column value of a field. */
export function encode({ field: { storage, encode: own } }: StoredField, value: unknown): StoredValue {
  if (own !== undefined) return own(value as never)
  return storage === 'json' ? JSON.stringify(value) : (value as StoredValue)
}

/** The value of its `…Key` column. */
export function encodeKey(value: StoredValue): string {
  return foldText(String(value))
}

/** The field value of a column. */
export function decode({ field: { storage } }: StoredField, stored: StoredValue): unknown {
  const isJson = storage === 'json' || storage === 'optionalJson'
  return isJson && typeof stored === 'string' ? JSON.parse(stored) : stored
}

/** The table of a stored resource. */
export function tableOf({ kind, table }: Resource): string {
  if (table === undefined) throw new Error(`${kind} has no table of its own`)
  return table
}
