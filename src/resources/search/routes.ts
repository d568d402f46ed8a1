import { maySeeDirectory } from '../../auth/permissions.ts'
import { type Actor, isCompanyAdmin, seesInternal } from '../../base/actor.ts'
import { problem } from '../../base/errors.ts'
import { isId } from '../../base/ids.ts'
import { type Reader, rows, type Sql } from '../../db/database.ts'
import { addedTexts } from '../../db/search/file-texts.ts'
import { type FoundEntry, findEntries } from '../../db/search/find.ts'
import { isInWorkspace, markOf, searchedRecords, workspaceOf } from '../../db/search/search-index.ts'
import { sql } from '../../db/sql.ts'
import { trashedTables } from '../../db/tables.ts'
import { yieldNow } from '../../fairness/scheduler.ts'
import { ok } from '../../http/answer.ts'
import type { Api } from '../../http/api.ts'
import type { ReadContext, Site } from '../../http/context.ts'
import { selectedColumns } from '../../lists/columns.ts'
import { parseSearch, type SearchTerm } from '../../query/words.ts'
import type { Field } from '../../schema/fields/fields.ts'
import { idPattern } from '../../schema/json-schema.ts'
import { present } from '../../schema/present.ts'
import { recordOfKind } from '../../schema/records.ts'
import type { Resource } from '../../schema/resource.ts'
import { tableOf } from '../../schema/storage.ts'
import { usedInMyWorkspaces } from '../tags/visible-tags.ts'
import { visibleUsers } from '../users.ts'
import { myWorkspaceIds } from '../workspaces/visible-content.ts'
import { rankMatch } from './rank-match.ts'
import { searchedKinds, searchSchema } from './schema.ts'

/** The newest matches are ranked; older ones are found with more words. */
const mostRanked = 100
const mostRankedOfKind = 25
const longestQuery = 400
const defaultLimit = 25
const greatestLimit = 100

export function searchRoutes(api: Api): void {
  const kinds = searchedKinds()
  api.get(
    '/v1/search',
    {
      summary: 'Finds records by the words in their names, titles and descriptions, and inside files.',
      needs: 'Anyone who is signed in; finds only what you may see.',
      answer: { ok: searchSchema(kinds), sentence: 'The records that have all of the words.', replica: true },
      query: {
        q: {
          sentence:
            'Words and beginnings of words, regardless of case and accents, and phrases in quotation marks. All must occur.',
          schema: { type: 'string', maxLength: longestQuery },
          example: 'press rel',
        },
        kinds: {
          sentence: `Only records of these kinds, separated by commas: ${kinds.join(', ')}.`,
          schema: { type: 'string' },
          example: 'task,file',
        },
        workspaceId: {
          sentence: 'Only records of this workspace.',
          schema: { type: 'string', pattern: idPattern },
        },
        limit: {
          sentence: 'The number of records.',
          schema: { type: 'integer', minimum: 1, maximum: greatestLimit, default: defaultLimit },
          example: defaultLimit,
        },
        perKind: {
          sentence:
            'At most this many records of each kind, so that a kind with many matches leaves room for the others.',
          schema: { type: 'integer', minimum: 1, maximum: mostRankedOfKind },
          example: 5,
        },
      },
    },
    async (ctx) => {
      const { limit, perKind, ...wanted } = readQuery(ctx)
      if (wanted.terms.length === 0) return ok({ items: [], links: {} })
      const found = await (perKind === undefined ? findVisible : findOfEachKind)(ctx.db, ctx.actor, wanted)
      const items = await itemsOf(ctx.db, ctx.site, ctx.actor, wanted.terms, found)
      const best = perKind === undefined ? items : firstOfEachKind(items, perKind)
      return ok({ items: best.slice(0, limit).map(({ shown }) => shown), links: {} })
    },
  )
}

interface Wanted {
  terms: readonly SearchTerm[]
  /** All if empty. */
  kinds: readonly string[]
  workspaceId: string | undefined
}

