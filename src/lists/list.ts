import type { Actor } from '../base/actor.ts'
import type { Engine, Reader, Sql } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { tagIdsOf } from '../db/tag-names.ts'
import type { Condition, FilterTerm } from '../query/condition.ts'
import type { Position } from '../query/cursor.ts'
import { type FilterFields, foldText } from '../query/fields.ts'
import type { ListRequest } from '../query/paging.ts'
import { foldCondition } from '../query/prefix.ts'
import type { Fields, ListFields, Resource } from '../schema/resource.ts'
import { tableOf } from '../schema/storage.ts'
import { selectedColumns } from './columns.ts'
import { boundOfAge, compared } from './compared.ts'
import { containing, type NamedBy, namedBy } from './containing.ts'
import {
  type DerivedFilter,
  fieldOf,
  filterFieldsOf,
  isNone,
  isWide,
  valueTablesOf,
  withoutId,
  withValueIn,
} from './declared.ts'
import { type Page, readPage } from './page.ts'
import { allOf, alsoMeeting, type IndexRange, type ListSource, type Restriction } from './plans.ts'
import { currentPosition } from './rank-position.ts'
import { withAnyOf, withValue } from './value-tables.ts'

/** What a list has beyond the declaration of its resource, or instead of it. */
interface Declaration<F extends Fields> extends Partial<ListFields<keyof F & string>> {
  /** The table, as `t`, with its joins; by default the resource's own table. */
  from?: string
  /** SQL for the id of a row; `t."id"` by default. */
  id?: string
  /** The columns to read; those of the resource if absent. */
  select?: string
  /** SQL of fields that are read along with the resource's columns. */
  added?: (engine: Engine) => Readonly<Record<string, string>>
  /** Its indexes begin with a parent record: the first restriction of each page is one index range of that parent. */
  below?: boolean
  /** The restriction for a field that no column holds. */
  written?: Readonly<Record<string, (whole: IndexRange, value: string | number | boolean) => Restriction>>
  /** Booleans that it filters by, beside its fields. */
  derived?: Readonly<Record<string, DerivedFilter>>
  /** Where the words of its names are, if the resource itself is not in the search index. */
  named?: NamedBy
  /** What a filter `field = value` implies about another sort field: that it has a value, or that it has none. */
  implied?: (field: string, value: string | number | boolean) => Implied | undefined
  /** SQL of fields that are not columns of `t`. */
  columns?: Readonly<Record<string, string>>
  /** A field for filters only, compared without regard to case and by prefix: its name, and its indexed key. */
  search?: { name: string; column: string }
  oldestFirst?: boolean
  /** Its routes fix the field within which the records have an order, so it can always be sorted by `rank`. */
  inOrder?: boolean
}

/** The parameters of a list, with the meaning that its filter has for the caller. */
type ResolvedRequest = Omit<ListRequest, 'filter'> & { filter: readonly Condition[] }

interface Implied {
  field: string
  hasValue: boolean
}

/** A list, and what it can be sorted and filtered by. */
export interface List {
  resource: Resource
  sort: readonly string[]
  filter: FilterFields
  /** It can also be sorted by `rank` if the filter fixes this field. */
  orderedWithin: string | undefined
  /** The restriction `field = value` (for a tag, its id); for filters and for lists within another record. */
  where(actor: Actor, field: string, value: string | number | boolean): Restriction
  /** SQL of the columns that a record with only these fields is presented from; undefined: all columns. */
  columnsOf(reader: Reader, fields: readonly string[]): string | undefined
  /** Whether rows have the columns of the resource. */
  ownColumns: boolean
  /** All rows of the caller's company. */
  whole(actor: Actor): IndexRange
  /** The restrictions of a filter, among all rows or those of an index range. */
  restrictions(
    reader: Reader,
    actor: Actor,
    filter: readonly Condition[],
    among?: IndexRange,
  ): Promise<Restriction[]>
  read<R>(
    reader: Reader,
    actor: Actor,
    request: ResolvedRequest,
    position: Position | undefined,
    restrictions: readonly Restriction[],
    /** For callers that do not need all columns, or want names with the rows. */
    shown?: { columns?: string | undefined; names?: Sql | undefined },
  ): Promise<Page<R>>
}

/** The fields that a list with this filter can be sorted by. */
export function sortableWith(
  { sort, orderedWithin }: List,
  filter: readonly FilterTerm[],
): readonly string[] {
  const fixes = filter.some(({ field, operator }) => field === orderedWithin && operator === '=')
  return fixes && !sort.includes('rank') ? [...sort, 'rank'] : sort
}

const rankKey = 't."rankKey"'

const noFields: ListFields = { sort: [], filter: [], sortIndexes: [], filterIndexes: [] }

