import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useListIds } from '../../api/list-ids.ts'
import { useWorkspaceNames } from '../../api/workspace-names.ts'
import { today } from '../../parts/days.ts'
import { IconPlus } from '../../parts/icons.tsx'
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
import list from './list.module.css'
import { headHeight, MyTaskGroup } from './my-task-group.tsx'
import classes from './my-tasks.module.css'
import { OwnTasksPage } from './own-tasks-page.tsx'
import { useOpenWorkspaces } from './target-workspace.tsx'
import { addressOf, useTasks } from './task-data.ts'
import { addressOfMyView, isOfMyTasks, myFilter } from './task-views.ts'
import page from './tasks.module.css'
import { useDueTotals } from './use-due-totals.ts'
import { useRowHeight } from './use-row-height.ts'
import { useRowSteps } from './use-row-steps.ts'
import { useViewTools } from './use-view-tools.ts'
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
  // Soonest first, and those without a date last: the groups fill from the first to the last.
  const address = addressOf({ path, filter: myFilter(filter), sort: 'dueDate,-priority', limit: 100 })
  const workspaces = useWorkspaceNames()
  const saved = useViews(views, 'reportName').filter(isOfMyTasks)
  const { ids, isPending, hasNextPage, onEnd, error, isFetchNextPageError, retry } = useListIds(address)
  const scroller = useRef<HTMLDivElement>(null)
  const tasks = useTasks(ids)
  const tools = useViewTools(view, true)
  const acts = useTaskActs()
  const [folded, setFolded] = useState<ReadonlySet<DueGroup>>(new Set())
  const now = today()
  const mine = [...tasks].filter(
    ([, { assignees, status }]) =>
      assignees.includes(userId) && status !== 'Completed' && status !== 'Cancelled',
  )
  const totals = useDueTotals(filter, now, hasNextPage)
  let lines = 0
  const groups = dueGroups
    .map((name) => {
      const ids = mine
        .filter(([, { dueDate }]) => dueGroupOf(dueDate, now) === name)
        .toSorted(
          ([, a], [, b]) => (a.dueDate ?? '').localeCompare(b.dueDate ?? '') || b.priority - a.priority,
        )
        .map(([id]) => id)
      return { name, ids, rows: folded.has(name) ? [] : ids }
    })
    // A group without tasks is there to put some in.
    .filter((group) => group.ids.length > 0 || dateIn(group.name, now) !== undefined)
    .map((group) => {
      // Each has a line with its name.
      const start = lines + 1
      lines = start + group.rows.length
      return { ...group, start }
    })
  const order = groups.flatMap((group) => group.rows)
  const rowHeight = useRowHeight()
  const { tops, first, end } = useWindow(
    scroller,
    groups.flatMap(({ rows }) => [headHeight, ...rows.map(() => rowHeight)]),
  )
  const last = tasks.get(ids.findLast((id) => tasks.has(id)) ?? '')
  /** The first group of which more tasks may have to be loaded. */
  const unfinished =
    hasNextPage && last !== undefined
      ? groups.find(({ name }) => name === dueGroupOf(last.dueDate, now))
      : undefined
  // The first page of a slow list may be empty. Nothing is loaded while all remaining groups are folded.
  const isAtEnd =
    unfinished === undefined
      ? hasNextPage && mine.length === 0
      : end > unfinished.start + unfinished.rows.length - 5 &&
        groups.some(({ name, start }) => start >= unfinished.start && !folded.has(name))
  useEffect(() => {
    if (isAtEnd) onEnd?.()
  }, [isAtEnd, onEnd])
  const reveal = (id: string): void => {
    const group = groups.find(({ rows }) => rows.includes(id))
    if (group === undefined) return
    const top = tops[group.start + group.rows.indexOf(id)] ?? 0
    scroller.current?.scrollTo(0, top - 2 * rowHeight)
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
        {mine.length > 0 && (
          <span>{words.count(totals?.all.count ?? mine.length, hasNextPage && totals === undefined)}</span>
        )}
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
          <Failed error={error} retry={retry} />
        ) : (isPending || hasNextPage) && mine.length === 0 ? (
          <Loading rows={8} />
        ) : mine.length === 0 ? (
          filter === '' ? (
            <NoTasks />
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
            {groups.map(({ start, ...group }) => (
              <MyTaskGroup
                key={group.name}
                {...group}
                from={Math.min(Math.max(0, first - start), group.rows.length)}
                to={Math.min(Math.max(0, end - start), group.rows.length)}
                total={
                  hasNextPage && start >= (unfinished?.start ?? 0)
                    ? (totals?.[group.name] ?? 'unknown')
                    : undefined
                }
                tasks={tasks}
                tools={tools}
                stop={order[0]}
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
        {isFetchNextPageError && mine.length > 0 && <Failed error={error} retry={retry} />}
      </div>
    </>
  )
}

function NoTasks() {
  const mayCreate = (useOpenWorkspaces()?.length ?? 0) > 0
  return (
    <Empty
      title={words.mine.empty}
      hint={words.mine.emptyHint}
      action={
        mayCreate && (
          <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => runAction('create')}>
            {words.mine.create}
          </Button>
        )
      }
    />
  )
}
