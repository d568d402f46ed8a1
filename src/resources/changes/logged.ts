import { readNextValues } from '../../db/change-log/next-values.ts'
import { inChunks, type Reader, rows, type SqlValue } from '../../db/database.ts'
import type { ChangeRow } from '../../db/rows/running.ts'
import { sql } from '../../db/sql.ts'
import { readTagNames } from '../../db/tag-names.ts'
import type { Viewer } from '../../feed/visible.ts'
import type { Site } from '../../http/context.ts'
import { type Field, field, readOnly } from '../../schema/fields/fields.ts'
import { optionalReference } from '../../schema/fields/reference.ts'
import { name } from '../../schema/fields/text.ts'
import { present, type Representation } from '../../schema/present.ts'
import { recordOfKind } from '../../schema/records.ts'
import { resource } from '../../schema/resource.ts'
import { decode, storedFields, tableOf } from '../../schema/storage.ts'

const text = (sentence: string, example: string): Field<string, 'read'> =>
  readOnly({ ...name(sentence, { example }), sortColumn: (column) => column })

const fieldNames: Field<never[], 'read'> = readOnly(
  field<never[]>(
    'The fields that changed.',
    {
      schema: { type: 'array', items: { type: 'string' } },
      filterType: undefined,
      example: ['status'],
      parse: () => [],
    },
    {},
  ),
)

const values = (sentence: string, example: Record<string, unknown>): Field<Record<string, never>, 'read'> =>
  readOnly({
    ...field<Record<string, never>>(
      sentence,
      {
        schema: { type: 'object' },
        filterType: undefined,
        example: example as Record<string, never>,
        parse: () => ({}),
      },
      {},
    ),
    refersIn: (kind, name) => recordOfKind(kind)?.fields[name]?.refersTo,
  })

const long = 'A value of more than 1,024 characters of JSON is `{"omitted": <length>}`.'

/** A change in the log of a company, as its people see it. */
export const change = resource('change', 'A change of a record: who changed what, and the values before.', {
  type: text('The kind of record and what happened to it.', 'task.updated'),
  recordId: {
    ...text('The id of the record.', '034xoOp7QM7UE5C1GyMpSt'),
    refersTo: 'record',
    mayBeGone: true,
  },
  workspaceId: readOnly(optionalReference('The workspace of the record then, if you see it.', 'workspace')),
  otherWorkspaceId: readOnly(
    optionalReference('For a move: the workspace that the record came from, if you see it.', 'workspace'),
  ),
  userHash: readOnly(optionalReference('Who did it; null if it was the service.', 'user')),
  clientId: readOnly(optionalReference('The API client that acted for them, if any.', 'client')),
  requestId: text('The id of the request.', '034xoOp7QM7UE5C1GyMpSt'),
  fields: fieldNames,
  previous: values(`The values of those fields before the change. ${long}`, { status: 'Open' }),
  kind: text('The kind of the record.', 'task'),
  after: values(
    `The values of those fields after the change, as far as they are known: not of records that are gone. ${long}`,
    { status: 'Completed' },
  ),
})

/** The fields of a list of changes that are not columns of the log. */
export const loggedColumns = {
  userHash: 't."userId"',
  // Changes never change and have no external id.
  updatedAt: 't."createdAt"',
  externalId: 'CAST(NULL AS text)',
}

/** Presents changes with the values before and after. */
export async function presentLogged(
  reader: Reader,
  site: Site,
  { caller, workspaceIds }: Viewer,
  found: readonly ChangeRow[],
): Promise<Representation[]> {
  const seen = (id: unknown): boolean =>
    typeof id === 'string' && (caller.permissions.includes('companyAdmin') || workspaceIds.has(id))
  const shown = (id: string | null): string | null => (seen(id) ? id : null)
  const isMovedAway = (row: ChangeRow): boolean => row.otherWorkspaceId !== null && !seen(row.workspaceId)
  const afters = await readAfter(reader, caller.companyNo, found)
  return found.map((row) => {
    // These values belong to the workspace that the record came from.
    const isHidden = row.otherWorkspaceId !== null && !seen(row.otherWorkspaceId)
    return present(change, site.publicUrl, row.id, {
      ...row,
      recordKind: row.kind,
      workspaceId: shown(row.workspaceId),
      otherWorkspaceId: shown(row.otherWorkspaceId),
      previous: isHidden ? {} : withoutUnseen(JSON.parse(row.previous ?? '{}'), seen),
      // And after a move, they belong to the workspace that it went to.
      after: isMovedAway(row) ? {} : withoutUnseen(afters.get(row.id) ?? {}, seen),
      userHash: row.userId,
      updatedAt: row.createdAt,
      createdBy: row.userId,
      externalId: null,
    })
  })
}

