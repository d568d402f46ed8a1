import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { Button } from '@mantine/core'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useListIds } from '../../api/list-ids.ts'
import { useAllPages } from '../../api/queries.ts'
import { useWorkspaceNames } from '../../api/workspace-names.ts'
import { clock, today } from '../../parts/days.ts'
import { IconChevronDown, IconChevronRight, IconPlus } from '../../parts/icons.tsx'
import { Empty, Failed, Loading } from '../../parts/states.tsx'
import { useHeadingFocus } from '../../site/heading-focus.ts'
import { keyHint, runAction } from '../../site/keys.ts'
import { ExportCsv } from '../../table/export-csv.tsx'
import { FilterBar } from '../../table/filter-bar.tsx'
import { filterOf, termsOf } from '../../table/list-address.ts'
import { pageTitles } from '../../texts/pages.ts'
import { taskTexts as words } from '../../texts/tasks.ts'
import { texts } from '../../texts/texts.ts'
import { viewTexts } from '../../texts/views.ts'
import { SavedViews } from '../views/saved-views.tsx'
import { useViews } from '../views/view-acts.ts'
import { useTaskActs } from './acts.ts'
import { type DueGroup, dateIn, dueGroupOf, dueGroups } from './due-groups.ts'
import { sumOf } from './grouping.ts'
import list from './list.module.css'
import { MyTaskRow } from './my-task-row.tsx'
import classes from './my-tasks.module.css'
import { OwnTasksPage } from './own-tasks-page.tsx'
import { addressOf, type TaskDetails, useTasks } from './task-data.ts'
import { addressOfMyView, isOfMyTasks, myFilter } from './task-views.ts'
import page from './tasks.module.css'
import { useRowHeight } from './use-row-height.ts'
import { useRowSteps } from './use-row-steps.ts'
import { useViewTools, type ViewTools } from './use-view-tools.ts'
import { useWindow } from './use-window.ts'
import type { View } from './view-state.ts'

/** The tasks of the person who is signed in that are not finished, by when they are due. */
export function MyTasksPage() {
  return (
    <OwnTasksPage className={page['main']}>
      {(userId, view) => <MyTasks userId={userId} view={view} />}
    </OwnTasksPage>
  )
}

const path = '/v1/tasks'
const views = 'source="tasks" AND layout="list" AND workspaceId="none"'