export function listOf<F extends Fields>(resource: Resource<F>, given: Declaration<F> = {}): List {
  const declared = { ...noFields, ...resource.list, ...(given as Declaration<Fields>) }
  const sort = [...declared.sort, 'createdAt', 'updatedAt', ...(declared.inOrder ? ['rank'] : [])]
  const filterNames: readonly string[] = [...declared.filter, 'createdAt', 'updatedAt', 'externalId']
  const id = declared.id ?? 't."id"'
  const { search, derived = {} } = declared
  const isNamed = declared.from === undefined && filterNames.includes(resource.searched[0] ?? '')
  const named = declared.named ?? (isNamed ? namedBy(resource, id) : undefined)
  const column = (name: string): string =>
    name === search?.name ? search.column : (declared.columns?.[name] ?? `t."${name}"`)
  const sortSql = (name: string): string => {
    if (name === 'rank') return rankKey
    const sortColumn = fieldOf(resource, name).sortColumn(name)
    if (sortColumn === 'id') return declared.columns?.[name] ?? id
    return declared.columns?.[sortColumn] ?? `t."${sortColumn}"`
  }
  const tableName = resource.table ?? ''
  const from = declared.from ?? `"${tableOf(resource)}" t`
  // Lists leave out the trash, unless they are about it.
  for (const name of declared.sort) {
    const { nullable, sortColumn } = fieldOf(resource, name)
    // A cursor cannot hold null: fields that may be null sort by a generated `…Key` column.
    if (nullable && sortColumn(name) === name) throw new Error(`${resource.kind}.${name} has no sort key`)
  }
  const alive = Object.hasOwn(resource.hidden, 'deletedAt') ? sql` AND t."deletedAt" IS NULL` : sql``
  const valueTables = valueTablesOf(resource)
  const ownColumns = resource.table !== undefined && declared.select === undefined
  const columnsFor = (engine: Engine, fields?: readonly string[]): string =>
    declared.select ?? (ownColumns ? selectedColumns(resource, declared.added?.(engine), fields) : 't.*')
  const select = { sqlite: columnsFor('sqlite'), postgres: columnsFor('postgres') }
  const indexedKeys = new Set([...declared.sortIndexes.map(sortSql), rankKey])
  const wide = Object.keys(resource.fields).filter((name) => isWide(fieldOf(resource, name)))
  const wholeOf = (actor: Actor): IndexRange => ({
    from,
    id,
    where: sql`t."companyNo" = ${actor.companyNo}${alive}`,
  })
  // "Without `sort`: newest first": by id, unless the record may be younger than its id.
  const byAge = { field: 'createdAt', descending: declared.oldestFirst !== true }
  const defaultSort = sortSql('createdAt') === id ? [] : [byAge]
  /** `field = value` in terms of an index that continues by id. */
  const indexedValue = (field: string, value: string | number | boolean): Sql | undefined => {
    // Fields hold whole numbers, and PostgreSQL refuses to compare an integer column with a fraction.
    if (typeof value === 'number' && !Number.isSafeInteger(value)) return undefined
    if (declared.filterIndexes.includes(field) || field === search?.name)
      return compared(column(field), { operator: '=', value })
    const key = sort.includes(field) ? sortSql(field) : id
    if (key === id || !indexedKeys.has(key)) return undefined
    if (key === column(field)) return compared(key, { operator: '=', value })
    const folded = fieldOf(resource, field).filterType === 'text'
    return folded
      ? sql`${sql.raw(key)} = ${foldText(String(value))} AND ${sql.raw(column(field))} = ${value}`
      : compared(key, { operator: '=', value })
  }
  const equalTo = (
    whole: IndexRange,
    actor: Actor,
    field: string,
    value: string | number | boolean,
  ): Restriction => {
    const written = declared.written?.[field]
    if (written !== undefined) return written(whole, value)
    const fixes = { field, value }
    const values = valueTables[field]
    if (isNone(resource.fields[field], value)) return withoutId(fieldOf(resource, field), column(field))
    if (values?.single) return withValue(actor, from, values, column(field), value, alive)
    if (values !== undefined) return withAnyOf(actor, from, values, [value], alive)
    const condition = compared(column(field), { operator: '=', value })
    const indexed = indexedValue(field, value)
    if (indexed === undefined) return { condition, fixes }
    return { condition, fixes, indexRanges: [{ ...whole, where: sql`${whole.where} AND ${indexed}` }] }
  }
  /** A range of a field's values, with its index range where there is an index. */
  const within = (whole: IndexRange, field: string, conditions: readonly Condition[]): Restriction => {
    const condition = allOf(conditions.map((each) => compared(column(field), each)))
    const key = field === search?.name ? search.column : sort.includes(field) ? sortSql(field) : undefined
    if (key === undefined || (key !== id && !indexedKeys.has(key))) return { condition }
    const bounds = conditions.map((each) => (key === id ? boundOfAge(each) : each))
    const low = bounds.filter(({ operator }) => operator.startsWith('>')).map((each) => compared(key, each))
    const high = bounds.filter(({ operator }) => operator.startsWith('<')).map((each) => compared(key, each))
    const ends =
      high.length === 0 && key !== column(field) && key !== id
        ? withValueIn(key, fieldOf(resource, field)).high
        : high
    return { condition, indexRanges: [{ ...whole, range: { key, low, high: ends } }] }
  }
  /** Records store the ids of their tags, which are looked up by name. */
  const filteredBy = async (
    reader: Reader,
    whole: IndexRange,
    actor: Actor,
    { field, operator, value, today = '' }: Condition,
  ): Promise<Restriction> => {
    const own = derived[field]
    if (own !== undefined)
      return own.restriction(whole, value === true, { companyNo: actor.companyNo, today })
    if (operator === 'contains' && named !== undefined)
      return containing(reader, actor, named, whole, String(value))
    const values = valueTables[field]
    if (values === undefined || fieldOf(resource, field).filterType !== 'tags')
      return equalTo(whole, actor, field, value)
    const ids = await tagIdsOf(reader, actor.companyNo, foldText(String(value)))
    return withAnyOf(actor, from, values, ids, alive)
  }
  const restrictions: List['restrictions'] = async (reader, actor, given, among = wholeOf(actor)) => {
    if (given.length === 0) return []
    const filter = given.flatMap((each) => (each.field === search?.name ? foldCondition(each) : [each]))
    const isSingle = ({ operator }: Condition): boolean => operator === '=' || operator === 'contains'
    const equal = filter.filter(isSingle)
    const ranges = Object.groupBy(
      filter.filter((each) => !isSingle(each)),
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
      ...filterFieldsOf(resource, filterNames, derived, named?.field),
    },
    orderedWithin: declared.orderedWithin,
    where: (actor, field, value) => equalTo(wholeOf(actor), actor, field, value),
    columnsOf: ({ engine }, fields) => (ownColumns ? columnsFor(engine, fields) : undefined),
    whole: wholeOf,
    restrictions,
    ownColumns,
    async read(reader, actor, request, position, given, shown) {
      const parent = declared.below ? given[0]?.indexRanges?.[0] : undefined
      const among = parent ?? wholeOf(actor)
      const own = parent === undefined ? given : given.slice(1)
      const all = [...own, ...(await restrictions(reader, actor, request.filter, among))]
      const byRank = request.sort.some(({ field }) => field === 'rank')
      const order = byRank ? all.find(({ fixes }) => fixes?.field === declared.orderedWithin) : undefined
      // The index by rank begins with the record that the order belongs to.
      const whole =
        order === undefined ? among : { ...among, where: sql`${among.where} AND ${order.condition}` }
      const sorts = request.sort.length > 0 ? request.sort : defaultSort
      const keys = sorts.map(({ field, descending }) => ({ sql: sortSql(field), descending }))
      // Ids and ranks are unique, so keys after them change nothing.
      const end = keys.findIndex((key) => key.sql === id || key.sql === rankKey)
      const lastKey = end === -1 ? keys.at(-1) : keys[end]
      const upTo = end === -1 ? keys : keys.slice(0, lastKey?.sql === id ? end : end + 1)
      const equal = request.filter.filter(({ operator }) => operator === '=')
      const implied = equal.flatMap(({ field, value }) => declared.implied?.(field, value) ?? [])
      // Nor do keys that the filter fixes to one value.
      const fixed = new Set(
        [
          ...equal.filter(({ field }) => sort.includes(field)),
          ...implied.filter(({ hasValue }) => !hasValue),
        ].map(({ field }) => sortSql(field)),
      )
      const ordered = upTo.filter((key) => !fixed.has(key.sql))
      const [first] = ordered
      const filled = implied.find(({ field, hasValue }) => hasValue && sortSql(field) === first?.sql)
      const source: ListSource = {
        select: shown?.columns ?? select[reader.engine],
        ...(shown?.names && { names: shown.names }),
        all:
          filled === undefined
            ? whole
            : { ...whole, range: withValueIn(sortSql(filled.field), fieldOf(resource, filled.field)) },
        indexedKeys,
        wide,
      }
      return readPage(reader, {
        source,
        keys: ordered,
        idDescending: lastKey?.descending ?? declared.oldestFirst !== true,
        restrictions: order === undefined ? all : alsoMeeting(order, all),
        position: await currentPosition(
          reader,
          actor,
          tableName,
          ordered.findIndex((key) => key.sql === rankKey),
          position,
        ),
        backwards: request.paging === 'prev' || request.paging === 'last',
        limit: request.limit,
      })
    },
  }
}
