import type { KeyObject } from 'node:crypto'
import type { Actor } from '../base/actor.ts'
import { type Fault, Problem } from '../base/errors.ts'
import type { Engine, Reader, Sql } from '../db/database.ts'
import type { FilterTerm } from '../query/condition.ts'
import { binding, openPlaces, type Places, type Position, sealPlaces } from '../query/cursor.ts'
import { withoutChoices } from '../query/fields.ts'
import { canonicalFilter } from '../query/filter.ts'
import { buildLinks, type Links } from '../query/links.ts'
import { type ListRequest, parseListRequest } from '../query/paging.ts'
import { absoluteOnly, asOfNow, hasRelative, resolveTerms } from '../query/relative.ts'
import type { Shape } from '../query/shape.ts'
import { canonicalSort } from '../query/sort.ts'
import type { Resource } from '../schema/resource.ts'
import { type List, sortableWith } from './list.ts'
import type { Page } from './page.ts'
import type { Restriction } from './plans.ts'

/** SQL of the names that rows with these fields refer to, to be read with the rows; undefined if that is not possible. */
export type NamesOnPage = (
  engine: Engine,
  actor: Actor,
  resource: Resource,
  fields: readonly string[] | undefined,
) => Sql | undefined

interface ListCall {
  actor: Actor
  cursorKey: KeyObject
  /** As requested. */
  path: string
  query: Readonly<Record<string, readonly string[]>>
  namesOnPage?: NamesOnPage
}

/** The faults in the list parameters, to be reported with others. */
export function listFaults(query: ListCall['query'], list: List): readonly Fault[] {
  try {
    parseListRequest(
      query,
      (filter) => sortableWith(list, filter),
      list.filter,
      Object.keys(list.resource.fields),
      list.orderedWithin,
    )
    return []
  } catch (error) {
    if (error instanceof Problem) return error.faults
    throw error
  }
}

/** Parses the list parameters, reads the page, and builds its links. */
export async function readList<R>(
  reader: Reader,
  list: List,
  { actor, cursorKey, path, query, namesOnPage }: ListCall,
  restrictions: readonly Restriction[],
  also: readonly FilterTerm[],
): Promise<{ rows: R[]; links: Links; shape: Shape; names: Page<R>['names'] }> {
  // "A filter value that a fixed choice does not have gives an empty list" in compatibility mode.
  const fields = actor.compatibility ? withoutChoices(list.filter) : list.filter
  const sortable = (filter: readonly FilterTerm[]) => sortableWith(list, [...filter, ...also])
  const members = Object.keys(list.resource.fields)
  const asked = parseListRequest(query, sortable, fields, members, list.orderedWithin)
  const request = { ...asked, filter: [...asked.filter, ...also] }
  const bound = binding({
    company: actor.companyId,
    path,
    sort: canonicalSort(request.sort),
    filter: canonicalFilter(request.filter),
  })
  const hash = request.paginationhash
  const opened = hash === undefined ? undefined : openPlaces(cursorKey, bound, hash)
  const position = opened && requestedPosition(request.paging, opened)
  // "Resolved on the first page and kept in the paginationhash."
  const asOf = hasRelative(request.filter) ? (opened?.asOf ?? asOfNow(actor)) : undefined
  const filter = asOf === undefined ? absoluteOnly(request.filter) : resolveTerms(request.filter, actor, asOf)
  const { shape } = request
  const columns = shape.fields && list.columnsOf(reader, shape.fields)
  const isNamed = shape.expandNames && list.ownColumns
  const names = isNamed ? namesOnPage?.(reader.engine, actor, list.resource, shape.fields) : undefined
  const shown = { columns, names }
  const page = await list.read<R>(reader, actor, { ...request, filter }, position, restrictions, shown)
  const carried = Object.fromEntries(
    Object.entries(query).flatMap(([name, [value]]) =>
      name === 'paging' || name === 'paginationhash' || value === undefined || value === ''
        ? []
        : [[name, value]],
    ),
  )
  const places = { ...neighbours(request.paging, position, page), asOf }
  const { previous, next } = places
  const sealed =
    previous === undefined && next === undefined ? undefined : sealPlaces(cursorKey, bound, places)
  const links = buildLinks(path, carried, { previous: previous && sealed, next: next && sealed })
  return { rows: page.rows, links, shape, names: page.names }
}

/** Where a page begins; a hash taken from the other link still works. */
function requestedPosition(paging: ListRequest['paging'], { previous, next }: Places): Position | undefined {
  return paging === 'prev' ? (previous ?? next) : (next ?? previous)
}

/**
 * The positions before and after a page. There is always something in the direction that the caller came from, or there
 * was: "an empty page reached by a link keeps `first` and `previous`", which lead back to the same position.
 */
function neighbours(
  paging: ListRequest['paging'],
  position: Position | undefined,
  { ends, more }: Page<unknown>,
): Places {
  const back = position === undefined ? undefined : { ...position, inclusive: !position.inclusive }
  if (paging === 'prev') return { previous: more, next: ends?.last ?? back }
  if (paging === 'last') return { previous: more, next: undefined }
  return { previous: position === undefined ? undefined : (ends?.first ?? back), next: more }
}
