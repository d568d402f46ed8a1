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
    'Which fields changed; of a sign-in, how it was done or what was wrong with it; of an export, which list, its filter, and how many records it held if they were few.',
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
  'Something that happened in the company: a change to a record, a sign-in, an attempt at one, an export. Nobody can change it.',
  {
    type: readOnlyText(
      'What happened to what: `task.updated`, `session.signedIn`, `user.signInFailed`, `list.exported`…',
      'task.updated',
    ),
    kind: readOnlyText('The kind of the record.', 'task'),
    recordId: readOnlyText(
      'The id of the record; of a list that was exported, of what it stands below, or of the company.',
      '034xoOp7QM7UE5C1GyMpSt',
    ),
    workspaceId: readOnly(optionalReference('The workspace that the record is in, if any.', 'workspace')),
    otherWorkspaceId: readOnly(
      optionalReference('Of a move: the workspace that the record came from.', 'workspace'),
    ),
    userHash: readOnly(
      optionalReference('Who did it; null where it was the service, or nobody known.', 'user'),
    ),
    clientId: readOnly(optionalReference('The API client that acted for them, if any.', 'client')),
    requestId: readOnlyText('The request, as the log of the service names it.', '034xoOp7QM7UE5C1GyMpSt'),
    address: readOnly(
      notes('Of what has to do with signing in: the address that it came from.', {
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

const onlyAdmins = 'What happened in the company is for company admins to see.'

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
