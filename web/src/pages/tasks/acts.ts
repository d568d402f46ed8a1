import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../api/client.ts'
import { idsIn, putInto, takeOut } from '../../api/list-ids.ts'
import { about } from '../../api/problem.ts'
import { listKey, refreshAfterWrite } from '../../api/refresh.ts'
import { type Fields, storedRecord } from '../../api/store.ts'
import { CannotUndo, rememberAct, type Undo } from '../../api/undo.ts'
import {
  changeMany,
  changeRecord,
  createRecord,
  deleteRecord,
  isUnchanged,
  isWriting,
  loadVersion,
} from '../../api/write.ts'
import { useNotices } from '../../parts/notices.tsx'
import { taskTexts as words } from '../../texts/tasks.ts'
import { texts } from '../../texts/texts.ts'
import type { KeyedTask } from './new-keys.ts'
import { resumable } from './resumable.ts'
import type { Section } from './sections.ts'
import { isFinished, shownTask, type TaskDetails } from './task-data.ts'

const { changedByOthers } = texts.states

const pathOf = (id: string): string => `/v1/tasks/${id}`
const nameOf = (id: string): string => shownTask(id)?.title ?? ''

/** The service accepts this many changes per request. */
const mostAtOnce = 1_000

type Values = ReadonlyMap<string, Fields>

/** The values that the fields named for each task have now. */
function valuesOf(values: Values, read: (id: string) => object | null | undefined): Values {
  return new Map(
    [...values].map(([id, fields]) => {
      const now = (read(id) ?? {}) as Fields
      return [id, Object.fromEntries(Object.keys(fields).map((name) => [name, now[name]]))]
    }),
  )
}

/** Loads tasks of which a board does not know the values that are about to change: undoing needs them. */
async function loadUnknown(values: Values): Promise<void> {
  const unknown = [...values].filter(([id, fields]) => {
    const task = shownTask(id)
    return task && Object.keys(fields).some((name) => !(name in task))
  })
  await Promise.all(unknown.map(([id]) => loadVersion(pathOf(id)).catch(() => undefined)))
}

function isChangedSince(id: string, seen: Fields | undefined, mine: Fields): boolean {
  const now = storedRecord(id)
  return seen !== undefined && now !== undefined && !isUnchanged(now, seen, mine)
}

export interface Move {
  id: string
  from: { address: string }
  to: { address: string; section: Section }
  /** The task that it comes after; null for the first place. */
  after: string | null
  /** Whether the person chose the place among the others. */
  inOrder: boolean
  /** The values that must not have changed; those shown now by default. */
  seen?: Fields
}

export interface TaskActs {
  change: (ids: readonly string[], fields: Partial<TaskDetails>, label: string) => Promise<void>
  /** Changes each task to values of its own. */
  changeEach: (values: ReadonlyMap<string, Partial<TaskDetails>>, label: string) => Promise<void>
  /** Returns how to undo it; undefined if the service refused it. */
  move: (move: Move) => Promise<Undo | undefined>
  remove: (ids: readonly string[]) => Promise<void>
  toggleDone: (ids: readonly string[]) => Promise<void>
  /** Creates tasks in order until one fails. Returns the ids of the new ones, those that were not created, and why. */
  create: (
    workspaceId: string,
    tasks: readonly KeyedTask[],
  ) => Promise<{ made: readonly string[]; unsent: readonly KeyedTask[]; error: unknown }>
}

/** Everything that people do with tasks in lists. The page shows it immediately, and it can be undone. */
export function useTaskActs(): TaskActs {
  const client = useQueryClient()
  const notices = useNotices()
  return useMemo(() => actsWith(client, notices), [client, notices])
}

