import { expect, test } from 'vitest'
import { fillInbox } from '../../prove/notifications/inbox.ts'
import { buildApp } from '../../src/app.ts'
import { rows, type Sql } from '../../src/db/database.ts'
import { recorded } from '../support/recording.ts'
import { unlimited, useWorld } from '../support/world.ts'

const world = useWorld(unlimited)
const count = 5_000

async function explain({ sql, values }: Sql): Promise<string> {
  const prefix = world.engine === 'sqlite' ? 'EXPLAIN QUERY PLAN ' : 'EXPLAIN '
  const found = await rows<Record<string, string>>(world.db, { sql: prefix + sql, values })
  return found.map((row) => row['detail'] ?? row['QUERY PLAN']).join('\n')
}

/** As for a statement that is prepared for any person: PostgreSQL then expects few notifications of each. */
function explainForAnyone({ sql, values }: Sql): Promise<string> {
  return world.engine === 'sqlite'
    ? explain({ sql, values })
    : explain({ sql: `(GENERIC_PLAN) ${sql}`, values: [] })
}

/** PostgreSQL reads an index alone once it knows that all rows are visible: not while others still read older ones. */
async function vacuum(): Promise<boolean> {
  await rows(world.db, { sql: 'VACUUM ANALYZE "notifications"', values: [] })
  const [found] = await rows<{ isDone: boolean }>(world.db, {
    sql: `SELECT relallvisible = relpages AS "isDone" FROM pg_class WHERE relname = 'notifications'`,
    values: [],
  })
  return found?.isDone === true
}

test('an inbox is read along its order, its rows by id, and counted from an index alone', async () => {
  const company = await world.company()
  const workspaceId = (await company.admin.create('/v1/workspaces', { workspaceName: 'Busy' })).id
  const taskId = (await company.admin.create('/v1/tasks', { title: 'Followed', workspaceId })).id
  const { id } = await world.person(company, { workspaceId })
  for (const adminId of [company.adminId, id])
    await fillInbox(world.db, { companyNo: company.companyNo, adminId }, { taskId, workspaceId }, count)
  if (world.engine === 'postgres') await expect.poll(vacuum).toBe(true)
  const sent: Sql[] = []
  const db = recorded(world.db, {
    query: () => undefined,
    run: (sql, send) => {
      if (/FROM "notifications" t/.test(sql.sql)) sent.push(sql)
      return send()
    },
  })
  const app = buildApp({ config: world.config, db, blobs: world.blobs, secret: Buffer.alloc(32) })
  await app.server.ready()
  try {
    for (const userId of [company.adminId, id]) {
      const headers = { authorization: `Bearer ${await world.token(company, userId)}` }
      const get = async (rest: string): Promise<{ body: string; statements: Sql[] }> => {
        sent.length = 0
        const { payload } = await app.server.inject({ url: `/v1/users/me/notifications${rest}`, headers })
        return { body: payload, statements: [...sent] }
      }
      const filter = encodeURIComponent('done=false AND snoozed=false')
      const page = await get(`?sort=-lastAt&limit=50&filter=${filter}`)
      expect(JSON.parse(page.body).items).toHaveLength(50)
      const [first] = page.statements
      expect(first && (await explain(first))).toMatch(
        /(?:USING INDEX|Backward using) "?notifications(?:ByLastAt|Open)/,
      )
      expect(Number(/LIMIT (\d+)/.exec(first?.sql ?? '')?.[1])).toBeLessThan(count)
      const fetching = page.statements.at(-1)
      expect(fetching?.sql).toContain('t."id" IN (')
      expect(fetching && (await explainForAnyone(fetching))).toMatch(
        /USING INDEX sqlite_autoindex_notifications_1 \(companyNo=\? AND id=\?\)|Index Scan using notifications_pkey/,
      )

      const summary = await get('/summary')
      expect(JSON.parse(summary.body).unread).toBe(count)
      expect(summary.statements).toHaveLength(1)
      const [counting] = summary.statements
      expect(counting && (await explain(counting))).toMatch(
        /USING COVERING INDEX notificationsUnread|Index Only Scan using "notificationsUnread"/,
      )
    }
  } finally {
    await app.server.close()
  }
})
