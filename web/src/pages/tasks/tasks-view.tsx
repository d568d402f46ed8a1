import { Button, Select, VisuallyHidden } from '@mantine/core'
import { lazy, Suspense, useMemo, useState } from 'react'
import { ApiProblem } from '../../api/problem.ts'
import { usePage } from '../../api/queries.ts'
import type { Member, Milestone, Stage, Tasklist } from '../../api/types.ts'
import { NewPill } from '../../parts/new-pill.tsx'
import { Failed, Loading } from '../../parts/states.tsx'
import { keyHint, useKeyActions } from '../../site/keys.ts'
import { FilterBar } from '../../table/filter-bar.tsx'
import { filterOf, termsOf } from '../../table/list-address.ts'
import { taskTexts as words } from '../../texts/tasks.ts'
import { viewTexts } from '../../texts/views.ts'
import { SavedViews } from '../views/saved-views.tsx'
import { useViews } from '../views/view-acts.ts'
import { Board } from './board.tsx'
import { Pickers } from './pickers.tsx'
import { type Group, groups, prioritySections, statusSections } from './sections.ts'
import { addressOf, stagesOf } from './task-data.ts'
import { TaskList } from './task-list.tsx'
import { addressOfView, stateOf } from './task-views.ts'
import classes from './tasks.module.css'
import { setZoom, ZoomSwitch } from './timeline-zoom.tsx'
import { useBoardSeed } from './use-board-seed.ts'
import { useTotals } from './use-totals.ts'
import { useViewTools, type ViewTools } from './use-view-tools.ts'
import { type Layout, layouts, usualGroup, type View } from './view-state.ts'

const Timeline = lazy(async () => ({ default: (await import('./timeline.tsx')).Timeline }))

interface TasksViewProps {
  workspaceId: string
  mayChange: boolean
  view: View
}

const path = '/v1/workspaces/{workspaceId}/tasks'

/** The tasks of a workspace as a list, a board or a timeline; the address says which, and how. */
export function TasksView(props: TasksViewProps) {
  return (
    <Pickers>
      <Tasks {...props} />
    </Pickers>
  )
}

