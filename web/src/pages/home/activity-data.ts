import type { Change } from '../../api/types.ts'
import { shownStatus } from '../../parts/file-status.ts'
import { homeTexts } from '../../texts/home.ts'
import { recordTexts } from '../../texts/records.ts'

const words = homeTexts.activity

/** Changes that interest people. */
const kinds = new Set(['task', 'file', 'milestone', 'event', 'comment'])

/** A record that something happened to. */
export interface Subject {
  kind: string
  id: string
  /** Of a comment: the beginning of its text. */
  name: string
  /** Of a comment: the record that it is on. Changes from before it was logged do not have it. */
  on?: Omit<Subject, 'on'>
}

/** What one person did to one or more records within an hour. */
export interface Activity {
  id: string
  userHash: string | null
  at: string
  does: string
  /** What follows the names: "to In Progress". */
  to?: string
  subjects: readonly Subject[]
}

interface Deed {
  does: string
  to?: string
  subject: Subject
  /**
   * The most important action of an hour represents the others: a task that was created was also changed. Of equally
   * important ones, it is the latest.
   */
  weight: number
}

type Names = Readonly<Record<string, string>>

function deedOf({ details }: Change, names: Names): Deed | undefined {
  const { type, kind, recordId, fields, after } = details
  if (!kinds.has(kind)) return undefined
  const name = names[recordId]
  // It is gone.
  if (name === undefined || type.endsWith('.deleted')) return undefined
  if (kind === 'comment')
    return type.endsWith('.created')
      ? {
          does: words.commented,
          subject: { kind, id: recordId, name, ...commentedOn(after, names) },
          weight: 2,
        }
      : undefined
  const subject = { kind, id: recordId, name }
  if (type.endsWith('.created'))
    return { does: kind === 'file' ? words.uploaded : words.created, subject, weight: 5 }
  if (type.endsWith('.restored')) return { does: words.restored, subject, weight: 4 }
  if (fields.includes('version'))
    return { does: words.uploadedVersion(Number(after['version'])), subject, weight: 4 }
  const stage = names[String(after['stageId'])]
  if (fields.includes('status') && after['status'] === 'Completed')
    return { does: words.completed, subject, weight: 3 }
  if (fields.includes('status') || stage !== undefined)
    return {
      ...{ does: kind === 'file' ? words.set : words.moved, subject, weight: 3 },
      to: words.to(stage ?? shownStatus(String(after['status']))),
    }
  if (fields.includes('assignees')) return { does: words.reassigned, subject, weight: 2 }
  if (fields.includes('dueDate') || fields.includes('startDate'))
    return { does: words.rescheduled, subject, weight: 2 }
  // Reordering is not worth reporting.
  return fields.every((field) => field === 'rank') ? undefined : { does: words.changed, subject, weight: 1 }
}

/** The record that a new comment is on: the change has its id, as `taskId`, `fileId` and so on. */
function commentedOn(after: object, names: Names): Pick<Subject, 'on'> {
  const [field, id] = Object.entries(after)[0] ?? []
  if (field === undefined || typeof id !== 'string') return {}
  const kind = field.slice(0, -'Id'.length)
  return { on: { kind, id, name: names[id] ?? recordTexts.one(kind) } }
}

/** The changes as people tell them, newest first: one line for what somebody did within an hour. */
export function tellActivity(changes: readonly Change[], names: Names, most: number): Activity[] {
  const deeds = new Map<string, Deed & { id: string; at: string; userHash: string | null }>()
  for (const change of changes) {
    const deed = deedOf(change, names)
    if (deed === undefined) continue
    const { userHash, createdAt: at } = change.details
    const key = [userHash, deed.subject.id, at.slice(0, 13)].join(' ')
    if (deed.weight > (deeds.get(key)?.weight ?? 0)) deeds.set(key, { ...deed, id: change.id, at, userHash })
  }
  const told: Activity[] = []
  // Ids sort by time.
  const newestFirst = [...deeds.values()].sort((one, other) => (one.id < other.id ? 1 : -1))
  for (const { id, at, userHash, does, to, subject } of newestFirst) {
    const last = told.at(-1)
    const isSame =
      last !== undefined &&
      subject.kind !== 'comment' &&
      last.userHash === userHash &&
      last.does === does &&
      last.to === to &&
      last.at.slice(0, 13) === at.slice(0, 13)
    if (isSame) told[told.length - 1] = { ...last, subjects: [...last.subjects, subject] }
    else told.push({ id, userHash, at, does, subjects: [subject], ...(to !== undefined && { to }) })
  }
  return told.slice(0, most)
}