function readQuery(ctx: ReadContext): Wanted & { limit: number; perKind: number | undefined } {
  const refuse = (parameter: string, detail: string): never => {
    throw problem('invalid_request', detail, { faults: [{ parameter, detail }] })
  }
  const q = ctx.parameter('q') ?? ''
  if (q.length > longestQuery) refuse('q', `q may have at most ${longestQuery} characters.`)
  const kinds = (ctx.parameter('kinds') ?? '').split(',').filter((kind) => kind !== '')
  const known = searchedKinds()
  if (kinds.some((kind) => !known.includes(kind))) refuse('kinds', `kinds must be among ${known.join(', ')}.`)
  const workspaceId = ctx.parameter('workspaceId') || undefined
  if (workspaceId !== undefined && !isId(workspaceId))
    refuse('workspaceId', 'workspaceId must be the id of a workspace: 22 letters and digits.')
  const numberOf = (name: string, greatest: number): number | undefined => {
    const text = ctx.parameter(name)
    if (text === undefined) return undefined
    const number = /^[1-9]\d{0,2}$/.test(text) ? Number(text) : 0
    if (number < 1 || number > greatest) refuse(name, `${name} must be a whole number from 1 to ${greatest}.`)
    return number
  }
  const limit = numberOf('limit', greatestLimit) ?? defaultLimit
  return { terms: parseSearch(q), kinds, workspaceId, limit, perKind: numberOf('perKind', mostRankedOfKind) }
}

/** Kinds that are not in a workspace, and which of their entries `e` people from outside may see. */
const outside: Readonly<Record<string, (actor: Actor) => Sql>> = {
  user: (actor) => seen('users', visibleUsers(actor)[0]?.condition ?? sql`1 = 1`),
  tag: (actor) => seen('tags', usedInMyWorkspaces(actor)),
}

const seen = (table: string, visible: Sql): Sql => sql`EXISTS (SELECT 1 FROM ${sql.id(table)} t
  WHERE t."companyNo" = e."companyNo" AND t."id" = e."recordId" AND (${visible}))`

/** More marks make a query slow; then the condition alone decides. */
const mostMarks = 200

/** Searches each kind separately if there are more matches than are ranked. */
async function findOfEachKind(reader: Reader, actor: Actor, wanted: Wanted): Promise<FoundEntry[]> {
  const found = await findVisible(reader, actor, wanted)
  if (found.length < mostRanked || wanted.kinds.length === 1) return found
  const each: FoundEntry[] = []
  for (const kind of wanted.kinds.length > 0 ? wanted.kinds : searchedKinds())
    each.push(...(await findVisible(reader, actor, { ...wanted, kinds: [kind] }, mostRankedOfKind)))
  return each
}

function firstOfEachKind(items: readonly Item[], perKind: number): Item[] {
  const counts = new Map<string, number>()
  return items.filter(({ kind }) => {
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    return count <= perKind
  })
}

