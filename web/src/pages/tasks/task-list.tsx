import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'
import { idsIn, stopReading, useListIds } from '../../api/list-ids.ts'
import { useKnownName } from '../../api/names.ts'
import { clock } from '../../parts/days.ts'
import { Face, MilestoneMark } from '../../parts/marks.tsx'
import { Failed, Loading } from '../../parts/states.tsx'
import { VisuallyHidden } from '../../parts/visually-hidden.tsx'
import { onArrowKeys, stepFrom } from '../../site/arrow-keys.ts'
import { useKeyActions } from '../../site/keys.ts'
import { useStable } from '../../site/use-stable.ts'
import { useStoredState } from '../../table/use-stored-state.ts'
import { taskTexts as words } from '../../texts/tasks.ts'
import { useTaskActs } from './acts.ts'
import type { BoardProps } from './board.tsx'
import { SectionMark } from './board-column.tsx'
import { groupTasks, sumOf } from './grouping.ts'
import classes from './list.module.css'
import { placeAfter } from './place-after.ts'
import { type Group, type Section, startsFolded } from './sections.ts'
import { addressOf, allOf, shownTask, type TaskDetails, useTasks } from './task-data.ts'
import { type ListTools, QueriedGroup, TaskGroup } from './task-group.tsx'
import { useRowHeight } from './use-row-height.ts'
import type { GroupTotals, Totals } from './use-totals.ts'

const columns = [
  { name: 'select', className: '' },
  { name: 'status', className: '' },
  { name: 'title', className: '' },
  { name: 'tags', className: classes['wide'] },
  { name: 'assignees', className: classes['middle'] },
  { name: 'priority', className: classes['middle'] },
  { name: 'due', className: classes['due'] },
  { name: 'estimate', className: `${classes['number']} ${classes['wide']}` },
  { name: 'spent', className: `${classes['number']} ${classes['wide']}` },
] as const

/** Where a move within a group of loaded tasks changes no field. */
const wholeSection: Section = { key: '', label: '', filter: '', fields: {}, sends: {} }

