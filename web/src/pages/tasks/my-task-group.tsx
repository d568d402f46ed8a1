import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { useEffect, useRef, useState } from 'react'
import { clock } from '../../parts/days.ts'
import { IconChevronDown, IconChevronRight } from '../../parts/icons.tsx'
import { taskTexts as words } from '../../texts/tasks.ts'
import type { DueGroup } from './due-groups.ts'
import { sumOf } from './grouping.ts'
import list from './list.module.css'
import { MyTaskRow } from './my-task-row.tsx'
import classes from './my-tasks.module.css'
import type { TaskDetails } from './task-data.ts'
import { useRowHeight } from './use-row-height.ts'
import type { ViewTools } from './use-view-tools.ts'

/** Pixels of the line with the name of a group. */
export const headHeight = 48

interface MyTaskGroupProps {
  name: DueGroup
  ids: readonly string[]
  /** Those that are shown: none if it is folded. Only a part of them is rendered. */
  rows: readonly string[]
  from: number
  to: number
  /** Its figures, if not all of its tasks may be loaded. */
  total: { count: number; estimateMinutes: number } | 'unknown' | undefined
  tasks: ReadonlyMap<string, TaskDetails>
  tools: ViewTools
  /** The task that can be reached with Tab although none has had the focus yet. */
  stop: string | undefined
  isFolded: boolean
  fold: () => void
  onDrop: (id: string, group: DueGroup) => void
}

/** The tasks that are due at about the same time. Others can be dragged there. */
export function MyTaskGroup(props: MyTaskGroupProps) {
  const { name, ids, rows, from, to, total, tasks, tools, stop, isFolded, fold, onDrop } = props
  const body = useRef<HTMLTableSectionElement>(null)
  const rowHeight = useRowHeight()
  const drop = useRef(onDrop)
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    drop.current = onDrop
  })
  useEffect(() => {
    const element = body.current
    if (element === null) return undefined
    return dropTargetForElements({
      element,
      canDrop: ({ source }) => typeof source.data['taskId'] === 'string' && name !== 'overdue',
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: ({ source }) => {
        setOver(false)
        drop.current(String(source.data['taskId']), name)
      },
    })
  }, [name])
  const isUnknown = total === 'unknown'
  const figures = isUnknown ? undefined : total
  const count = figures?.count ?? ids.length
  const minutes = figures?.estimateMinutes ?? sumOf(ids, tasks, 'estimateMinutes')
  return (
    // The rows that are not rendered leave their space above and below.
    <tbody
      ref={body}
      className={classes['group']}
      style={{ paddingBottom: (rows.length - to) * rowHeight }}
      data-due={name}
      data-over={isOver || undefined}
    >
      <tr className={`${classes['row']} ${classes['groupRow']}`} style={{ marginBottom: from * rowHeight }}>
        <th scope="rowgroup">
          <button
            type="button"
            aria-expanded={!isFolded}
            onClick={fold}
            data-late={name === 'overdue' || undefined}
          >
            {isFolded ? <IconChevronRight size={16} /> : <IconChevronDown size={16} />}
            {words.mine.groups[name]}
            {(!isUnknown || count > 0) && (
              <span className={list['count']}>{words.count(count, isUnknown)}</span>
            )}
          </button>
        </th>
        <td className={classes['number']}>{minutes > 0 && clock(minutes)}</td>
      </tr>
      {rows.slice(from, to).map((id) => (
        <MyTaskRow
          key={id}
          id={id}
          isCursor={(tools.cursor ?? stop) === id}
          hasRing={tools.cursor === id}
          isSelected={tools.selected.has(id)}
          isOpen={tools.open === id}
          onOpen={tools.onOpen}
          onFocus={tools.setCursor}
        />
      ))}
    </tbody>
  )
}
