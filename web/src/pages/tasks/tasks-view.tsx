import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { Link } from 'wouter'
import { ApiProblem } from '../../api/problem.ts'
import { NewPill } from '../../parts/new-pill.tsx'
import { Failed, Loading } from '../../parts/states.tsx'
import { UntilLoaded } from '../../parts/until-loaded.tsx'
import { VisuallyHidden } from '../../parts/visually-hidden.tsx'
import type { KeyName } from '../../site/key-table.ts'
import { keyHint, useKeyActions } from '../../site/keys.ts'
import { lazyPart } from '../../site/load-when-back.ts'
import { useLater } from '../../site/use-later.ts'
import { taskTexts as words } from '../../texts/tasks.ts'
import { Board } from './board.tsx'
import { Pickers, type PickField } from './pickers.tsx'
import { prioritySections, statusSections } from './sections.ts'
import { TaskList } from './task-list.tsx'
import { SavedTaskViews, TaskTools } from './task-tools.tsx'
import classes from './tasks.module.css'
import { setZoom, ZoomSwitch } from './timeline-zoom.tsx'
import { useBoardSeed } from './use-board-seed.ts'
import { useStages } from './use-status-sections.ts'
import { useTotals } from './use-totals.ts'
import { useViewTools, type ViewTools } from './use-view-tools.ts'
import { type Layout, layouts, type View } from './view-state.ts'

const Timeline = lazyPart(async () => (await import('./timeline.tsx')).Timeline)

interface TasksViewProps {
  workspaceId: string
  mayChange: boolean
  mayEditStages: boolean
  view: View
}

/** The tasks of a workspace as a list, a board or a timeline; the address determines which, and how. */
export function TasksView(props: TasksViewProps) {
  return (
    <Pickers>
      <Tasks {...props} />
    </Pickers>
  )
}

function Tasks({ workspaceId, mayChange, mayEditStages, view }: TasksViewProps) {
  const { layout, group, filter } = view
  const stages = useStages(workspaceId)
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
  // The tasks are requested first; the tools are rendered while the service responds.
  const showsTools = useLater(true, false)
  const show = (next: Layout): void => view.set({ layout: next === 'list' ? null : next })
  useKeyActions({
    asList: () => show('list'),
    asBoard: () => show('board'),
    asTimeline: () => show('timeline'),
    filter: () =>
      document.querySelector<HTMLElement>('[data-filter] button[aria-haspopup="dialog"]')?.click(),
  })
  // With another key, it shows what waits: another layout, group or filter reads the tasks again anyway.
  const pill = <NewPill key={`${layout} ${group} ${filter}`} atEnd={isBoard} />
  const state = { workspaceId, layout, group, filter }
  const given = { workspaceId, sections, filter, mayChange, totals, say, view: tools }
  return (
    <>
      <div className={classes['tools']}>
        <SavedTaskViews {...state} openId={view.id} />
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
          showsTools && (
            <>
              <TaskTools {...state} set={view.set} stages={stages} />
              {isBoard && !byPriority && mayEditStages && (
                <Button
                  component={Link}
                  href={`/p/workspace/${workspaceId}/settings#stages`}
                  className={classes['desk'] ?? ''}
                  variant="subtle"
                  color="gray"
                  size="compact-sm"
                >
                  {words.editStages}
                </Button>
              )}
            </>
          )
        )}
      </div>
      {(isEmpty || isBadFilter) && (
        <div className={classes['empty']}>
          <p>
            <strong>
              {isBadFilter ? words.badFilter : filter === '' ? words.emptyTitle : words.nothingMatches}
            </strong>
            {filter === '' && mayChange && `. ${words.emptyHint}`}
          </p>
          {filter !== '' && (
            <Button variant="default" size="compact-sm" onClick={() => view.set({ filter: null })}>
              {words.clearFilter}
            </Button>
          )}
        </div>
      )}
      {!isBoard && pill}
      {stages === undefined ? (
        <div className={classes['content']}>
          <Loading rows={8} />
        </div>
      ) : isBadFilter ? (
        <Failed error={totals.error} />
      ) : isBoard ? (
        <Board {...given} isReady={isReady} />
      ) : layout === 'timeline' ? (
        <UntilLoaded fallback={<Loading rows={8} />}>
          <Timeline {...given} group={group} zoom={view.zoom} setZoom={(zoom) => setZoom(view, zoom)} />
        </UntilLoaded>
      ) : (
        <TaskList {...given} group={group} />
      )}
      {isBoard && pill}
      <VisuallyHidden role="status" aria-live="polite">
        {said}
      </VisuallyHidden>
    </>
  )
}

function BulkBar({ tools, mayChange }: { tools: ViewTools; mayChange: boolean }) {
  const act = (label: string, key: KeyName, run: () => void, field?: PickField) => (
    <Button variant="subtle" color="gray" size="compact-sm" data-pick={field} onClick={run}>
      {label}
      <kbd className={classes['key']}>{keyHint(key)}</kbd>
    </Button>
  )
  const pick = (field: PickField, key: KeyName) =>
    act(words.fields[field], key, () => tools.pick(field), field)
  return (
    <div className={classes['bulk']} data-bulk tabIndex={-1}>
      <strong>{words.selected(tools.selected.size)}</strong>
      {mayChange && (
        <>
          {pick('status', 'status')}
          {pick('assignees', 'assign')}
          {pick('dueDate', 'due')}
          {pick('priority', 'priority')}
          {pick('tags', 'tags')}
          {pick('milestoneId', 'milestone')}
          {act(words.remove, 'remove', tools.remove)}
        </>
      )}
      <span className={classes['grow']} />
      {act(words.clear, 'back', tools.clear)}
    </div>
  )
}
