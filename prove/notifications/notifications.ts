import { setTimeout as pause } from 'node:timers/promises'
import { inChunks, rows } from '../../src/db/database.ts'
import { sql } from '../../src/db/sql.ts'
import { withDatabase } from '../../test/support/seed.ts'
import { startMailServer } from '../../test/support/smtp-server.ts'
import { Caller } from '../caller.ts'
import { type Company, foundCompany, settingsFor } from '../company.ts'
import { bothEngines, Faults, type Outcome, type Place, type Proof } from '../proof.ts'
import { launch, ready, type Service, type Settings, stop } from '../service.ts'
import { writeWhileKilled } from '../while-killed.ts'
import { fillInbox, measureInbox } from './inbox.ts'
import { checkMail, type Person, wantMail } from './mail.ts'

const [writers, tasks] = [4, 5]
/** Milliseconds until everybody must know: a killed process still has its lease for 15 seconds. */
const patience = 120_000
/** Milliseconds after which people are notified of a comment, so that this delays no other comment. */
const afterwards = 500
/** "All 1,000 notified within 5 s." */
const longestDelay = 5_000

const forms = {
  short: { comments: 200, kills: 4, people: 10, followers: 50, inbox: 2_000 },
  long: { comments: 20_000, kills: 300, people: 20, followers: 1_000, inbox: 100_000 },
}

export const notificationsProof: Proof = {
  name: 'notifications',
  sentence:
    'While 4 writers comment on tasks through 3 processes (one on SQLite), and the processes are killed again and again, everybody who follows the tasks is notified of each comment exactly once, and each comment is in exactly one email to each of them. A comment on a task with 1,000 followers reaches all of them within 5 seconds.',
  engines: bothEngines,
  run,
}

async function run(place: Place): Promise<Outcome> {
  const form = place.long ? forms.long : forms.short
  const mail = await startMailServer()
  const settings = await settingsFor(place, { ATRIUM_SMTP_URL: mail.url })
  const company = await foundCompany(settings)
  const faults = new Faults()
  const services: Service[] = []
  for (let n = 0; n < (place.engine === 'sqlite' ? 1 : 3); n += 1)
    services.push(await ready(await launch(settings)))
  const callerAt = (n: number): Caller => new Caller(services[n % services.length]?.url ?? '', company.token)
  const { body: workspace } = await callerAt(0).ok('POST', '/v1/workspaces', { workspaceName: 'News' })
  const people = await addPeople(callerAt, workspace.id, form.people)
  await wantMail(settings, company, people, services[0]?.url ?? '')
  const taskIds: string[] = []
  for (let n = 0; n < tasks; n += 1) taskIds.push(await followedTask(callerAt, workspace.id, people))

  const { changes: comments, kills } = await writeWhileKilled({
    ...{ services, writers, onProgress: place.onProgress },
    ...{ changes: form.comments, kills: form.kills },
    settingsOf: () => settings,
    write: async (writer, round) => {
      const body = `Comment ${crypto.randomUUID()} of ${writer}`
      await callerAt(round).ok('POST', `/v1/tasks/${taskIds[round % tasks]}/comments`, { body })
      return 1
    },
  })
  const stored = await checkCounts(settings, company, taskIds, people, faults)
  const mails = await checkMail(settings, mail, people, stored, faults)

  const crowd = await addPeople(callerAt, workspace.id, form.followers)
  const delays = await measureCrowd({ callerAt, settings, faults }, workspace.id, crowd)
  await withDatabase({ ...settings }, (db) =>
    fillInbox(db, company, { taskId: taskIds[0] ?? '', workspaceId: workspace.id }, form.inbox),
  )
  const inbox = await measureInbox(callerAt(0))
  await Promise.all(services.map((service) => stop(service)))
  await mail.stop()
  return {
    figures: {
      comments,
      kills,
      people: form.people,
      ...mails,
      followers: form.followers,
      ...delays,
      'notifications of one person': form.inbox,
      ...inbox,
    },
    faults: faults.all,
    slow: faults.slow,
  }
}

type CallerAt = (n: number) => Caller

async function addPeople(callerAt: CallerAt, workspaceId: string, count: number): Promise<Person[]> {
  const people: Person[] = []
  for (const some of inChunks(Array.from({ length: count }), 10))
    people.push(
      ...(await Promise.all(
        some.map(async (_, n) => {
          const email = `${crypto.randomUUID()}@example.com`
          const { body } = await callerAt(n).ok('POST', '/v1/users', { email, fullName: 'Somebody' })
          const path = `/v1/workspaces/${workspaceId}/members/${body.id}`
          await callerAt(n).ok('PUT', path, { role: 'Reader' })
          return { id: String(body.id), email }
        }),
      )),
    )
  return people
}

