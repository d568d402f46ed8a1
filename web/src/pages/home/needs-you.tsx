import { type MouseEvent, useMemo } from 'react'
import { Link } from 'wouter'
import { useListIds } from '../../api/list-ids.ts'
import { useKnownName } from '../../api/names.ts'
import { useRecord } from '../../api/queries.ts'
import { today } from '../../parts/days.ts'
import { Faces, StatusRing } from '../../parts/marks.tsx'
import { Failed, Loading } from '../../parts/states.tsx'
import { homeTexts } from '../../texts/home.ts'
import { counted } from '../../texts/plural.ts'
import { taskTexts } from '../../texts/tasks.ts'
import { Due } from '../tasks/due.tsx'
import { usePicker } from '../tasks/pickers.tsx'
import { addressOf, isFinished, useTask, useTasks } from '../tasks/task-data.ts'
import { useRowSteps } from '../tasks/use-row-steps.ts'
import type { ViewTools } from '../tasks/use-view-tools.ts'
import classes from './home.module.css'
import own from './needs-you.module.css'

const words = homeTexts.needs

const most = 8

/** Reads the tasks of the person that are late or due today, the most urgent first. */
export function useNeededTasks() {
  // The day of the browser, as everywhere on the page: the person may have chosen another time zone.
  const now = today()
  const filter = `assignees="me" AND open=true AND dueDate<="${now}"`
  const list = useListIds(addressOf({ path: '/v1/tasks', filter, sort: 'dueDate', limit: most }))
  const tasks = useTasks(list.ids)
  return { ...list, tasks, filter, now }
}

/** The tasks of the person that are late or due today. */
export function NeedsYou({ userId, tools }: { userId: string; tools: ViewTools }) {
  const { ids, tasks, filter, now, hasNextPage, isPending, error, refetch } = useNeededTasks()
  const query = new URLSearchParams({ filter, fields: 'count' })
  const summary = useRecord<{ total: { count: number } }>(
    hasNextPage ? `/v1/tasks/summary?${query}` : undefined,
  ).data
  const shown = useMemo(
    () =>
      ids.filter((id) => {
        const task = tasks.get(id)
        const isMine = task?.assignees.includes(userId) === true && !isFinished(task.status)
        return isMine && task.dueDate !== null && task.dueDate <= now
      }),
    [ids, tasks, userId, now],
  )
  const onKeyDown = useRowSteps(tools, shown)
  const total = hasNextPage ? (summary?.total.count ?? 0) : shown.length
  const more = hasNextPage ? total - ids.length : 0
  return (
    <section aria-labelledby="needs-you">
      <header className={classes['sec']}>
        <h2 id="needs-you">{words.title}</h2>
        {total > 0 && <b>{counted(total)}</b>}
        <Link href="/tasks">{words.all}</Link>
      </header>
      {error !== null && ids.length === 0 ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : isPending ? (
        <Loading rows={4} />
      ) : shown.length === 0 ? (
        <p className={classes['none']}>
          <b>{words.none}</b> {words.noneHint}
        </p>
      ) : (
        <ul className={own['needs']} onKeyDown={onKeyDown}>
          {shown.map((id) => (
            <Needed key={id} id={id} tools={tools} isCursor={(tools.cursor ?? shown[0]) === id} />
          ))}
          {more > 0 && (
            <li className={own['more']}>
              <Link href="/tasks">{words.more(more)}</Link>
            </li>
          )}
        </ul>
      )}
    </section>
  )
}

function Needed({ id, tools, isCursor }: { id: string; tools: ViewTools; isCursor: boolean }) {
  const task = useTask(id)
  const openPicker = usePicker()
  const workspace = useKnownName(task?.workspaceId)
  if (task === null || task === undefined) return null
  return (
    <li data-open={tools.open === id || undefined}>
      <button
        type="button"
        tabIndex={-1}
        className={own['status']}
        aria-label={taskTexts.statusFor(task.title, task.status)}
        onClick={(event: MouseEvent<HTMLElement>) =>
          openPicker({ field: 'status', ids: [id], at: event.currentTarget })
        }
      >
        <StatusRing status={task.status} />
      </button>
      <a
        href={`/p/task/${id}`}
        data-task={id}
        tabIndex={isCursor ? 0 : -1}
        onClick={(event) => tools.onOpen(id, event)}
        onFocus={() => tools.setCursor(id)}
      >
        <span>{task.title}</span>
        <small>{workspace ?? ''}</small>
      </a>
      <span className={own['people']}>
        <Faces ids={task.assignees} />
      </span>
      <span className={own['when']}>
        <Due task={task} />
      </span>
    </li>
  )
}
