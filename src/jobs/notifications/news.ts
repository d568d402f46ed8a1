import type { NumberedChange } from '../../db/change-log/feed.ts'
import { type AskedValue, readNextValues } from '../../db/change-log/next-values.ts'
import type { Transaction } from '../../db/database.ts'
import { type RecordTable, readByIds } from '../../db/records.ts'
import { type NotificationReason, strengthOf } from '../../schema/records/notification.ts'
import { type Joining, readFollowers, readLeft, storeFollowers } from './followers.ts'
import { type Meaning, meaningOf, type Rows } from './meaning.ts'
import { readApprovers, readPeople } from './people.ts'
import type { News } from './store.ts'

/** A transaction notifies about this many people, so that nobody waits long for it. */
const mostNews = 2_000

/**
 * Reads the news in some changes, and stores who follows a record because of them. `taken`: how many changes that were,
 * from the first. People who may not see a record get no news of it, and nobody gets news of their own acts.
 */
export async function readNews(
  tx: Transaction,
  companyNo: number,
  changes: readonly NumberedChange[],
): Promise<{ news: News[]; taken: number }> {
  const next = await readNextValues(tx, companyNo, valuesAfter(changes))
  const current = await readRows(tx, companyNo, changes)
  const meanings = changes.map((change) => meaningOf(current, next, change))
  const meant = meanings.filter((meaning) => meaning !== undefined)
  if (meant.length === 0) return { news: [], taken: changes.length }
  const subjects = meant.flatMap(({ subject, joining }) => [subject, ...joining.map((each) => each.subject)])
  const followers = await readFollowers(tx, companyNo, subjects)
  const approvers = meant.some(({ approvers: reason }) => reason !== undefined)
    ? await readApprovers(tx, companyNo)
    : []
  const userIds = [
    ...approvers,
    ...[...followers.values()].flatMap((ids) => [...ids]),
    ...meant.flatMap(({ others, joining }) => [...others, ...joining].map(({ userId }) => userId)),
  ].filter((id) => id !== null)
  const people = await readPeople(tx, companyNo, subjects, [...new Set(userIds)])
  const joining = changes.map((change, n) =>
    (meanings[n]?.joining ?? []).flatMap(({ subject, userId }) =>
      userId !== null && people.maySee(userId, subject, change.internalOnly === true)
        ? [{ subject, userId, changeId: change.id }]
        : [],
    ),
  )
  const hasLeft = await readLeft(tx, companyNo, joining.flat())
  const news: News[] = []
  const joined: Joining[] = []
  let taken = 0
  for (const [n, change] of changes.entries()) {
    const meaning = meanings[n]
    const reasons = meaning === undefined ? new Map() : reasonsOf(meaning, followers, approvers)
    if (taken > 0 && news.length + reasons.size > mostNews) break
    taken += 1
    if (meaning === undefined) continue
    const { subject, commentId } = meaning
    const { userId: actorId, createdAt: at } = change
    for (const [userId, reason] of reasons) {
      if (userId === actorId || !people.maySee(userId, subject, change.internalOnly === true)) continue
      // "Muting wins over everything but a direct mention."
      if (reason !== 'mention' && people.hasMuted(userId, subject)) continue
      news.push({ userId, subject, reason, actorId, at, commentId })
    }
    for (const each of joining[n] ?? []) {
      if (hasLeft(each)) continue
      joined.push(each)
      const known = followers.get(each.subject.id) ?? new Set()
      followers.set(each.subject.id, known.add(each.userId))
    }
  }
  await storeFollowers(tx, companyNo, joined)
  return { news, taken }
}

/** Everybody whom a change concerns, with the strongest reason. */
function reasonsOf(
  { subject, followers: reason, approvers: reasonToApprove, others }: Meaning,
  followers: ReadonlyMap<string, ReadonlySet<string>>,
  approvers: readonly string[],
): Map<string, NotificationReason> {
  const own = followers.get(subject.id) ?? new Set()
  const reasons = new Map<string, NotificationReason>()
  const add = (userId: string, given: NotificationReason): void => {
    const known = reasons.get(userId)
    if (known === undefined || strengthOf(given) < strengthOf(known)) reasons.set(userId, given)
  }
  if (reason !== undefined)
    for (const ids of [own, followers.get(subject.workspaceId ?? '') ?? []])
      for (const userId of ids) add(userId, reason)
  // Nobody approves their own week.
  if (reasonToApprove !== undefined)
    for (const userId of approvers)
      if (!others.some((each) => each.userId === userId)) add(userId, reasonToApprove)
  for (const each of others)
    if (each.userId !== null && !(each.unlessFollowing === true && own.has(each.userId)))
      add(each.userId, each.reason)
  return reasons
}

/** By now, the people of a task or comment, or the state of a timesheet, may differ from those right after a change. */
function valuesAfter(changes: readonly NumberedChange[]): AskedValue[] {
  const fields: Readonly<Record<string, string>> = {
    task: 'assignees',
    comment: 'mentions',
    timesheet: 'state',
  }
  return changes.flatMap(({ id, type, kind, recordId, fields: changed }) => {
    const field = fields[kind]
    if (field === undefined) return []
    const isAsked = type === `${kind}.created` || (type === `${kind}.updated` && changed.includes(field))
    return isAsked ? [{ changeId: id, recordId, field }] : []
  })
}

async function readRows(
  tx: Transaction,
  companyNo: number,
  changes: readonly NumberedChange[],
): Promise<Rows> {
  const idsOf = (kind: string): string[] =>
    changes.filter((change) => change.kind === kind).map(({ recordId }) => recordId)
  const read = <T extends RecordTable>(table: T, ids: Iterable<string | null>) =>
    readByIds(tx, table, companyNo, ids)
  const own = await read('comments', idsOf('comment'))
  const parents = await read(
    'comments',
    [...own.values()].map(({ parentCommentId }) => parentCommentId),
  )
  return {
    comments: new Map([...parents, ...own]),
    tasks: await read('tasks', idsOf('task')),
    files: await read('files', idsOf('file')),
    milestones: await read('milestones', idsOf('milestone')),
    timesheets: await read('timesheets', idsOf('timesheet')),
    events: await read(
      'events',
      [...own.values()].map(({ eventId }) => eventId),
    ),
  }
}
