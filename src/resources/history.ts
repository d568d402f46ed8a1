import type { Actor } from '../base/actor.ts'
import { openTypesOf } from '../db/change-log/types.ts'
import type { Reader } from '../db/database.ts'
import type { ChangeRow } from '../db/rows/running.ts'
import { sql } from '../db/sql.ts'
import { type Viewer, viewerOf } from '../feed/visible.ts'
import type { Api } from '../http/api.ts'
import type { Site } from '../http/context.ts'
import { listOf } from '../lists/list.ts'
import { type Field, field, readOnly } from '../schema/fields/fields.ts'
import { optionalReference } from '../schema/fields/reference.ts'
import { name } from '../schema/fields/text.ts'
import { aKind } from '../schema/kind-words.ts'
import { present, type Representation } from '../schema/present.ts'
import { resource } from '../schema/resource.ts'
import { findAccount } from './accounts/account.ts'
import { findEvent } from './events.ts'
import { findFile } from './files/file.ts'
import { findFolder } from './folders/folder.ts'
import { findMilestone } from './milestones.ts'
import { findReport } from './reports/report.ts'
import { findTag } from './tags/tag.ts'
import { findTasklist } from './tasklists/tasklist.ts'
import { findTask } from './tasks/task.ts'
import { findTime } from './times/time.ts'
import { findUser } from './users.ts'
import { findGroup } from './workspace-groups.ts'
import { findWorkspace } from './workspaces/workspace.ts'

const text = (sentence: string, example: string): Field<string, 'read'> =>
  readOnly({ ...name(sentence, { example }), sortColumn: (column) => column })

const names: Field<never[], 'read'> = readOnly(
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

const previousValues: Field<Record<string, never>, 'read'> = readOnly(
  field<Record<string, never>>(
    'The values of those fields before the change. A value of more than 1,024 characters of JSON is `{"omitted": <length>}`.',
    { schema: { type: 'object' }, filterType: undefined, example: { status: 'Open' }, parse: () => ({}) },
    {},
  ),
)

const change = resource('change', 'A change of a record: who changed what, and the values before.', {
  type: text('The kind of record and what happened to it.', 'task.updated'),
  recordId: text('The id of the record.', '034xoOp7QM7UE5C1GyMpSt'),
  workspaceId: readOnly(optionalReference('The workspace of the record then, if you see it.', 'workspace')),
  otherWorkspaceId: readOnly(
    optionalReference('For a move: the workspace that the record came from, if you see it.', 'workspace'),
  ),
  userHash: readOnly(optionalReference('Who did it; null if it was the service.', 'user')),
  clientId: readOnly(optionalReference('The API client that acted for them, if any.', 'client')),
  requestId: text('The id of the request.', '034xoOp7QM7UE5C1GyMpSt'),
  fields: names,
  previous: previousValues,
})

const history = listOf(change, {
  from: '"changes" t',
  sort: [],
  filter: ['type', 'recordId', 'userHash'],
  sortIndexes: ['updatedAt'],
  filterIndexes: ['type', 'recordId', 'userHash'],
  columns: {
    userHash: 't."userId"',
    // Changes never change and have no external id.
    updatedAt: 't."createdAt"',
    externalId: 'CAST(NULL AS text)',
  },
})

function presentEntry(site: Site, { caller, workspaceIds }: Viewer, row: ChangeRow): Representation {
  const seen = (id: string | null): string | null =>
    id !== null && (caller.permissions.includes('companyAdmin') || workspaceIds.has(id)) ? id : null
  return present(change, site.publicUrl, row.id, {
    ...row,
    workspaceId: seen(row.workspaceId),
    otherWorkspaceId: seen(row.otherWorkspaceId),
    previous:
      row.otherWorkspaceId !== null && seen(row.otherWorkspaceId) === null
        ? {}
        : withoutHidden(JSON.parse(row.previous ?? '{}'), seen),
    userHash: row.userId,
    updatedAt: row.createdAt,
    createdBy: row.userId,
    externalId: null,
  })
}

function withoutHidden(
  { workspaceId, ...previous }: Record<string, unknown>,
  seen: (id: string | null) => string | null,
): Record<string, unknown> {
  return typeof workspaceId === 'string' && seen(workspaceId) !== null
    ? { ...previous, workspaceId }
    : previous
}

/** Whether only companies of one organization have records of this kind. */
const isOrganized = (kind: string): boolean => kind === 'account' || kind === 'workspaceGroup'

/** Finds a record for people who may see it; throws otherwise. */
type Find = (reader: Reader, actor: Actor, id: string) => Promise<unknown>

export function historyRoutes(api: Api): void {
  const route = (path: string, kind: string, find: Find, needs: string): void => {
    // Sign-ins and exports are for the audit log.
    const isShown = { condition: sql`t."type" IN ${sql.list(openTypesOf(kind))}` }
    api.get(
      `${path}/history`,
      {
        summary: `Lists the changes of ${aKind(kind)}, newest first, with the values before each.`,
        needs,
        answer: { list: history },
        problems: ['forbidden', ...(isOrganized(kind) ? (['not_for_this_account_type'] as const) : [])],
      },
      async (ctx) => {
        const [id = ''] = Object.values(ctx.params as Record<string, string>)
        await find(ctx.db, ctx.actor, id)
        const viewer = await viewerOf(ctx.db, ctx.actor)
        const parts = [history.where(ctx.actor, 'recordId', id), isShown]
        return ctx.page<ChangeRow>(history, parts, (found) =>
          found.map((row) => presentEntry(ctx.site, viewer, row)),
        )
      },
    )
  }
  const member = 'A member of its workspace.'
  const directory = 'Internal people; external people if they may see the record.'
  route('/v1/tasks/:taskId', 'task', findTask, member)
  route('/v1/files/:fileId', 'file', findFile, member)
  route('/v1/folders/:folderId', 'folder', findFolder, member)
  route('/v1/milestones/:milestoneId', 'milestone', findMilestone, member)
  route('/v1/tasklists/:tasklistId', 'tasklist', findTasklist, member)
  route('/v1/events/:eventId', 'event', findEvent, member)
  route('/v1/times/:timeId', 'time', findTime, member)
  route('/v1/workspaces/:workspaceId', 'workspace', findWorkspace, 'A member, or internal people.')
  route('/v1/users/:userHash', 'user', findUser, directory)
  route('/v1/accounts/:accountId', 'account', findAccount, directory)
  route('/v1/workspaceGroups/:groupId', 'workspaceGroup', findGroup, directory)
  route('/v1/tags/:tagId', 'tag', findTag, directory)
  route(
    '/v1/reports/:reportId',
    'report',
    findReport,
    'Its creator, company admins, and internal people if it is shared.',
  )
}
