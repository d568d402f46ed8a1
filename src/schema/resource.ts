import { longestRank, rankPattern } from '../base/rank.ts'
import {
  addedLater,
  type Field,
  mayBeGone,
  moment,
  optional,
  optionalMoment,
  readOnly,
  type Settable,
  type Storage,
} from './fields/fields.ts'
import { optionalReference } from './fields/reference.ts'
import { emptyIsNone, notes, rawText } from './fields/text.ts'
import { idPattern, type JsonSchema } from './json-schema.ts'

export type Fields = Readonly<Record<string, Field<unknown>>>

/** "Every `details` has createdAt, updatedAt, createdBy and externalId." */
const common = {
  createdAt: { ...moment('When the record was created.'), sortColumn: () => 'id' },
  updatedAt: moment('When the record last changed.'),
  createdBy: mayBeGone(
    readOnly(optionalReference('Who created the record (a userHash); null if the service did.', 'user')),
  ),
  externalId: emptyIsNone(
    notes(
      'Your own key for the record, unique among its kind in the company. An empty string counts as none.',
      {
        max: 255,
        example: 'crm-4711',
      },
    ),
  ),
} satisfies Fields

type Common = typeof common

/** The hidden fields of records that go to the trash before they are purged. */
export const trash = {
  deletedAt: optionalMoment('When it was moved to the trash; null while it is not there.'),
  deletedBy: mayBeGone(readOnly(optionalReference('Who moved it to the trash.', 'user'))),
}

/** The hidden field of records that people put in order. It never leaves the service: lists sort by it. */
export const ordered = {
  rank: addedLater(
    readOnly(
      optional({
        ...rawText('Its place in the order; null where it was created.', {
          max: longestRank,
          pattern: rankPattern,
        }),
        set: 'write',
      }),
    ),
  ),
}

export type Values<F extends Fields, S extends Settable> = {
  [K in keyof F as F[K]['set'] extends S ? K : never]: F[K] extends Field<infer T> ? T : never
}
/** The values of a new record, defaults filled in. */
export type NewValues<F extends Fields> = Values<F & Common, 'create' | 'write'>
/** The values in a change. */
export type ChangedValues<F extends Fields> = Partial<Values<F & Common, 'write'>>

/** A table that finds records by the values of a field: a row for each value, with a primary key (company, value, owner). */
export interface ValueIndex {
  table: string
  /** The column of the record's id. */
  owner: string
  /** The column of the value. */
  value: string
  /** Whether several fields share the table, each with one value at most. */
  single?: boolean
}

/** What the lists of a resource can be sorted and filtered by, besides `createdAt`, `updatedAt` and `externalId`. */
export interface ListFields<Name extends string = string> {
  sort: readonly Name[]
  filter: readonly Name[]
  /** Fields to sort by that have an index (company, field, id); by default all of them and `updatedAt`. */
  sortIndexes: readonly (Name | 'createdAt' | 'updatedAt')[]
  /** Fields to filter by that have an index (company, field, id); `externalId` by default. */
  filterIndexes: readonly (Name | 'externalId')[]
  /** The field within whose value people put the records in order: lists of one value can be sorted by `rank`. */
  orderedWithin?: Name
}

type ListOptions<Name extends string> = Pick<ListFields<Name>, 'sort' | 'filter'> & Partial<ListFields<Name>>

/** A kind of record, declared once. */
export interface Resource<F extends Fields = Fields, H extends Fields = Fields> {
  kind: string
  /** The name of its schema in the description. */
  schemaName: string
  sentence: string
  fields: F & Common
  /** The format of its ids. */
  id: JsonSchema
  /** A user record "also carries `userHash`, equal to `id`, beside it". */
  alias: string | undefined
  /** Members of `details` that change without changing the record's ETag. */
  volatile: readonly string[]
  /** The table that stores its records; undefined for a view of another resource. */
  table: string | undefined
  /** Stored fields that are read whichever fields are shown, because others depend on them. */
  alwaysRead: readonly string[]
  /** The stored fields whose words a search finds, the name first. */
  searched: readonly string[]
  /** Stored fields that never leave the service. */
  hidden: H
  /** The fields with values that are found through separate tables. */
  indexes: Readonly<Record<string, ValueIndex>>
  list: ListFields | undefined
}

interface ResourceOptions<F extends Fields, H extends Fields> {
  alias?: string
  volatile?: readonly string[]
  id?: JsonSchema
  table?: string
  alwaysRead?: readonly (keyof F & string)[]
  searched?: readonly (keyof F & string)[]
  hidden?: H
  indexes?: Readonly<Record<string, ValueIndex>>
  list?: ListOptions<(keyof F & string) | 'createdBy'>
}

export function resource<const F extends Fields, const H extends Fields = Record<never, never>>(
  kind: string,
  sentence: string,
  fields: F,
  {
    alias,
    volatile = [],
    id = { type: 'string', pattern: idPattern },
    table,
    alwaysRead = [],
    searched = [],
    hidden = {} as H,
    indexes = {},
    list,
  }: ResourceOptions<F, H> = {},
): Resource<F, H> {
  const schemaName = kind.charAt(0).toUpperCase() + kind.slice(1)
  return {
    kind,
    schemaName,
    sentence,
    fields: { ...fields, ...common },
    id,
    alias,
    volatile,
    table,
    alwaysRead,
    searched,
    hidden,
    indexes,
    list: list && { sortIndexes: [...list.sort, 'updatedAt'], filterIndexes: ['externalId'], ...list },
  }
}

type ColumnOf<F> =
  F extends Field<infer T, Settable, infer C>
    ? C extends 'json'
      ? string
      : C extends 'optionalJson'
        ? string | null
        : T
    : never

type StoredNames<F extends Fields> = {
  [K in keyof F & string]: F[K]['storage'] extends 'none' ? never : K
}[keyof F & string]

type Columns<F extends Fields> = { -readonly [K in StoredNames<F>]: ColumnOf<F[K]> } & {
  -readonly [K in StoredNames<F> as F[K]['storage'] extends 'folded' ? `${K}Key` : never]: string
}

type Flat<T> = { [K in keyof T]: T[K] }

/** All fields of a resource that have columns. */
type StoredFields<R extends Resource> = R extends Resource<infer F, infer H> ? F & Common & H : never

/** A row of the resource's table. */
export type RowOf<R extends Resource> = Flat<{ companyNo: number; id: string } & Columns<StoredFields<R>>>

type ValueOf<F> = F extends Field<infer T, Settable, Storage> ? T : never

/** The values of stored fields, as code sees them rather than as columns hold them. */
export type StoredValues<R extends Resource> = {
  -readonly [K in StoredNames<StoredFields<R>>]: ValueOf<StoredFields<R>[K]>
}
