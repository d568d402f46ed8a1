import type { Actor } from '../base/actor.ts'
import { leastId } from '../base/ids.ts'
import type { Reader, Sql } from '../db/database.ts'
import { tagIdsByKey } from '../db/tag-names.ts'
import type { Position } from '../query/cursor.ts'
import { type FilterFields, foldText } from '../query/fields.ts'
import type { Condition } from '../query/filter.ts'
import type { ListRequest } from '../query/paging.ts'
import { foldCondition } from '../query/prefix.ts'
import type { Fields, Resource, ValueIndex } from '../schema/resource.ts'
import { storedFields, tableOf } from '../schema/storage.ts'
import { type Page, readPage } from './page.ts'
import type { IndexRange, Range, Restriction, Source } from './plans.ts'
import { amongValues, withValue } from './value-tables.ts'

interface Declaration<F extends Fields> {
  /** The table, under the name `t`, and what is joined to it; the resource's own table if absent. */
  from?: string
  /** SQL of what identifies a row; the ids of `t` unless said otherwise. */
  id?: string
  /** The columns to read; those of the resource if absent. */
  select?: string
  /** Its indexes begin with another record that it stands below: the first part of each page is one lane of just that. */
  below?: boolean
  sort: readonly (keyof F & string)[]
  filter: readonly (keyof F & string)[]
  /** Fields to sort by that have an index (company, field, id). */
  sortIndexes: readonly (keyof F | 'createdAt' | 'updatedAt')[]
  /** Fields to filter by that have an index (company, field, id). */
  filterIndexes?: readonly ((keyof F & string) | 'externalId')[]
  /** How a filter is put by a field that no column holds. */
  written?: Readonly<Record<string, (whole: IndexRange, value: string | number | boolean) => Restriction>>
  /** What a field's being equal to a value says of another field that is sorted by: that it has a value, or none. */
  implied?: (field: string, value: string | number | boolean) => Implied | undefined
  /** SQL of fields that are not columns of `t`. */
  columns?: Readonly<Record<string, string>>
  /** A field to filter by alone, regardless of case and by how it begins: its name, and the key that an index has. */
  search?: { name: string; column: string }
  oldestFirst?: boolean
}

interface Implied {
  field: string
  isThere: boolean
}

/** A list: what it can be sorted and filtered by is said here, once. */
export interface List {
  resource: Resource
  sort: readonly string[]
  filter: FilterFields
  /** The restriction that a field has a value (a tag: its id); for filters and for lists below another record. */
  where(actor: Actor, field: string, value: string | number | boolean): Restriction
  /** All its rows of the caller's company. */
  whole(actor: Actor): IndexRange
  /** The restrictions that a filter stands for, among all rows or those of a lane. */
  restrictions(
    reader: Reader,
    actor: Actor,
    filter: readonly Condition[],
    among?: IndexRange,
  ): Promise<Restriction[]>
  read<R>(
    reader: Reader,
    actor: Actor,
    request: ListRequest,
    position: Position | undefined,
    parts: readonly Restriction[],
    /** The columns of those who do not need all of a row. */
    columns?: string,
  ): Promise<Page<R>>
}