function actsWith(client: QueryClient, notices: ReturnType<typeof useNotices>): TaskActs {
  /**
   * Changes the fields of each task to values of its own. Values that differ from those that were seen are not
   * overwritten. Returns why some tasks were not changed, by their ids.
   */
  const setEach = async (values: Values, seen?: Values): Promise<ReadonlyMap<string, string>> => {
    const [first] = values
    if (values.size === 1 && first !== undefined) {
      const [id, fields] = first
      const known = seen?.get(id)
      await changeRecord({ path: pathOf(id), id, fields, ...(known !== undefined && { seen: known }) })
      return new Map()
    }
    const refused = new Map<string, string>()
    for (const [id, fields] of values)
      if (isChangedSince(id, seen?.get(id), fields)) refused.set(id, changedByOthers)
    const operations = [...values]
      .filter(([id]) => !refused.has(id))
      .map(([id, fields]) => ({ id, method: 'PUT' as const, fields }))
    if (operations.length === 0) return refused
    return new Map([...refused, ...(await changeMany('/v1/tasks', operations))])
  }

  const tellRefused = (refused: ReadonlyMap<string, string>): void => {
    const [first] = refused
    if (first !== undefined)
      notices.failed(about(words.notChanged(nameOf(first[0]), refused.size), new Error(first[1])))
  }

  const undoChange = async (before: Values, seen: Values): Promise<void> => {
    const refused = await setEach(before, seen)
    await refreshAfterWrite(client, '/v1/tasks')
    const reasons = [...refused]
    const [id, why] = reasons.find(([, reason]) => reason !== changedByOthers) ?? reasons[0] ?? []
    if (id === undefined || why === undefined) return
    const error = why === changedByOthers ? new CannotUndo(why) : new Error(why)
    throw about(words.notChanged(nameOf(id), refused.size), error)
  }

  const changeEach: TaskActs['changeEach'] = async (values, label) => {
    if (values.size === 0) return
    await loadUnknown(values)
    const earlier = valuesOf(values, shownTask)
    const refused = await setEach(values).catch((error: unknown) => {
      notices.refused(about(label, error), () => void changeEach(values, label))
      return undefined
    })
    if (refused === undefined) return
    tellRefused(refused)
    const before = new Map([...earlier].filter(([id]) => !refused.has(id)))
    if (before.size === 0) return
    let seen = valuesOf(before, storedRecord)
    const undo = rememberAct({ label, undo: () => undoChange(before, seen) })
    if (values.size > 1) notices.undoable(words.changedMany(before.size), undo)
    // Finished tasks disappear from most lists, so the notice names where they went.
    else
      for (const [id, { status = 'Open' }] of values)
        if (isFinished(status)) notices.undoable(words.finished(nameOf(id), status), undo)
    await refreshAfterWrite(client, '/v1/tasks')
    // The response to a change of many has no values, and the service may write some of them differently.
    if (values.size > 1) seen = valuesOf(before, storedRecord)
  }

  const change: TaskActs['change'] = (ids, fields, label) =>
    changeEach(new Map(ids.map((id) => [id, fields])), label)

  const place = async (move: Move): Promise<void> => {
    const { id, from, to, after, inOrder, seen } = move
    const others = idsIn(client, to.address).filter((each) => each !== id)
    const before = after === null ? others[0] : undefined
    const anchor = after === null ? (before === undefined ? {} : { before }) : { after }
    if (from.address !== to.address) takeOut(client, from.address, id)
    putInto(client, to.address, id, after)
    const { fields, sends } = to.section
    await changeRecord({
      ...{ path: pathOf(id), id, fields, sends },
      ...(inOrder && { place: anchor }),
      ...(seen !== undefined && { seen }),
    })
  }

  /** Reads lists again whose reading was stopped. */
  const readAgain = (addresses: readonly string[]): void => {
    if (!isWriting())
      for (const address of addresses) void client.invalidateQueries({ queryKey: [listKey, address] })
  }

  const move: TaskActs['move'] = async (given) => {
    const { id, from, to } = given
    const list = idsIn(client, from.address)
    const neighbour = list[list.indexOf(id) - 1] ?? null
    const task = shownTask(id)
    const { stageId, status, priority } = task ?? {}
    const isPriority = to.section.fields.priority !== undefined
    const fields = isPriority ? { priority } : { status, stageId }
    const sends = isPriority ? { priority } : typeof stageId === 'string' ? { stageId } : { status }
    const back = { ...to.section, fields, sends } as Section
    const goBack = (): void => {
      takeOut(client, to.address, id)
      putInto(client, from.address, id, neighbour)
    }
    try {
      await place(given)
    } catch (error) {
      goBack()
      notices.refused(about(words.moveOf(nameOf(id)), error), () => void move(given))
      return undefined
    } finally {
      readAgain([from.address, to.address])
    }
    const seen = valuesOf(new Map([[id, fields]]), storedRecord).get(id) ?? {}
    return rememberAct({
      label: words.moveOf(nameOf(id)),
      undo: async () => {
        const now = idsIn(client, to.address)
        const above = now[now.indexOf(id) - 1] ?? null
        try {
          const target = { address: from.address, section: back }
          await place({ ...given, from: to, to: target, after: neighbour, seen })
        } catch (error) {
          takeOut(client, from.address, id)
          putInto(client, to.address, id, above)
          readAgain([from.address, to.address])
          throw error
        }
      },
    })
  }

  /** Deletes tasks. Returns why some were not deleted, by their ids. */
  const removeAll = async (ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
    const [only] = ids
    if (ids.length === 1 && only !== undefined) {
      await deleteRecord(pathOf(only), only)
      return new Map()
    }
    const operations = ids.map((id) => ({ id, method: 'DELETE' as const, fields: null }))
    const refused = new Map<string, string>()
    for (let from = 0; from < ids.length; from += mostAtOnce)
      for (const [id, why] of await changeMany('/v1/tasks', operations.slice(from, from + mostAtOnce)))
        refused.set(id, why)
    tellRefused(refused)
    return refused
  }

  const remove: TaskActs['remove'] = async (ids) => {
    const titles = new Map(ids.map((id) => [id, nameOf(id)]))
    let refused: ReadonlyMap<string, string>
    try {
      refused = await removeAll(ids)
    } catch (error) {
      const [first = ''] = ids
      notices.refused(
        about(words.removalOf(titles.get(first) ?? '', ids.length), error),
        () => void remove(ids),
      )
      return
    }
    const gone = ids.filter((id) => !refused.has(id))
    const [first] = gone
    if (first === undefined) return
    const title = titles.get(first) ?? ''
    const restore = resumable(gone, (id) => api('POST', `${pathOf(id)}/restore`))
    const undo = rememberAct({
      label: words.removalOf(title, gone.length),
      undo: () => restore().finally(() => refreshAfterWrite(client, '/v1/tasks')),
    })
    notices.undoable(gone.length === 1 ? words.removed(title) : words.removedMany(gone.length), undo)
    await refreshAfterWrite(client, '/v1/tasks')
  }

  const toggleDone: TaskActs['toggleDone'] = (ids) => {
    const areDone = ids.every((id) => isFinished(shownTask(id)?.status ?? 'Open'))
    const [first = ''] = ids
    return change(ids, { status: areDone ? 'Open' : 'Completed' }, words.statusOf(nameOf(first), ids.length))
  }

  const create: TaskActs['create'] = async (workspaceId, tasks) => {
    const made: string[] = []
    let error: unknown
    try {
      for (const { task, key } of tasks)
        made.push((await createRecord(`/v1/workspaces/${workspaceId}/tasks`, task, key)).id)
    } catch (problem) {
      error = problem
    }
    const [first] = made
    if (first !== undefined) {
      const undo = rememberAct({
        label: made.length === 1 ? words.created(nameOf(first)) : words.createdMany(made.length),
        undo: () => removeAll(made).finally(() => refreshAfterWrite(client, '/v1/tasks')),
      })
      if (made.length > 1) notices.undoable(words.createdMany(made.length), undo)
    }
    await refreshAfterWrite(client, '/v1/tasks')
    return { made, unsent: tasks.slice(made.length), error }
  }

  return { change, changeEach, move, remove, toggleDone, create }
}
