import { issueToken } from '../src/auth/access-token.ts'
import type { Database } from '../src/db/database.ts'
import { dayOf, dropIndexes, idOf, insert, unhurried } from './generated-rows.ts'
import { withCompany } from './one-company.ts'

export interface TimeFacts {
  token: string
  companyNo: number
  /** The workspace with a tenth of the entries and its share of the rest. */
  workspaceId: string
  entries: number
}

const workspaces = 400
const tasks = 20_000
const people = 200
const days = 4 * 365

/** A company with four years of time in 400 workspaces; a tenth of it in one of them. */
export function buildTimes(databaseUrl: string, entries: number): Promise<TimeFacts> {
  return withCompany(databaseUrl, async (db, companyNo, userId) => {
    const holder = { companyNo, userId, clientId: null }
    const token = await db.transaction((tx) => issueToken(tx, holder, 24 * 3_600))
    await fill(db, companyNo, entries)
    return { token, companyNo, workspaceId: `w${'0'.repeat(21)}`, entries }
  })
}

async function fill(db: Database, companyNo: number, entries: number): Promise<void> {
  const { engine } = db
  const no = engine === 'sqlite' ? '0' : 'false'
  const at = "'2022-01-01T00:00:00.000Z'"
  const common = { companyNo: String(companyNo), createdAt: at, updatedAt: at }
  await insert(db, 'workspaces', workspaces, {
    ...common,
    id: idOf('w', 'n', engine),
    workspaceName: "'w' || n",
    workspaceNameKey: "'w' || n",
    urlShortName: "'w' || n",
    urlShortNameKey: "'w' || n",
    workspaceType: "'pm'",
    archived: no,
    customFields: "'[]'",
  })
  await insert(db, 'tasks', tasks, {
    ...common,
    id: idOf('t', 'n', engine),
    workspaceId: idOf('w', `n % ${workspaces}`, engine),
    title: "'t' || n",
    titleKey: "'t' || n",
    status: "'Open'",
    priority: '3',
    assignees: "'[]'",
    tagIds: "'[]'",
    customFields: "'[]'",
  })
  // Every tenth entry is on a task of the first workspace.
  const task = `CASE WHEN n % 10 = 0 THEN (n / 10 % 50) * ${workspaces} ELSE n * 7919 % ${tasks} END`
  const wide = engine === 'sqlite' ? 'n' : 'n::bigint'
  const indexes = await dropIndexes(db, 'times')
  await insert(db, 'times', entries, {
    ...common,
    id: idOf('e', 'n', engine),
    taskId: idOf('t', task.replaceAll('n * 7919', `${wide} * 7919`), engine),
    workspaceId: idOf('w', `(${task.replaceAll('n * 7919', `${wide} * 7919`)}) % ${workspaces}`, engine),
    userHash: idOf('u', `${wide} * 104729 % ${people}`, engine),
    date: dayOf(`${wide} * ${days} / ${entries}`, engine),
    minutes: '1 + n % 480',
    billable: engine === 'sqlite' ? 'n % 3 = 0' : '(n % 3 = 0)',
    note: "'What was done on this day, number ' || n",
  })
  for (const sql of indexes) {
    process.stderr.write(`${sql.slice(0, 70)}\n`)
    await unhurried(db, sql)
  }
  if (engine === 'postgres') await unhurried(db, 'ANALYZE "times"')
}