export function listOf<F extends Fields>(resource: Resource<F>, declared: Declaration<F>): List {
  const sort = [...declared.sort, 'createdAt', 'updatedAt']
  const filterNames: readonly string[] = [...declared.filter, 'createdAt', 'updatedAt', 'externalId']
  const id = declared.id ?? 't."id"'
  const { search } = declared
  const column = (name: string): string =>
    name === search?.name ? search.column : (declared.columns?.[name] ?? `t."${name}"`)
  const sortSql = (name: string): string => {
    const sortColumn = fieldOf(resource, name).sortColumn(name)
    if (sortColumn === 'id') return declared.columns?.[name] ?? id
    return declared.columns?.[sortColumn] ?? `t."${sortColumn}"`
  }
  const from = declared.from ?? `"${tableOf(resource)}" t`
  // Lists never show what is in the trash, unless they are about it.
  const alive = Object.hasOwn(resource.hidden, 'deletedAt') ? ' AND t."deletedAt" IS NULL' : ''
  const valueTables = valueTablesOf(resource)
  const select = declared.select ?? (resource.table === undefined ? 't.*' : selectedColumns(resource))
  const indexedKeys = new Set(declared.sortIndexes.map((name) => sortSql(String(name))))
  const wide = Object.keys(resource.fields).filter((name) => isWide(fieldOf(resource, name)))
  const wholeOf = (actor: Actor): IndexRange => ({
    from,
    id,
    where: { sql: `t."companyNo" = ?${alive}`, values: [actor.companyNo] },
  })
  // "Without `sort`: newest first", which ids tell unless they are older than the record.
  const byAge = { field: 'createdAt', descending: declared.oldestFirst !== true }
  const usualSort = sortSql('createdAt') === id ? [] : [byAge]
  /** The same as a field's being equal to a value, in terms of an index that goes on by id. */
  const indexedValue = (field: string, value: string | number | boolean): Sql | undefined => {
    // What is no whole number equals none, and would not be taken for one.
    if (typeof value === 'number' && !Number.isSafeInteger(value)) return undefined
    if (declared.filterIndexes?.includes(field) || field === search?.name)
      return { sql: `${column(field)} = ?`, values: [value] }
    const key = sort.includes(field) ? sortSql(field) : id
    if (key === id || !indexedKeys.has(key)) return undefined
    if (key === column(field)) return { sql: `${key} = ?`, values: [value] }
    const folded = fieldOf(resource, field).filterType === 'text'
    return folded
      ? { sql: `${key} = ? AND ${column(field)} = ?`, values: [foldText(String(value)), value] }
      : { sql: `${key} = ?`, values: [value] }
  }
  const equalTo = (
    whole: IndexRange,
    actor: Actor,
    field: string,
    value: string | number | boolean,
  ): Restriction => {
    const put = declared.written?.[field]
    if (put !== undefined) return put(whole, value)
    const values = valueTables[field]
    if (values?.single) return withValue(actor, from, values, column(field), value, alive)
    if (values !== undefined) return amongValues(actor, from, values, [value], alive)
    const condition = compared(column(field), { operator: '=', value })
    const indexed = indexedValue(field, value)
    if (indexed === undefined) return { condition }
    const where = {
      sql: `${whole.where.sql} AND ${indexed.sql}`,
      values: [...whole.where.values, ...indexed.values],
    }
    return { condition, lanes: [{ ...whole, where }] }
  }
  /** A stretch of a field's values, with the stretch of its index where there is one. */
  const within = (whole: IndexRange, field: string, conditions: readonly Condition[]): Restriction => {
    const all = conditions.map((each) => compared(column(field), each))
    const condition = {
      sql: all.map(({ sql }) => `(${sql})`).join(' AND '),
      values: all.flatMap(({ values }) => [...values]),
    }
    const key = field === search?.name ? search.column : sort.includes(field) ? sortSql(field) : undefined
    if (key === undefined || (key !== id && !indexedKeys.has(key))) return { condition }
    const bounds = conditions.map((each) => (key === id ? boundOfAge(each) : each))
    const low = bounds.filter(({ operator }) => operator.startsWith('>')).map((each) => compared(key, each))
    const high = bounds.filter(({ operator }) => operator.startsWith('<')).map((each) => compared(key, each))
    const ends = high.length === 0 && key !== column(field) && key !== id ? beforeNone(key).high : high
    return { condition, lanes: [{ ...whole, range: { key, low, high: ends } }] }
  }
  /** Records bear tags by their ids, which are looked up by name. */
  const filteredBy = async (
    reader: Reader,
    whole: IndexRange,
    actor: Actor,
    { field, value }: Condition,
  ): Promise<Restriction> => {
    const values = valueTables[field]
    if (values === undefined || fieldOf(resource, field).filterType !== 'tags')
      return equalTo(whole, actor, field, value)
    const key = foldText(String(value))
    const ids = (await tagIdsByKey(reader, actor.companyNo, [key])).get(key) ?? []
    return amongValues(actor, from, values, ids, alive)
  }
  const restrictions: List['restrictions'] = async (reader, actor, given, among = wholeOf(actor)) => {
    if (given.length === 0) return []
    const filter = given.flatMap((each) => (each.field === search?.name ? foldCondition(each) : [each]))
    const equal = filter.filter(({ operator }) => operator === '=')
    const ranges = Object.groupBy(
      filter.filter(({ operator }) => operator !== '='),
      ({ field }) => field,
    )
    return [
      ...(await Promise.all(equal.map((each) => filteredBy(reader, among, actor, each)))),
      ...Object.entries(ranges).map(([field, conditions = []]) => within(among, field, conditions)),
    ]
  }
  return {
    resource,
    sort,
    filter: {
      ...(search !== undefined && { [search.name]: { type: 'tags', startsWith: true } }),
      ...Object.fromEntries(
        filterNames.map((name) => {
          const { filterType: type, example, schema } = fieldOf(resource, name)
          if (type === undefined) throw new Error(`${resource.kind}.${name} cannot be filtered by`)
          if (type !== 'text' || typeof example !== 'string') return [name, { type }]
          const choices = schema.enum?.filter((choice) => typeof choice === 'string')
          return [name, { type, sample: example, choices }]
        }),
      ),
    },
    where: (actor, field, value) => equalTo(wholeOf(actor), actor, field, value),
    whole: wholeOf,
    restrictions,
    async read(reader, actor, request, position, parts, columns) {
      const place = declared.below ? parts[0]?.lanes?.[0] : undefined
      const whole = place ?? wholeOf(actor)
      const filters = await restrictions(reader, actor, request.filter, whole)
      const sorts = request.sort.length > 0 ? request.sort : usualSort
      const keys = sorts.map(({ field, descending }) => ({ sql: sortSql(field), descending }))
      // Ids are unique: what would follow one sorts nothing any more.
      const end = keys.findIndex(({ sql }) => sql === id)
      const lastKey = end === -1 ? keys.at(-1) : keys[end]
      const equal = request.filter.filter(({ operator }) => operator === '=')
      const implied = equal.flatMap(({ field, value }) => declared.implied?.(field, value) ?? [])
      // Nor does what is the same in every row, because the filter says so.
      const fixed = new Set(
        [
          ...equal.filter(({ field }) => sort.includes(field)),
          ...implied.filter(({ isThere }) => !isThere),
        ].map(({ field }) => sortSql(field)),
      )
      const ordered = (end === -1 ? keys : keys.slice(0, end)).filter(({ sql }) => !fixed.has(sql))
      const there = implied.some(({ field, isThere }) => isThere && sortSql(field) === ordered[0]?.sql)
      const source: Source = {
        select: columns ?? select,
        all: there && ordered[0] !== undefined ? { ...whole, range: beforeNone(ordered[0].sql) } : whole,
        indexedKeys,
        wide,
      }
      return readPage(reader, {
        source,
        keys: ordered,
        idDescending: lastKey?.descending ?? declared.oldestFirst !== true,
        parts: [...(place === undefined ? parts : parts.slice(1)), ...filters],
        position,
        backwards: request.paging === 'prev' || request.paging === 'last',
        limit: request.limit,
      })
    },
  }
}

