import { setTimeout as pause } from 'node:timers/promises'
import { fillInbox, measureInbox } from '../prove/notifications/inbox.ts'
import { stop } from '../prove/service.ts'
import { inChunks, rows } from '../src/db/database.ts'
import { sql } from '../src/db/sql.ts'
import { quantile, type Setting } from './change-setting.ts'

const followers = 1_000
const comments = 20
/** Milliseconds between two comments, so that notifying of one does not slow down the next. */
const between = 500
/** Milliseconds until waiting for notifications ends in any case. */
const patience = 60_000

/** A comment with one follower and with many, the time until all are notified, and the inbox of one person. */
export async function measureNotifications(setting: Setting, inbox: number): Promise<void> {
  const { start, callerAt, company, withDb, say } = setting
  const service = await start()
  const caller = callerAt(service)
  const { body: workspace } = await caller.ok('POST', '/v1/workspaces', { workspaceName: 'News' })
  const people: string[] = []
  for (const some of inChunks(
    Array.from({ length: followers }, (_, n) => n),
    10,
  ))
    people.push(...(await Promise.all(some.map(addPerson))))
  async function addPerson(n: number): Promise<string> {
    const person = { email: `follower-${n}@example.com`, fullName: `Follower ${n}` }
    const { body } = await caller.ok('POST', '/v1/users', person)
    await caller.ok('PUT', `/v1/workspaces/${workspace.id}/members/${body.id}`, { role: 'Reader' })
    return body.id
  }
  const followedBy = async (some: readonly string[]): Promise<string> => {
    const { body } = await caller.ok('POST', '/v1/tasks', { title: 'Followed', workspaceId: workspace.id })
    for (const chunk of inChunks(some, 10))
      await Promise.all(chunk.map((id) => caller.ok('PUT', `/v1/tasks/${body.id}/subscribers/${id}`)))
    return body.id
  }
  const [quiet, loud] = [await followedBy(people.slice(0, 1)), await followedBy(people)]
  const timeOf = async (taskId: string): Promise<number> => {
    const began = performance.now()
    await caller.ok('POST', `/v1/tasks/${taskId}/comments`, { body: 'Listen' })
    return performance.now() - began
  }
  const [one, many]: [number[], number[]] = [[], []]
  for (let n = 0; n < comments; n += 1) {
    one.push(await timeOf(quiet))
    await pause(between)
    many.push(await timeOf(loud))
    await pause(between)
  }
  say(`a comment: ${ms(one)} with one follower, ${ms(many)} with ${followers}`)

  await timeOf(loud)
  const began = performance.now()
  const countNotified = (): Promise<number> =>
    withDb(async (db) => {
      const [found] = await rows<{ count: number }>(
        db,
        sql`SELECT CAST(count(*) AS integer) AS "count" FROM "notifications" WHERE "recordId" = ${loud}
          AND "count" = ${comments + 1}`,
      )
      return Number(found?.count ?? 0)
    })
  let notified = 0
  while (notified < followers && performance.now() < began + patience) notified = await countNotified()
  say(`${notified} of ${followers} followers notified after ${Math.round(performance.now() - began)} ms`)

  // As many as a page of the inbox, to compare with it.
  for (let n = 0; n < 25; n += 1)
    await caller.ok('POST', '/v1/tasks', { title: 'Other', workspaceId: workspace.id })
  await withDb((db) => fillInbox(db, company, { taskId: loud, workspaceId: workspace.id }, inbox))
  const figures = Object.entries(await measureInbox(caller)).map(([name, value]) => `${name}: ${value}`)
  say(`${inbox} unread notifications of one person: ${figures.join(', ')}`)
  await stop(service)
}

const ms = (values: readonly number[]): string => `${quantile(values, 0.5).toFixed(1)} ms`