function withoutUnseen(
  { workspaceId, ...rest }: Readonly<Record<string, unknown>>,
  seen: (id: unknown) => boolean,
): Record<string, unknown> {
  return seen(workspaceId) ? { ...rest, workspaceId } : rest
}

/** Characters of JSON, as in the log. */
const longest = 1_024

/** The values of the changed fields after each change: those before the next change of the field, or the current ones. */
async function readAfter(
  reader: Reader,
  companyNo: number,
  found: readonly ChangeRow[],
): Promise<Map<string, Record<string, unknown>>> {
  const asked = found.flatMap(({ id: changeId, kind, recordId, fields }) => {
    const known = publicFieldsOf(kind)
    const names = (JSON.parse(fields) as string[]).filter((each) => known.has(each))
    return names.map((name) => ({ changeId, kind, recordId, field: name }))
  })
  const next = await readNextValues(reader, companyNo, asked)
  const isCurrent = asked.filter(({ changeId, field: name }) => next.get(changeId, name) === undefined)
  const current = await readCurrent(reader, companyNo, isCurrent)
  const afters = new Map<string, Record<string, unknown>>()
  for (const { changeId, recordId, field: name } of asked) {
    const later = next.get(changeId, name)
    const value = later === undefined ? current.get(recordId)?.[name] : later.value
    if (value === undefined) continue
    const length = JSON.stringify(value).length
    const after = afters.get(changeId) ?? {}
    after[name] = later === undefined && length > longest ? { omitted: length } : value
    afters.set(changeId, after)
  }
  return afters
}

/** The stored fields of a kind that callers see. */
function publicFieldsOf(kind: string): Set<string> {
  const record = recordOfKind(kind)
  if (record?.table === undefined) return new Set()
  const open = storedFields(record).filter(({ field: { secret } }) => !secret)
  return new Set(open.flatMap(({ publicName }) => publicName ?? []))
}

/** The current values of records by their public names, by id. */
async function readCurrent(
  reader: Reader,
  companyNo: number,
  asked: readonly { kind: string; recordId: string }[],
): Promise<Map<string, Record<string, unknown>>> {
  const current = new Map<string, Record<string, unknown>>()
  for (const [kind, some] of Map.groupBy(asked, (each) => each.kind)) {
    const record = recordOfKind(kind)
    if (record === undefined) continue
    for (const ids of inChunks([...new Set(some.map(({ recordId }) => recordId))]))
      for (const row of await rows<Record<string, SqlValue> & { id: string }>(
        reader,
        sql`SELECT * FROM ${sql.id(tableOf(record))} WHERE "companyNo" = ${companyNo} AND "id" IN ${sql.list(ids)}`,
      )) {
        const shown = storedFields(record).flatMap((stored) =>
          stored.publicName === undefined
            ? []
            : [[stored.publicName, decode(stored, row[stored.name] ?? null)]],
        )
        current.set(row.id, Object.fromEntries(shown))
      }
  }
  await nameTags(reader, companyNo, [...current.values()])
  return current
}

/** Replaces the ids of tags by their names, as the log has them. */
async function nameTags(
  reader: Reader,
  companyNo: number,
  records: readonly Record<string, unknown>[],
): Promise<void> {
  const tagged = records.filter((record): record is { tags: string[] } => Array.isArray(record['tags']))
  const known = await readTagNames(
    reader,
    companyNo,
    tagged.flatMap(({ tags }) => tags),
  )
  for (const record of tagged) record.tags = record.tags.flatMap((id) => known.get(id)?.tagName ?? [])
}
