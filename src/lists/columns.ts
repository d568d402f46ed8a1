import type { Resource } from '../schema/resource.ts'
import { storedFields } from '../schema/storage.ts'

/** The columns that every record is presented from: its version is derived from `updatedAt`. */
const always: readonly string[] = ['companyNo', 'id', 'updatedAt']

/**
 * SQL of the columns that records are presented from, without sort keys. `added`: SQL of fields that are not columns.
 * `only`: the fields that will be shown; fields that are added but not shown are null.
 */
export function selectedColumns(
  resource: Resource,
  added: Readonly<Record<string, string>> = {},
  only?: readonly string[],
): string {
  const isShown = (name: string): boolean => only === undefined || only.includes(name)
  const shown = storedFields(resource).flatMap(({ name, publicName }) =>
    publicName !== undefined && (isShown(publicName) || resource.alwaysRead.includes(name)) ? [name] : [],
  )
  const own = [...new Set([...always, ...shown])].map((name) => `t."${name}"`)
  const further = Object.entries(added).map(([name, text]) => `${isShown(name) ? text : 'NULL'} AS "${name}"`)
  return [...own, ...further].join(', ')
}
