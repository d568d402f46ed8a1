import type { Tables } from '../db/tables.ts'
import { type Column, id, moment, optional, reference, text } from './columns.ts'

/** Columns of a row that stand in the archive: not its company's number, nor what is folded from others. */
type Representation<R> = {
  [C in keyof R as C extends 'companyNo'
    ? never
    : C extends `${infer Base}Key`
      ? Base extends keyof R
        ? never
        : C
      : C]: R[C]
}

type Columns<R> = { readonly [C in keyof R]: Column<R[C]> }

/** A value that one record alone may have, as a text; undefined: it has none. */
export interface Unique {
  what: string
  of: (row: Readonly<Record<string, unknown>>) => string | undefined
}

/** A table as it stands in the archive, one record to a line. */
export interface Kind {
  table: keyof Tables
  /** The columns that tell its records apart; its lines stand in their order. */
  key: readonly string[]
  columns: Readonly<Record<string, Column<never>>>
  unique: readonly Unique[]
  /** What does not go together in a row, in words. */
  fault?: (row: Readonly<Record<string, unknown>>) => string | undefined
  /** What is stored beside what stands in the archive. */
  derive: (row: Readonly<Record<string, unknown>>) => Record<string, unknown>
  /** SQL of which rows of the table `t` count at all; others were left behind by what is gone. */
  only?: string
  /** The column of the record of the same kind that it is part of, and how deep that goes at most. */
  tree?: { parent: string; deepest: number }
}

interface Declared<T extends keyof Tables, X extends keyof Tables[T]> {
  key?: readonly string[]
  columns: Columns<Omit<Representation<Tables[T]>, X>>
  unique?: readonly Unique[]
  tree?: Kind['tree']
  fault?: Kind['fault']
  only?: string
  derive?: (row: Omit<Tables[T], X>) => Pick<Tables[T], X>
}

/** Complete, or it does not compile: a new column of a table needs its place in the archive. */
export function kind<T extends keyof Tables, X extends keyof Tables[T] = never>(
  table: T,
  { key = ['id'], columns, unique = [], tree, fault, only, derive }: Declared<T, X>,
): Kind {
  return {
    table,
    key,
    // What is read from one column is never shown by another: the types of their values need not be known here.
    columns: columns as unknown as Kind['columns'],
    unique,
    derive: (row) => (derive === undefined ? {} : derive(row as unknown as Omit<Tables[T], X>)),
    ...(tree && { tree }),
    ...(fault && { fault }),
    ...(only && { only }),
  }
}

/** Who made a record may be gone; then it is still told. */
const formerUser = optional(id)

export const record = {
  id,
  externalId: optional(text()),
  createdAt: moment,
  updatedAt: moment,
  createdBy: formerUser,
}

export const trash = { deletedAt: optional(moment), deletedBy: formerUser }

export const inWorkspace = { workspaceId: reference('workspaces') }

const isAlive = (row: Readonly<Record<string, unknown>>): boolean => (row['deletedAt'] ?? null) === null

/** No two have the same value in these columns together, the trash aside. */
export const oneOf = (...columns: readonly string[]): Unique => ({
  what: columns.join(' and '),
  of: (row) =>
    isAlive(row) && columns.some((name) => row[name] !== null)
      ? JSON.stringify(columns.map((name) => row[name]))
      : undefined,
})

export const uniqueKey = oneOf('externalId')
