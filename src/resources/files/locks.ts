import { demand, mayAdministerWorkspace, mayContribute } from '../../auth/permissions.ts'
import { clock } from '../../base/clock.ts'
import { findRow } from '../../db/records.ts'
import type { Write } from '../../db/write.ts'
import { nothing, ok } from '../../http/answer.ts'
import type { Api } from '../../http/api.ts'
import { integer } from '../../schema/fields/fields.ts'
import { idPattern, type JsonSchema } from '../../schema/json-schema.ts'
import { type FileRow, file } from '../../schema/records/file.ts'
import { findFile, lockOf, presentFile } from './file.ts'
import { demandChangeable, demandUnlocked } from './rights.ts'

const fields = {
  seconds: integer('How long the lock lasts unless it is released earlier.', 1, 2_592_000, {
    fallback: 86_400,
    example: 3_600,
  }),
}

const lockSchema: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['locked', 'lockedBy', 'lockedByName', 'lockExpiresAt'],
  properties: {
    locked: { type: 'boolean', description: 'Whether somebody holds the lock now.' },
    lockedBy: { type: ['string', 'null'], pattern: idPattern, description: 'Who (a userHash).' },
    lockedByName: { type: ['string', 'null'], description: 'Their full name.' },
    lockExpiresAt: { type: ['string', 'null'], format: 'date-time', description: 'Until when.' },
  },
}

async function enterLock(
  tx: Write,
  before: FileRow,
  state: Pick<FileRow, 'lockedBy' | 'lockExpiresAt'>,
  verb: 'locked' | 'unlocked',
): Promise<void> {
  const { row, fields: changed, previous } = await tx.update(file, before, state)
  if (changed.length === 0) return
  const names = ['locked', 'lockedBy', 'lockExpiresAt']
  tx.log({ verb, kind: 'file', recordId: row.id, workspaceId: row.workspaceId, fields: names, previous })
}

export function lockRoutes(api: Api): void {
  api.get(
    '/v1/files/:fileId/lock',
    {
      summary: 'Shows who has locked a file, and until when.',
      needs: 'A member of its workspace.',
      answer: { ok: lockSchema, sentence: 'The lock.' },
    },
    async ({ actor, db, params }) => {
      const { row } = await findFile(db, actor, params.fileId)
      const lock = lockOf(row)
      const holder = lock === undefined ? undefined : await findRow(db, 'users', row.companyNo, lock.by)
      return ok({
        locked: lock !== undefined,
        lockedBy: lock?.by ?? null,
        lockedByName: holder?.fullName ?? null,
        lockExpiresAt: lock?.until ?? null,
      })
    },
  )

  api.post(
    '/v1/files/:fileId/lock',
    {
      summary: 'Locks a file for a while, or extends your own lock. Others can only read it in the meantime.',
      needs: 'A Contributor of its workspace.',
      body: { members: fields, optional: true },
      answer: 'nothing',
      problems: ['archived', 'locked', 'read_only'],
    },
    async (ctx) => {
      const { actor, tx, site, params } = ctx
      const found = await findFile(tx, actor, params.fileId)
      demand(mayContribute(found.workspace.role), 'Readers of a workspace may not lock its files.')
      const { seconds } = await ctx.members(fields)
      ctx.match(await presentFile(tx, site, actor, found.row))
      await demandChangeable(tx, actor, found)
      const until = new Date(clock.now() + seconds * 1000).toISOString()
      const present = lockOf(found.row)
      // "Renewed (never shortened) by its holder."
      const lockExpiresAt = present !== undefined && present.until > until ? present.until : until
      await enterLock(tx, found.row, { lockedBy: actor.userId, lockExpiresAt }, 'locked')
      return nothing()
    },
  )

  api.delete(
    '/v1/files/:fileId/lock',
    {
      summary: 'Releases your own lock; an Admin can break another’s.',
      needs: 'A Contributor of its workspace; an Admin with `force`.',
      query: {
        force: { sentence: '`true` breaks the lock that somebody else holds.', schema: { type: 'boolean' } },
      },
      answer: 'nothing',
      problems: ['locked'],
    },
    async (ctx) => {
      const { actor, tx, site, params } = ctx
      const { row, workspace } = await findFile(tx, actor, params.fileId)
      demand(mayContribute(workspace.role), 'Readers of a workspace may not lock its files.')
      const force = ctx.flag('force')
      demand(
        !force || mayAdministerWorkspace(workspace.role),
        'Only Admins of the workspace may break locks.',
      )
      ctx.match(await presentFile(tx, site, actor, row))
      if (!force) await demandUnlocked(tx, actor, row)
      if (lockOf(row) !== undefined)
        await enterLock(tx, row, { lockedBy: null, lockExpiresAt: null }, 'unlocked')
      return nothing()
    },
  )
}
