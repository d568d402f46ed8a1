import { isDeepStrictEqual } from 'node:util'
import type { Tables } from '../db/tables.ts'
import { recordOfKind } from '../schema/records.ts'
import type { Resource } from '../schema/resource.ts'
import { decode, encode, type StoredField, storedFields, tableOf } from '../schema/storage.ts'
import { type Column, id, moment, optional, type References, text } from './columns.ts'

/** The exported columns of a row: all but the company's number and folded columns. */
type ExportedColumns<R> = {
  [C in keyof R as C extends 'companyNo'
    ? never
    : C extends `${infer Base}Key`
      ? Base extends keyof R
        ? never
        : C
      : C]: R[C]
}

type Columns<R> = { readonly [C in keyof R]: Column<R[C]> }

type ExportRow = Readonly<Record<string, unknown>>

/** A value that only one record may have, as text; undefined if the record has none. */
interface Unique {
  what: string
  of: (row: ExportRow) => string | undefined
}

/** A table in an export, one record per line. */
export interface Kind {
  table: keyof Tables
  /** The primary key. Lines are ordered by it. */
  key: readonly string[]
  columns: Readonly<Record<string, Column<never>>>
  unique: readonly Unique[]
  /** Describes an inconsistency within a row. */
  fault?: (row: ExportRow) => string | undefined
  /** Columns that are computed from the others instead of being exported. */
  derive: (row: ExportRow) => Record<string, unknown>
  /** SQL condition on the table `t` that selects the rows to export; the others belong to deleted records. */
  only?: string
  /** The column that refers to a parent of the same kind, and the maximum depth of the tree. */
  tree?: { parent: string; deepest: number }
}

/** Export and import rules of a table that its resource does not declare. */
export interface ExportRules {
  /** The primary key, if it is not the id alone. */
  key?: Kind['key']
  unique?: readonly Unique[]
  tree?: Kind['tree']
  fault?: Kind['fault']
  /** Columns that are computed from the others instead of being exported. */
  derived?: Readonly<Record<string, (row: ExportRow) => unknown>>
}

/** The table of a resource, with the columns and checks of its declaration. */
export function recordKind(
  resource: Resource,
  { key = ['id'], unique = [], tree, fault, derived = {} }: ExportRules = {},
): Kind {
  const exported = storedFields(resource).filter(({ name }) => !Object.hasOwn(derived, name))
  return {
    table: tableOf(resource) as keyof Tables,
    key,
    columns: {
      id,
      ...Object.fromEntries(exported.map((each) => [each.name, columnOf(resource, each)])),
    } as unknown as Kind['columns'],
    unique: [uniqueKey, ...unique],
    derive: (row) => Object.fromEntries(Object.entries(derived).map(([name, of]) => [name, of(row)])),
    ...(tree && { tree }),
    ...(fault && { fault }),
  }
}

/** Applies the API's own rules: a value must be one that the API could have stored. */
function columnOf(resource: Resource, stored: StoredField): Column {
  const { field, key } = stored
  const references = referencesOf(resource, stored)
  return {
    present: (value) => decode(stored, value),
    read(value, complain) {
      if (value === null && field.storage === 'optionalJson') return null
      let isSound = true
      const parsed = field.parse(value, (detail) => {
        isSound = false
        complain(detail.replace(/\.$/, ''))
      })
      if (isSound && !isDeepStrictEqual(parsed, value)) complain('is not in the form that the service stores')
      return encode(stored, parsed)
    },
    ...(field.missing !== undefined && { missing: encode(stored, field.missing) }),
    ...(key !== undefined && { folded: true as const }),
    ...(references && { references }),
  }
}

function referencesOf(resource: Resource, { field }: StoredField): References | undefined {
  const target = field.refersTo === undefined || field.mayBeGone ? undefined : recordOfKind(field.refersTo)
  if (target === undefined) return undefined
  const isNeighbour = [resource, target].every(({ fields }) => Object.hasOwn(fields, 'workspaceId'))
  const rules = isNeighbour ? { sameWorkspace: true, unlessInTrash: true } : {}
  return { table: tableOf(target), ...rules }
}

interface Declared<T extends keyof Tables, X extends keyof Tables[T]> {
  key: readonly string[]
  columns: Columns<Omit<ExportedColumns<Tables[T]>, X>>
  unique?: readonly Unique[]
  only?: string
  fault?: Kind['fault']
  derive?: (row: Omit<Tables[T], X>) => Pick<Tables[T], X>
}

/** A table without a resource. The types require every column to be listed. */
export function tableKind<T extends keyof Tables, X extends keyof Tables[T] = never>(
  table: T,
  { key, columns, unique = [], only, fault, derive }: Declared<T, X>,
): Kind {
  return {
    table,
    key,
    // Each column only presents values that it has read itself, so their types do not matter here.
    columns: columns as unknown as Kind['columns'],
    unique,
    derive: (row) => (derive === undefined ? {} : derive(row as unknown as Omit<Tables[T], X>)),
    ...(only && { only }),
    ...(fault && { fault }),
  }
}

/** The common columns of rows without an id. */
export const common = {
  externalId: optional(text()),
  createdAt: moment,
  updatedAt: moment,
  createdBy: optional(id),
}

const isAlive = (row: ExportRow): boolean => (row['deletedAt'] ?? null) === null

/** Columns whose combined values are unique outside the trash. */
export const oneOf = (...columns: readonly string[]): Unique => ({
  what: columns.join(' and '),
  of: (row) =>
    isAlive(row) && columns.some((name) => (row[name] ?? null) !== null)
      ? JSON.stringify(columns.map((name) => row[name] ?? null))
      : undefined,
})

const uniqueKey = oneOf('externalId')