async function findVisible(
  reader: Reader,
  actor: Actor,
  { terms, kinds, workspaceId }: Wanted,
  limit = mostRanked,
): Promise<FoundEntry[]> {
  const { companyNo } = actor
  const marks = [[markOf.company(companyNo)]]
  if (kinds.length > 0) marks.push(kinds.map(markOf.kind))
  if (workspaceId !== undefined) marks.push([markOf.workspace(workspaceId)])
  const inPlace = workspaceId === undefined ? sql`1 = 1` : sql`e."workspaceId" = ${workspaceId}`
  const alive = sql`(e."workspaceId" IS NULL OR NOT EXISTS (SELECT 1 FROM "workspaces" w
    WHERE w."companyNo" = e."companyNo" AND w."id" = e."workspaceId" AND w."deletedAt" IS NOT NULL))`
  if (isCompanyAdmin(actor))
    return findEntries(reader, {
      companyNo,
      terms,
      marks,
      kinds,
      visible: sql`${inPlace} AND ${alive}`,
      limit,
    })
  const mine = await myWorkspaceIds(reader, actor, mostMarks)
  // "Internal people may see that other workspaces exist, and everybody in the company directory."
  const open = maySeeDirectory(actor) ? openKinds() : Object.keys(outside)
  if (mine.length + open.length <= mostMarks)
    marks.push([...mine.map(markOf.workspace), ...open.map(markOf.kind)])
  const ways = [
    sql`EXISTS (SELECT 1 FROM "members" m WHERE m."companyNo" = e."companyNo" AND m."workspaceId" = e."workspaceId"
      AND m."userId" = ${actor.userId})`,
    ...open.map((kind) => {
      const condition = maySeeDirectory(actor) ? sql`1 = 1` : (outside[kind]?.(actor) ?? sql`1 = 0`)
      return sql`(e."kind" = ${kind} AND ${condition})`
    }),
  ]
  const shown = seesInternal(actor) ? sql`1 = 1` : isOpen
  const visible = sql`${inPlace} AND ${alive} AND ${shown} AND (${sql.join(ways, ' OR ')})`
  return findEntries(reader, { companyNo, terms, marks, kinds, visible, limit })
}

/** Comments for internal people, which others must not find. */
const isOpen = sql`NOT (e."kind" = 'comment' AND EXISTS (SELECT 1 FROM "comments" c
  WHERE c."companyNo" = e."companyNo" AND c."id" = e."recordId" AND c."internalOnly"))`

/** Kinds that everybody in the company directory may see. */
const openKinds = (): string[] =>
  searchedRecords()
    .filter((each) => !isInWorkspace(each))
    .map(({ kind }) => kind)

interface Item {
  kind: string
  score: number
  place: number
  shown: object
}

async function itemsOf(
  reader: Reader,
  site: Site,
  actor: Actor,
  terms: readonly SearchTerm[],
  found: readonly FoundEntry[],
): Promise<Item[]> {
  const items: Item[] = []
  for (const [kind, entries] of Map.groupBy(found, (entry) => entry.kind)) {
    const resource = recordOfKind(kind)
    if (resource === undefined) continue
    const lean = leanFields(resource)
    const columns = selectedColumns(resource, {}, [...lean, ...resource.searched])
    const read = await rows<Record<string, string>>(
      reader,
      sql`SELECT ${sql.raw(columns)}${addedTexts(resource)} FROM ${sql.id(tableOf(resource))} t
        WHERE t."companyNo" = ${actor.companyNo} AND t."id" IN ${sql.list(entries.map(({ recordId }) => recordId))}
        AND ${trashedTables.has(tableOf(resource)) ? sql`t."deletedAt" IS NULL` : sql`1 = 1`}`,
    )
    const byId = new Map(read.map((row) => [row['id'], row]))
    for (const { recordId, workspaceId, place } of entries) {
      const row = byId.get(recordId)
      // Moved since it was found: the caller may not be a member there.
      if (row === undefined || workspaceOf(resource, row) !== workspaceId) continue
      const { record } = present(resource, site.publicUrl, recordId, row).only(lean)
      const { highlights, score } = rankMatch(resource, row, terms)
      items.push({ kind, place, score, shown: { kind, ...record, highlights } })
      // The text of a file can be long.
      await yieldNow()
    }
  }
  return items.toSorted((one, other) => other.score - one.score || other.place - one.place)
}

/** Without long texts, lists and values that depend on others. */
function leanFields({ fields, alwaysRead }: Resource): string[] {
  return Object.entries<Field<unknown>>(fields)
    .filter(
      ([
        name,
        {
          schema: { type, maxLength },
          storage,
          secret,
        },
      ]) => {
        const types = [type ?? []].flat()
        const isLong = types.includes('array') || types.includes('object') || Number(maxLength ?? 0) > 1_000
        return !isLong && storage !== 'none' && secret !== true && !alwaysRead.includes(name)
      },
    )
    .map(([name]) => name)
}
