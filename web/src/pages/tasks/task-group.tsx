import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { useListIds } from '../../api/list-ids.ts'
import { clock } from '../../parts/days.ts'
import { IconChevronDown, IconChevronRight, IconPlus } from '../../parts/icons.tsx'
import { Failed, Loading } from '../../parts/states.tsx'
import { taskTexts as words } from '../../texts/tasks.ts'
import { nest, sumOf } from './grouping.ts'
import classes from './list.module.css'
import { NewTask } from './new-task.tsx'
import { isIn, type Section } from './sections.ts'
import { type TaskDetails, useTasks } from './task-data.ts'
import { TaskRow } from './task-row.tsx'
import { useRowHeight } from './use-row-height.ts'
import type { Totals } from './use-totals.ts'
import type { ViewTools } from './use-view-tools.ts'
import { useWindow } from './use-window.ts'

export interface ListTools {
  workspaceId: string
  scroller: RefObject<HTMLElement | null>
  mayChange: boolean
  view: ViewTools
  renaming: string | undefined
  onRenamed: (id: string) => void
  isFolded: (key: string) => boolean
  fold: (key: string, folded: boolean) => void
  adding: string | undefined
  setAdding: (key: string | undefined) => void
  onSelect: (id: string, range: boolean) => void
  /** Reports the order in which a group shows its tasks. */
  register: (key: string, ids: readonly string[]) => void
}

interface TaskGroupProps {
  tools: ListTools
  name: string
  label: string
  icon?: ReactNode
  ids: readonly string[]
  tasks: ReadonlyMap<string, TaskDetails>
  /** Its figures, if they are known; and whether there may be more tasks than those that are loaded. */
  total: Totals | undefined
  more: boolean
  /** Called when the end comes into view. */
  onEnd?: () => void
  /** The fields of a task that is added to it. */
  fields: Partial<TaskDetails>
}

/** A group of a list: its name with totals, its tasks, and a place for the next one. */
export function TaskGroup(props: TaskGroupProps) {
  const { tools, name, label, icon, ids, tasks, total, more, onEnd, fields } = props
  const { workspaceId, scroller, mayChange, view, register } = tools
  const part = useRef<HTMLTableSectionElement>(null)
  const folded = tools.isFolded(name)
  const rowHeight = useRowHeight()
  const rows = folded ? [] : nest(ids, tasks)
  const { first, end } = useWindow(
    scroller,
    rows.map(() => rowHeight),
    part,
  )
  useEffect(() => {
    register(
      name,
      rows.map(({ id }) => id),
    )
  })
  useEffect(() => {
    if (!folded && end >= rows.length - 5) onEnd?.()
  }, [folded, end, rows.length, onEnd])
  return (
    <>
      <tbody data-group={name}>
        <tr className={`${classes['row']} ${classes['group']}`}>
          <th scope="rowgroup">
            <button
              type="button"
              className={classes['groupName']}
              aria-expanded={!folded}
              onClick={() => tools.fold(name, !folded)}
            >
              {folded ? <IconChevronRight size={16} /> : <IconChevronDown size={16} />}
              {icon}
              {label}
              {(total !== undefined || !folded || ids.length > 0) && (
                <span className={classes['count']}>
                  {words.count(total?.count ?? ids.length, total === undefined && more)}
                </span>
              )}
            </button>
          </th>
          <Figure minutes={total?.estimateMinutes ?? sumOf(ids, tasks, 'estimateMinutes')} />
          <Figure minutes={total?.spentMinutes ?? sumOf(ids, tasks, 'spentMinutes')} />
        </tr>
      </tbody>
      <tbody ref={part} aria-label={label} style={{ position: 'relative', height: rows.length * rowHeight }}>
        {rows.slice(first, end).map(({ id, depth }, n) => (
          <TaskRow
            key={id}
            id={id}
            top={(first + n) * rowHeight}
            depth={Math.min(depth, 8)}
            isCursor={view.cursor === id}
            isSelected={view.selected.has(id)}
            isOpen={view.open === id}
            isRenaming={tools.renaming === id}
            mayChange={mayChange}
            onOpen={view.onOpen}
            onFocus={view.setCursor}
            onSelect={tools.onSelect}
            onRenamed={tools.onRenamed}
          />
        ))}
      </tbody>
      {!folded && mayChange && (
        <tbody>
          <tr className={classes['row']}>
            <td className={classes['wholeRow']}>
              {tools.adding === name ? (
                <NewTask
                  workspaceId={workspaceId}
                  fields={fields}
                  label={words.titleOfNew}
                  className={classes['newRow'] ?? ''}
                  onClose={() => tools.setAdding(undefined)}
                />
              ) : (
                <button type="button" className={classes['add']} onClick={() => tools.setAdding(name)}>
                  <IconPlus size={16} />
                  {words.addTask}
                </button>
              )}
            </td>
          </tr>
        </tbody>
      )}
    </>
  )
}

function Figure({ minutes }: { minutes: number }) {
  return <td className={`${classes['number']} ${classes['wide']}`}>{minutes === 0 ? '·' : clock(minutes)}</td>
}

interface QueriedGroupProps {
  tools: ListTools
  section: Section
  icon: ReactNode
  address: string
  total: Totals | undefined
}

/** A group with a request of its own, so that it shows the right ones however many there are. */
export function QueriedGroup({ tools, section, icon, address, total }: QueriedGroupProps) {
  const { ids, hasNextPage, onEnd, isLoading, error, isFetchNextPageError, retry } = useListIds(
    address,
    !tools.isFolded(section.key),
  )
  const tasks = useTasks(ids)
  const shown = ids.filter((id) => {
    const task = tasks.get(id)
    return task !== undefined && isIn(section, task)
  })
  // Groups without tasks would only take room; new tasks begin in one of these.
  const isFirst = section.status === 'Open' || section.fields.priority === 3
  if (shown.length === 0 && total?.count === 0 && !isFirst && tools.adding !== section.key) return null
  return (
    <>
      <TaskGroup
        tools={tools}
        name={section.key}
        label={section.label}
        icon={icon}
        ids={shown}
        tasks={tasks}
        total={total}
        more={hasNextPage}
        fields={section.sends}
        {...(onEnd !== undefined && { onEnd })}
      />
      {(isLoading || isFetchNextPageError || (error !== null && ids.length === 0)) && (
        <tbody>
          <tr>
            <td className={classes['state']}>
              {isLoading ? <Loading rows={3} /> : <Failed error={error} retry={retry} />}
            </td>
          </tr>
        </tbody>
      )}
    </>
  )
}