async function followedTask(
  callerAt: CallerAt,
  workspaceId: string,
  people: readonly Person[],
): Promise<string> {
  const { body } = await callerAt(0).ok('POST', '/v1/tasks', { title: 'Followed', workspaceId })
  for (const some of inChunks(people, 10))
    await Promise.all(
      some.map(({ id }, n) => callerAt(n).ok('PUT', `/v1/tasks/${body.id}/subscribers/${id}`)),
    )
  return body.id
}

/** How often each follower of some tasks was notified, by task and person. */
function countsOf(settings: Settings, taskIds: readonly string[]): Promise<Map<string, number>> {
  return withDatabase({ ...settings }, async (db) => {
    const found = await rows<{ recordId: string; userHash: string; count: number }>(
      db,
      sql`SELECT "recordId", "userHash", "count" FROM "notifications" WHERE "recordId" IN ${sql.list(taskIds)}`,
    )
    return new Map(found.map(({ recordId, userHash, count }) => [`${recordId} ${userHash}`, Number(count)]))
  })
}

/** Nobody has read anything, so the counts are those of the comments, whose number it returns. */
async function checkCounts(
  settings: Settings,
  { companyNo }: Company,
  taskIds: readonly string[],
  people: readonly Person[],
  faults: Faults,
): Promise<number> {
  const stored = await withDatabase({ ...settings }, (db) =>
    rows<{ taskId: string; count: number }>(
      db,
      sql`SELECT "taskId", CAST(count(*) AS integer) AS "count" FROM "comments" WHERE "companyNo" = ${companyNo}
        AND "taskId" IN ${sql.list(taskIds)} GROUP BY "taskId"`,
    ),
  )
  const expected = stored.flatMap(({ taskId, count }) =>
    people.map(({ id }): [string, number] => [`${taskId} ${id}`, Number(count)]),
  )
  if (expected.length === 0) faults.add('There were no comments')
  let counts = new Map<string, number>()
  const isDone = (): boolean => expected.every(([key, count]) => counts.get(key) === count)
  for (const end = performance.now() + patience; performance.now() < end && !isDone(); await pause(500))
    counts = await countsOf(settings, taskIds)
  for (const [key, count] of expected)
    if (counts.get(key) !== count)
      faults.add(`${key}: ${count} comments, notified ${counts.get(key) ?? 0} times`)
  return stored.reduce((sum, { count }) => sum + Number(count), 0)
}

/** Milliseconds that a comment takes with one follower and with many, and until all of them are notified. */
async function measureCrowd(
  { callerAt, settings, faults }: { callerAt: CallerAt; settings: Settings; faults: Faults },
  workspaceId: string,
  crowd: readonly Person[],
): Promise<Record<string, number>> {
  const quiet = await followedTask(callerAt, workspaceId, crowd.slice(0, 1))
  const loud = await followedTask(callerAt, workspaceId, crowd)
  const timeOf = async (taskId: string): Promise<number> => {
    const began = performance.now()
    await callerAt(0).ok('POST', `/v1/tasks/${taskId}/comments`, { body: 'Listen' })
    return performance.now() - began
  }
  const [one, many]: [number[], number[]] = [[], []]
  // In turns, so that both see the same load.
  for (let n = 0; n < 20; n += 1) {
    one.push(await timeOf(quiet))
    await pause(afterwards)
    many.push(await timeOf(loud))
    await pause(afterwards)
  }
  /** Milliseconds until everybody who follows the loud task knows this many comments. */
  const untilKnown = async (total: number): Promise<{ delay: number; reached: number }> => {
    await timeOf(loud)
    const began = performance.now()
    const known = async (): Promise<number> =>
      [...(await countsOf(settings, [loud])).values()].filter((count) => count === total).length
    let reached = await known()
    while (reached < crowd.length && performance.now() - began < patience) reached = await known()
    return { delay: Math.round(performance.now() - began), reached }
  }
  let { delay, reached } = await untilKnown(many.length + 1)
  // Other work on the machine may have delayed one comment, but not the next one as well.
  if (delay > longestDelay) ({ delay, reached } = await untilKnown(many.length + 2))
  if (reached < crowd.length) faults.add(`${reached} of ${crowd.length} followers were notified`)
  if (delay > longestDelay)
    faults.addSlow(`${reached} of ${crowd.length} followers were notified after ${delay} ms`)
  const middle = (all: readonly number[]): number =>
    Math.round((all.toSorted((a, b) => a - b)[all.length >> 1] ?? 0) * 10) / 10
  return {
    'comment with one follower (ms)': middle(one),
    'comment with many (ms)': middle(many),
    'until all are notified (ms)': delay,
  }
}
