import { demand, mayAdministerCompany } from '../auth/permissions.ts'
import type { Actor } from '../base/actor.ts'
import { problem } from '../base/errors.ts'
import type { Reader } from '../db/database.ts'
import type { ChangeRow } from '../db/rows/running.ts'
import { one } from '../http/answer.ts'
import type { Api } from '../http/api.ts'
import type { Site } from '../http/context.ts'
import { listOf } from '../lists/list.ts'
import { type Field, field, readOnly } from '../schema/fields/fields.ts'
import { optionalReference } from '../schema/fields/reference.ts'
import { name, notes } from '../schema/fields/text.ts'
import { present, type Representation } from '../schema/present.ts'
import { resource } from '../schema/resource.ts'

const changedNames: Field<never[], 'read'> = readOnly(
  field<never[]>(
    'The fields that changed. For a sign-in: its method, or what was wrong. For an export: the list, its filter, and the number of records if there were few.',
    {
      schema: { type: 'array', items: { type: 'string' } },
      filterType: undefined,
      example: ['title'],
      parse: () => [],
    },
    {},
  ),
)

const readOnlyText = (sentence: string, example: string): Field<string, 'read'> =>
  readOnly({ ...name(sentence, { example }), sortColumn: (column) => column })

const auditEntry = resource(
  'auditEntry',
  'Something that happened in the company: a change to a record, a successful or failed sign-in, an export. Entries cannot be changed.',
  {
    type: readOnlyText(
      'The kind of record and what happened to it: `task.updated`, `session.signedIn`, `user.signInFailed`, `list.exported`…',
      'task.updated',
    ),
    kind: readOnlyText('The kind of the record.', 'task'),
    recordId: readOnlyText(
      'The id of the record. For an exported list: the id of the record that contains it, or of the company.',
      '034xoOp7QM7UE5C1GyMpSt',
    ),
    workspaceId: readOnly(optionalReference('The workspace of the record, if any.', 'workspace')),
    otherWorkspaceId: readOnly(
      optionalReference('For a move: the workspace that the record came from.', 'workspace'),
    ),
    userHash: readOnly(
      optionalReference('Who did it; null if it was the service or somebody unknown.', 'user'),
    ),
    clientId: readOnly(optionalReference('The API client that acted for them, if any.', 'client')),
    requestId: readOnlyText('The id of the request in the service log.', '034xoOp7QM7UE5C1GyMpSt'),
    address: readOnly(
      notes('For sign-in events: the address they came from.', {
        max: 64,
        example: '192.0.2.7',
      }),
    ),
    fields: changedNames,
  },
)

export const audit = listOf(auditEntry, {
  from: '"changes" t',
  sort: [],
  filter: ['type', 'kind', 'recordId', 'workspaceId', 'userHash'],
  sortIndexes: ['updatedAt'],
  // There is no index by workspace: it would slow down every write, and the entries are usually among the
  // newest.
  filterIndexes: ['type', 'kind', 'recordId', 'userHash'],
  columns: {
    userHash: 't."userId"',
    // Entries never change and have no external id.
    updatedAt: 't."createdAt"',
    externalId: 'CAST(NULL AS text)',
  },
})

const onlyAdmins = 'Only company admins may see the audit log.'

const presentEntry = (site: Site, row: ChangeRow): Representation =>
  present(auditEntry, site.publicUrl, row.id, {
    ...row,
    userHash: row.userId,
    updatedAt: row.createdAt,
    createdBy: row.userId,
    externalId: null,
  })

async function findEntry(reader: Reader, actor: Actor, id: string): Promise<ChangeRow> {
  const row = await reader.query
    .selectFrom('changes')
    .selectAll()
    .where('companyNo', '=', actor.companyNo)
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) throw problem('not_found', 'There is no such entry.')
  demand(mayAdministerCompany(actor), onlyAdmins)
  return row
}

/** Reads the change log, which is written in the same transaction as each change. */
export function auditRoutes(api: Api): void {
  api.get(
    '/v1/audit',
    {
      summary: 'Lists what happened in the company, newest first.',
      needs: 'A company admin.',
      answer: { list: audit },
      problems: ['forbidden'],
    },
    (ctx) => {
      demand(mayAdministerCompany(ctx.actor), onlyAdmins)
      return ctx.page<ChangeRow>(audit, [], (found) => found.map((row) => presentEntry(ctx.site, row)))
    },
  )

  api.get(
    '/v1/audit/:entryId',
    { summary: 'Shows one entry.', needs: 'A company admin.', answer: { one: auditEntry } },
    async ({ actor, db, site, params }) =>
      one(presentEntry(site, await findEntry(db, actor, params.entryId))),
  )
}