/** The tasks of a workspace as a list, grouped. */
export function TaskList({ group, ...props }: BoardProps & { group: Group }) {
  const { workspaceId, sections, filter, mayChange, view, totals, say } = props
  const client = useQueryClient()
  const acts = useTaskActs()
  const scroller = useRef<HTMLDivElement>(null)
  const [folded, setFolded] = useStoredState<Record<string, boolean>>(`folded list:${workspaceId}`, {})
  const [adding, setAdding] = useState<string>()
  const [renaming, setRenaming] = useState<string>()
  const orders = useRef(new Map<string, readonly string[]>())
  const last = useRef<string>(undefined)
  const register = useCallback((key: string, ids: readonly string[]) => orders.current.set(key, ids), [])
  const order = (): string[] => {
    const headings = [...(scroller.current?.querySelectorAll<HTMLElement>('[data-group]') ?? [])]
    return headings.flatMap(({ dataset }) => orders.current.get(dataset['group'] ?? '') ?? [])
  }
  const rowHeight = useRowHeight()
  const { selected, setSelected } = view
  const onSelect = useStable((id: string, range: boolean): void => {
    const all = order()
    const from = range && last.current !== undefined ? all.indexOf(last.current) : -1
    const to = all.indexOf(id)
    const next = new Set(selected)
    if (from !== -1 && to !== -1)
      for (const each of all.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(each)
    else if (!next.delete(id)) next.add(id)
    last.current = id
    setSelected(next)
  })
  const onRenamed = useStable((id: string) => {
    setRenaming(undefined)
    view.focus(id)
  })
  /** Scrolls to a row that is not rendered. */
  const reveal = (id: string): void => {
    const [key, ids = []] = [...orders.current].find(([, ids]) => ids.includes(id)) ?? []
    const heading = scroller.current?.querySelector<HTMLElement>(`[data-group="${key}"]`)
    if (heading === null || heading === undefined) return
    scroller.current?.scrollTo(0, heading.offsetTop + (ids.indexOf(id) - 1) * rowHeight)
  }
  const step = (by: number): void => {
    const id = stepFrom(order(), view.cursor, by)
    if (id === undefined) return
    if (view.elementOf(id) === null) reveal(id)
    view.focus(id)
  }
  const path = `/v1/workspaces/${workspaceId}/tasks`
  const addressIn = (section: Section): string =>
    addressOf({ path, filter: allOf(section.filter, filter), sort: 'rank', limit: 100 })
  const wholeAddress = addressOf({ path, filter, sort: 'rank', limit: 200 })
  const carry = async (by: 1 | -1): Promise<void> => {
    const { cursor } = view
    const [key, ids = []] = [...orders.current].find(([, ids]) => ids.includes(cursor ?? '')) ?? []
    if (cursor === undefined || key === undefined) return
    const section = sections.find((each) => each.key === key)
    const address = section === undefined ? wholeAddress : addressIn(section)
    const after = placeAfter(cursor, by, idsIn(client, address), ids, (id) => shownTask(id)?.parentTaskId)
    if (after === undefined) return
    await stopReading(client, [address])
    const to = { address, section: section ?? wholeSection }
    const isMoved = acts.move({ id: cursor, from: { address }, to, after, inOrder: true })
    view.focus(cursor)
    say((await isMoved) ? words.movedInList(ids.indexOf(cursor) + 1 + by, ids.length) : words.notMoved)
  }
  useKeyActions({
    next: () => step(1),
    previous: () => step(-1),
    selectAll: () => setSelected(new Set(order())),
    ...(mayChange && {
      create: () => setAdding(scroller.current?.querySelector<HTMLElement>('[data-group]')?.dataset['group']),
      rename: () => setRenaming(view.cursor),
      moveUp: () => void carry(-1),
      moveDown: () => void carry(1),
    }),
  })
  const onKeyDown = onArrowKeys(step)
  const tools: ListTools = {
    ...{
      workspaceId,
      scroller,
      mayChange,
      view,
      renaming,
      onRenamed,
      adding,
      setAdding,
      onSelect,
      register,
    },
    isFolded: (key) =>
      folded[key] ??
      sections.some(
        (section) => section.key === key && (startsFolded(section) || section.status === 'Completed'),
      ),
    fold: (key, on) => setFolded({ ...folded, [key]: on }),
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links in it have the focus; it moves it between them.
    <div ref={scroller} className={classes['table']} data-live-list={path} onKeyDown={onKeyDown}>
      <table aria-label={words.tabs.tasks} aria-rowcount={-1}>
        <thead>
          <tr className={`${classes['row']} ${classes['head']}`}>
            {columns.map(({ name, className }) => (
              <th key={name} scope="col" className={className}>
                {name === 'select' || name === 'status' ? (
                  <VisuallyHidden>{words.columns[name]}</VisuallyHidden>
                ) : (
                  words.columns[name]
                )}
              </th>
            ))}
          </tr>
        </thead>
        {group === 'status' || group === 'priority' ? (
          sections.map((section) => (
            <QueriedGroup
              key={section.key}
              tools={tools}
              section={section}
              icon={<SectionMark section={section} />}
              address={addressIn(section)}
              total={totals.of(section.key)}
            />
          ))
        ) : (
          <LoadedGroups tools={tools} group={group} totals={totals} address={wholeAddress} />
        )}
      </table>
    </div>
  )
}

interface LoadedGroupsProps {
  tools: ListTools
  group: Group
  address: string
  totals: GroupTotals
}

/** Groups of the tasks that are loaded; more are loaded when the end comes into view. */
function LoadedGroups({ tools, group, address, totals }: LoadedGroupsProps) {
  const { ids, hasNextPage, onEnd, isPending, error, isFetchNextPageError, retry } = useListIds(address)
  const tasks = useTasks(ids)
  const groups = useMemo(() => [...groupTasks(ids, tasks, group)], [ids, tasks, group])
  if (isPending || ids.length === 0)
    return (
      <tbody>
        <tr>
          <td className={classes['state']}>
            {error !== null ? <Failed error={error} retry={retry} /> : isPending && <Loading rows={8} />}
          </td>
        </tr>
      </tbody>
    )
  return (
    <>
      {groups.map(([key, members], at) => (
        <NamedGroup
          key={key ?? ''}
          tools={tools}
          group={group}
          id={key}
          ids={members}
          tasks={tasks}
          total={totals.of(key)}
          more={hasNextPage}
          {...(at === groups.length - 1 && onEnd !== undefined && { onEnd })}
        />
      ))}
      {isFetchNextPageError && (
        <tbody>
          <tr>
            <td className={classes['state']}>
              <Failed error={error} retry={retry} />
            </td>
          </tr>
        </tbody>
      )}
      <Footer ids={ids} tasks={tasks} more={hasNextPage} total={totals.all} />
    </>
  )
}

interface NamedGroupProps {
  tools: ListTools
  group: Group
  id: string | null
  ids: readonly string[]
  tasks: ReadonlyMap<string, TaskDetails>
  total: Totals | undefined
  more: boolean
  onEnd?: () => void
}

function NamedGroup({ tools, group, id, ids, tasks, total, more, onEnd }: NamedGroupProps) {
  const name = useKnownName(id)
  const fields: Partial<TaskDetails> =
    id === null
      ? {}
      : group === 'milestone'
        ? { milestoneId: id }
        : group === 'tasklist'
          ? { tasklistId: id }
          : { assignees: [id] }
  const without =
    group === 'milestone' || group === 'tasklist' || group === 'assignee'
      ? words.noneOf[group]
      : words.allTasks
  return (
    <TaskGroup
      tools={tools}
      name={id ?? 'none'}
      label={id === null ? without : (name ?? '')}
      icon={
        group === 'milestone' ? (
          <MilestoneMark />
        ) : group === 'assignee' && id !== null ? (
          <Face id={id} />
        ) : null
      }
      ids={ids}
      tasks={tasks}
      total={total}
      more={more}
      fields={fields}
      {...(onEnd !== undefined && { onEnd })}
    />
  )
}

interface FooterProps {
  ids: readonly string[]
  tasks: ReadonlyMap<string, TaskDetails>
  more: boolean
  total: Totals | undefined
}

function Footer({ ids, tasks, more, total }: FooterProps) {
  return (
    <tfoot>
      <tr className={`${classes['row']} ${classes['foot']}`}>
        <td>
          {total === undefined && more
            ? words.manyLoaded(ids.length)
            : words.many(total?.count ?? ids.length)}
        </td>
        <td className={`${classes['number']} ${classes['wide']}`}>
          {clock(total?.estimateMinutes ?? sumOf(ids, tasks, 'estimateMinutes'))}
        </td>
        <td className={`${classes['number']} ${classes['wide']}`}>
          {clock(total?.spentMinutes ?? sumOf(ids, tasks, 'spentMinutes'))}
        </td>
      </tr>
    </tfoot>
  )
}