function Tasks({ workspaceId, mayChange, view }: TasksViewProps) {
  const { layout, group, filter } = view
  const inside = `/v1/workspaces/${workspaceId}`
  const stages = usePage<Stage>(stagesOf(workspaceId)).data?.items
  const views = useViews(`workspaceId="${workspaceId}" AND source="tasks"`, 'rank').filter(
    // Charts are on the Reports page.
    ({ details }) => details.layout !== 'chart',
  )
  const tools = useViewTools(view, mayChange)
  const [said, say] = useState('')
  const byPriority = group === 'priority'
  const sections = useMemo(
    () => (byPriority ? prioritySections : statusSections(stages ?? [])),
    [byPriority, stages],
  )
  const isBoard = layout === 'board'
  const isReady = useBoardSeed({
    ...{ workspaceId, sections, filter },
    enabled: isBoard && stages !== undefined,
  })
  const totals = useTotals(
    ...([workspaceId, isBoard && !byPriority ? 'status' : group, filter, sections] as const),
    stages !== undefined && isReady,
  )
  const isEmpty = totals.all?.count === 0
  const isBadFilter = filter !== '' && totals.error instanceof ApiProblem && totals.error.status === 400
  const named = useNamed(inside, stages ?? [])
  const show = (next: Layout): void => view.set({ layout: next === 'list' ? null : next })
  useKeyActions({
    asList: () => show('list'),
    asBoard: () => show('board'),
    asTimeline: () => show('timeline'),
    filter: () =>
      document.querySelector<HTMLElement>('[data-filter] button[aria-haspopup="dialog"]')?.click(),
  })
  const given = { workspaceId, sections, filter, mayChange, totals, say, view: tools }
  return (
    <>
      <div className={classes['tools']}>
        <SavedViews
          views={views}
          openId={view.id}
          now={stateOf(view)}
          place={{ source: 'tasks', workspaceId, sort: 'rank' }}
          addressOf={addressOfView}
          plain={{ name: viewTexts.all, href: `/p/workspace/${workspaceId}/tasks` }}
        />
        <fieldset className={classes['segment']}>
          <VisuallyHidden component="legend">{words.layout}</VisuallyHidden>
          {layouts.map((each) => (
            <button key={each} type="button" aria-pressed={layout === each} onClick={() => show(each)}>
              {words.layouts[each]}
            </button>
          ))}
        </fieldset>
        <span className={classes['line']} />
        {layout === 'timeline' && <ZoomSwitch view={view} />}
        {tools.selected.size > 0 ? (
          <BulkBar tools={tools} mayChange={mayChange} />
        ) : (
          <>
            <Select
              aria-label={words.group}
              size="xs"
              w={160}
              variant="unstyled"
              className={classes['group'] ?? ''}
              data={groups
                .filter((each) => layout !== 'board' || each === 'status' || each === 'priority')
                .map((each) => ({ value: each, label: words.groups[each] }))}
              value={layout === 'board' && !byPriority ? 'status' : group}
              onChange={(next) => view.set({ group: next === usualGroup(layout) ? null : (next as Group) })}
              leftSectionWidth={72}
              leftSection={<span className={classes['faint']}>{words.group}</span>}
            />
            <div className={classes['filter']} data-filter>
              <FilterBar
                path={path}
                terms={termsOf(filter)}
                setTerms={(terms) => view.set({ filter: filterOf(path, terms) })}
                address={addressOf({ path: `${inside}/tasks`, filter, sort: 'rank' })}
                named={named}
                exportAs="tasks"
              />
            </div>
          </>
        )}
      </div>
      {(isEmpty || isBadFilter) && (
        <div className={classes['empty']}>
          <p>
            <strong>
              {isBadFilter ? words.badFilter : filter === '' ? words.emptyTitle : words.nothingMatches}
            </strong>{' '}
            {filter === '' && words.emptyHint}
          </p>
          {filter !== '' && (
            <Button variant="default" size="compact-sm" onClick={() => view.set({ filter: null })}>
              {words.clearFilter}
            </Button>
          )}
        </div>
      )}
      <NewPill />
      {stages === undefined ? null : isBadFilter ? (
        <Failed error={totals.error} />
      ) : isBoard ? (
        <Board {...given} isReady={isReady} />
      ) : layout === 'timeline' ? (
        <Suspense fallback={<Loading rows={8} />}>
          <Timeline {...given} group={group} zoom={view.zoom} setZoom={(zoom) => setZoom(view, zoom)} />
        </Suspense>
      ) : (
        <TaskList {...given} group={group} />
      )}
      <VisuallyHidden role="status" aria-live="polite">
        {said}
      </VisuallyHidden>
    </>
  )
}

function BulkBar({ tools, mayChange }: { tools: ViewTools; mayChange: boolean }) {
  const act = (label: string, key: Parameters<typeof keyHint>[0], run: () => void) => (
    <Button variant="subtle" color="gray" size="compact-sm" onClick={run}>
      {label}
      <kbd className={classes['key']}>{keyHint(key)}</kbd>
    </Button>
  )
  return (
    <div className={classes['bulk']} data-bulk tabIndex={-1}>
      <strong>{words.selected(tools.selected.size)}</strong>
      {mayChange && (
        <>
          {act(words.fields.status, 'status', () => tools.pick('status'))}
          {act(words.fields.assignees, 'assign', () => tools.pick('assignees'))}
          {act(words.fields.dueDate, 'due', () => tools.pick('dueDate'))}
          {act(words.fields.priority, 'priority', () => tools.pick('priority'))}
          {act(words.fields.tags, 'tags', () => tools.pick('tags'))}
          {act(words.fields.milestoneId, 'milestone', () => tools.pick('milestoneId'))}
          {act(words.remove, 'remove', tools.remove)}
        </>
      )}
      <span className={classes['grow']} />
      {act(words.clear, 'back', tools.clear)}
    </div>
  )
}

/** The names of everything that a filter of tasks may refer to. */
function useNamed(inside: string, stages: readonly Stage[]) {
  const members = usePage<Member>(`${inside}/members?limit=500&fields=fullName`).data?.items ?? []
  const milestones = usePage<Milestone>(`${inside}/milestones?limit=500&fields=title`).data?.items ?? []
  const tasklists = usePage<Tasklist>(`${inside}/tasklists?limit=500&fields=tasklistName`).data?.items ?? []
  return {
    assignees: members.map(({ id, details }) => ({ value: id, label: details.fullName })),
    milestoneId: milestones.map(({ id, details }) => ({ value: id, label: details.title })),
    tasklistId: tasklists.map(({ id, details }) => ({ value: id, label: details.tasklistName })),
    stageId: stages.map(({ id, details }) => ({ value: id, label: details.stageName })),
  }
}
