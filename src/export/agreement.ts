import type { CommentRow } from '../schema/records/comment.ts'
import type { Faults } from './archive-fault.ts'
import type { Kind } from './kind.ts'
import type { Known } from './known.ts'
import { recordsFile } from './manifest.ts'
import type { Row } from './read-record.ts'

interface Link {
  blockerId: string
  where: string
}

type Reply = Pick<CommentRow, 'internalOnly'> & { parentId: string; place: string; where: string }
type Thread = Pick<CommentRow, 'internalOnly'> & { place: string; isReply: boolean }

/** The record that a comment is about. */
const placeOf = ({ taskId, fileId, milestoneId, eventId }: Row): string =>
  String(taskId ?? fileId ?? milestoneId ?? eventId)

/**
 * The rules of the API between records: a task has the status of its stage, a reply belongs to its thread, and tasks of
 * one workspace block each other without a cycle.
 */
export class Agreement {
  readonly #faults: Faults
  readonly #known: Known
  /** The status of each stage, by id. */
  readonly #statuses = new Map<string, unknown>()
  /** The blockers of each task, by its id. */
  readonly #blockers = new Map<string, Link[]>()
  readonly #threads = new Map<string, Thread>()
  readonly #replies: Reply[] = []

  constructor(faults: Faults, known: Known) {
    this.#faults = faults
    this.#known = known
  }

  add({ table }: Kind, row: Row, line: number): void {
    const where = `${recordsFile(table)}, line ${line}`
    // Stages come before tasks, and tasks before their blockers.
    if (table === 'stages') this.#statuses.set(String(row['id']), row['status'])
    if (table === 'tasks') this.#addTask(row, where)
    if (table === 'taskBlockers') this.#addBlocker(row, where)
    if (table === 'comments') this.#addComment(row, where)
  }

  #addTask(row: Row, where: string): void {
    if (typeof row['stageId'] !== 'string' || row['deletedAt'] !== null) return
    const status = this.#statuses.get(row['stageId'])
    if (status !== undefined && status !== row['status'])
      this.#faults.add(`${where}: must have the "status" of its stage, which is ${status}`)
  }

  #addBlocker(row: Row, where: string): void {
    const [taskId, blockerId] = [String(row['taskId']), String(row['blockerId'])]
    const [own, other] = [taskId, blockerId].map((id) => this.#known.workspaceOf('tasks', id))
    if (own !== undefined && other !== undefined && own !== other)
      this.#faults.add(`${where}: names tasks of different workspaces`)
    const links = this.#blockers.get(taskId)
    if (links === undefined) this.#blockers.set(taskId, [{ blockerId, where }])
    else links.push({ blockerId, where })
  }

  #addComment(row: Row, where: string): void {
    const parentId = row['parentCommentId']
    const internalOnly = row['internalOnly'] === true
    const place = placeOf(row)
    const isReply = typeof parentId === 'string'
    this.#threads.set(String(row['id']), { internalOnly, place, isReply })
    if (isReply) this.#replies.push({ internalOnly, place, parentId, where })
  }

  /** Call after the last record. */
  end(): void {
    for (const { parentId, place, internalOnly, where } of this.#replies) {
      // The thread may have been purged.
      const thread = this.#threads.get(parentId)
      if (thread === undefined) continue
      if (thread.isReply) this.#faults.add(`${where}: "parentCommentId" names a reply`)
      else if (thread.place !== place)
        this.#faults.add(`${where}: "parentCommentId" names a comment on another record`)
      else if (thread.internalOnly && !internalOnly)
        this.#faults.add(`${where}: must be "internalOnly", like the comment that it replies to`)
    }
    this.#demandNoCycle()
  }

  /** Follows each link once. */
  #demandNoCycle(): void {
    const states = new Map<string, 'entered' | 'left'>()
    for (const start of this.#blockers.keys()) {
      if (states.has(start)) continue
      const path = [{ id: start, next: 0 }]
      states.set(start, 'entered')
      for (let at = path.at(-1); at !== undefined; at = path.at(-1)) {
        const link = this.#blockers.get(at.id)?.[at.next]
        at.next += 1
        if (link === undefined) {
          states.set(at.id, 'left')
          path.pop()
        } else if (states.get(link.blockerId) === 'entered')
          this.#faults.add(`${link.where}: makes tasks wait for each other`)
        else if (!states.has(link.blockerId)) {
          states.set(link.blockerId, 'entered')
          path.push({ id: link.blockerId, next: 0 })
        }
      }
    }
  }
}