function MyTasks({ userId, view }: { userId: string; view: View }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useHeadingFocus(heading)
  const { filter } = view
  // Soonest first.
  const address = addressOf({ path, filter: myFilter(filter), sort: 'dueDate', limit: 200 })
  const workspaces = useWorkspaceNames()
  const saved = useViews(views, 'reportName').filter(isOfMyTasks)
  const query = useListIds(address)
  const { ids, isPending, hasNextPage, error, refetch } = query
  const scroller = useRef<HTMLDivElement>(null)
  const tasks = useTasks(ids)
  // The groups need all of them.
  useAllPages(query)
  const tools = useViewTools(view, true)
  const acts = useTaskActs()
  const [folded, setFolded] = useState<ReadonlySet<DueGroup>>(new Set())
  const now = today()
  const mine = [...tasks].filter(
    ([, { assignees, status }]) =>
      assignees.includes(userId) && status !== 'Completed' && status !== 'Cancelled',
  )
  const groups = dueGroups
    .map((name) => ({
      name,
      ids: mine
        .filter(([, { dueDate }]) => dueGroupOf(dueDate, now) === name)
        .toSorted(
          ([, a], [, b]) => (a.dueDate ?? '').localeCompare(b.dueDate ?? '') || b.priority - a.priority,
        )
        .map(([id]) => id),
    }))
    // A group without tasks is there to put some in.
    .filter((group) => group.ids.length > 0 || dateIn(group.name, now) !== undefined)
  const order = groups.filter(({ name }) => !folded.has(name)).flatMap((group) => group.ids)
  const rowHeight = useRowHeight()
  const reveal = (id: string): void => {
    const group = groups.find((each) => each.ids.includes(id))
    const body = scroller.current?.querySelector<HTMLElement>(`[data-due="${group?.name}"]`)
    if (group === undefined || !body) return
    scroller.current?.scrollTo(0, body.offsetTop + headHeight + (group.ids.indexOf(id) - 2) * rowHeight)
  }
  const onKeyDown = useRowSteps(tools, order, reveal)
  const drop = (id: string, group: DueGroup): void => {
    const dueDate = dateIn(group, now)
    const task = tasks.get(id)
    if (dueDate === undefined || task === undefined || dueGroupOf(task.dueDate, now) === group) return
    void acts.change([id], { dueDate }, words.fieldOf(words.fieldNames.dueDate, task.title, 1))
  }
  return (
    <>
      <title>{`${pageTitles.tasks} · ${texts.product}`}</title>
      <header className={classes['head']}>
        <h1 ref={heading} tabIndex={-1}>
          {pageTitles.tasks}
        </h1>
        {mine.length > 0 && <span>{words.count(mine.length, hasNextPage)}</span>}
        <i />
        <ExportCsv compact address={address} name="my-tasks" />
        <Button
          className={page['desk'] ?? ''}
          leftSection={<IconPlus size={16} />}
          size="sm"
          h={32}
          onClick={() => runAction('create')}
        >
          {words.newTask}
          <kbd className={page['key']}>{keyHint('create')}</kbd>
        </Button>
      </header>
      <div className={`${page['tools']} ${classes['tools']}`}>
        <SavedViews
          views={saved}
          openId={view.id}
          now={{ layout: 'list', groupBy: null, filter: myFilter(filter) }}
          place={{ source: 'tasks', workspaceId: null, sort: 'dueDate' }}
          addressOf={addressOfMyView}
          plain={{ name: viewTexts.mine, href: '/tasks' }}
        />
        <div className={page['filter']}>
          <FilterBar
            path={path}
            terms={termsOf(filter)}
            setTerms={(terms) => view.set({ filter: filterOf(path, terms) })}
            address={address}
            named={{ workspaceId: [...workspaces].map(([value, label]) => ({ value, label })) }}
          />
        </div>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the links in it have the focus; it moves it between them. */}
      <div ref={scroller} className={list['table']} onKeyDown={onKeyDown}>
        {error !== null && mine.length === 0 ? (
          <Failed error={error} retry={() => void refetch()} />
        ) : isPending && mine.length === 0 ? (
          <Loading rows={8} />
        ) : mine.length === 0 ? (
          filter === '' ? (
            <Empty title={words.mine.empty} hint={words.mine.emptyHint} />
          ) : (
            <Empty
              title={words.nothingMatches}
              action={
                <Button variant="default" onClick={() => view.set({ filter: null })}>
                  {words.clearFilter}
                </Button>
              }
            />
          )
        ) : (
          <table aria-label={pageTitles.tasks}>
            {groups.map((group) => (
              <Group
                key={group.name}
                {...group}
                scroller={scroller}
                more={hasNextPage}
                tasks={tasks}
                tools={tools}
                first={order[0]}
                isFolded={folded.has(group.name)}
                fold={() => {
                  const next = new Set(folded)
                  if (!next.delete(group.name)) next.add(group.name)
                  setFolded(next)
                }}
                onDrop={drop}
              />
            ))}
          </table>
        )}
      </div>
    </>
  )
}

/** Pixels of the line with the name of a group. */
const headHeight = 48

interface GroupProps {
  name: DueGroup
  scroller: RefObject<HTMLElement | null>
  /** Whether tasks are still being loaded. */
  more: boolean
  ids: readonly string[]
  tasks: ReadonlyMap<string, TaskDetails>
  tools: ViewTools
  first: string | undefined
  isFolded: boolean
  fold: () => void
  onDrop: (id: string, group: DueGroup) => void
}

function Group(props: GroupProps) {
  const { name, scroller, more, ids, tasks, tools, first, isFolded, fold, onDrop } = props
  const body = useRef<HTMLTableSectionElement>(null)
  const rowHeight = useRowHeight()
  const rows = isFolded ? [] : ids
  const drawn = useWindow(scroller, [headHeight, ...rows.map(() => rowHeight)], body)
  const [from, to] = [Math.max(0, drawn.first - 1), Math.max(0, drawn.end - 1)]
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
  const minutes = sumOf(ids, tasks, 'estimateMinutes')
  return (
    // The rows that are not drawn leave their place above and below.
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
            <span className={list['count']}>{words.count(ids.length, more)}</span>
          </button>
        </th>
        <td className={classes['number']}>{minutes > 0 && clock(minutes)}</td>
      </tr>
      {rows.slice(from, to).map((id) => (
        <MyTaskRow
          key={id}
          id={id}
          isCursor={(tools.cursor ?? first) === id}
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