/** SQL of the columns that records are presented from: sort keys stay in their indexes. */
export function selectedColumns(resource: Resource): string {
  const shown = storedFields(resource).flatMap(({ name, publicName }) =>
    publicName === undefined ? [] : [name],
  )
  return ['companyNo', 'id', ...shown].map((name) => `t."${name}"`).join(', ')
}

/** The tables that find records by the values of a field, by the name that callers know the field by. */
function valueTablesOf(resource: Resource): Readonly<Record<string, ValueIndex>> {
  return Object.fromEntries(
    storedFields(resource).flatMap(({ name, publicName }) => {
      const index = resource.indexes[name]
      return index === undefined ? [] : [[publicName ?? name, index]]
    }),
  )
}

/** Those without a value stand behind all others. */
function beforeNone(key: string): Range {
  return { key, low: [], high: [{ sql: `${key} < '~'`, values: [] }] }
}

function fieldOf(resource: Resource, name: string): Resource['fields'][string] {
  const field = resource.fields[name]
  if (field === undefined) throw new Error(`${resource.kind} has no field ${name}`)
  return field
}

/** Whether a value of it can be longer than a name; lists are kept as texts. */
function isWide({ schema: { maxLength, type } }: Resource['fields'][string]): boolean {
  return (typeof maxLength === 'number' && maxLength > 1_000) || type === 'array'
}

/** Ids carry the moment of their record, to the millisecond, so a stretch of time is a stretch of ids. */
function boundOfAge({ field, operator, value }: Condition): Condition {
  const moment = Date.parse(String(value))
  const after = operator === '>' || operator === '<='
  return {
    field,
    operator: operator.startsWith('>') ? '>=' : '<',
    value: leastId(after ? moment + 1 : moment),
  }
}

function compared(sql: string, { operator, value }: Pick<Condition, 'operator' | 'value'>): Sql {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) return comparedToAny(sql, operator, value)
  return { sql: `${sql} ${operator} ?`, values: [value] }
}

/**
 * Fields hold whole numbers. What has a fraction, or more digits than any of them, is put as the whole number next to it:
 * PostgreSQL would take it for another type than the column's, and go by no index.
 */
function comparedToAny(sql: string, operator: Condition['operator'], value: number): Sql {
  if (operator === '=') return { sql: '1 = 0', values: [] }
  const isAbove = operator === '>' || operator === '<='
  const whole = isAbove ? Math.floor(value) : Math.ceil(value)
  const most = Number.MAX_SAFE_INTEGER
  return { sql: `${sql} ${operator} ?`, values: [Math.max(-most, Math.min(most, whole))] }
}
