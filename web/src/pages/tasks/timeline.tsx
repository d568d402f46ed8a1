import { type CSSProperties, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useListIds } from '../../api/list-ids.ts'
import { usePage } from '../../api/queries.ts'
import type { Member, Milestone, Tasklist } from '../../api/types.ts'
import { today } from '../../parts/days.ts'
import { usePhone } from '../../parts/use-phone.ts'
import { onArrowKeys, stepFrom } from '../../site/arrow-keys.ts'
import { useKeyActions } from '../../site/keys.ts'
import { useStoredState } from '../../table/use-stored-state.ts'
import { taskTexts } from '../../texts/tasks.ts'
import { timelineTexts as words } from '../../texts/timeline.ts'
import { useTaskActs } from './acts.ts'
import type { BoardProps } from './board.tsx'
import { NewTask } from './new-task.tsx'
import { targetsOf } from './pickers.tsx'
import { type Group, type Section, startsFolded } from './sections.ts'
import { addressOf, allOf, shownTask } from './task-data.ts'
import classes from './timeline.module.css'
import { Arrows } from './timeline-arrows.tsx'
import { TimelineGrid, TimelineHead } from './timeline-head.tsx'
import { GroupLine, MilestonesLine, StateLine } from './timeline-lines.tsx'
import { SectionLoader } from './timeline-loader.tsx'
import { TimelineRow, type TimelineTools } from './timeline-row.tsx'
import { draggedDates, type Grip, scaleOf, spanOf, spokenSpan } from './timeline-scale.ts'
import { type Loaded, linesOf, timelineSections, without } from './timeline-sections.ts'
import { Tray } from './timeline-tray.tsx'
import { useAcross } from './use-across.ts'
import { useRowHeight } from './use-row-height.ts'
import { useWindow } from './use-window.ts'
import { type Zoom, zooms } from './view-state.ts'

interface TimelineProps extends BoardProps {
  group: Group
  zoom: Zoom
  setZoom: (zoom: Zoom) => void
}

/** The tasks of a workspace as bars over the days from their start to when they are due. */
export function Timeline(props: TimelineProps) {
  const { workspaceId, sections: own, filter, mayChange, view, totals, say, group, zoom, setZoom } = props
  const inside = `/v1/workspaces/${workspaceId}`
  const path = `${inside}/tasks`
  const milestones = usePage<Milestone>(
    `${inside}/milestones?limit=500&fields=title,dueDate,status&sort=dueDate`,
  )
  const tasklists = usePage<Tasklist>(`${inside}/tasklists?limit=500&fields=tasklistName&sort=tasklistName`)
  const members = usePage<Member>(`${inside}/members?limit=500&fields=fullName`)
  const acts = useTaskActs()
  const phone = usePhone()
  const rowHeight = useRowHeight()
  const scroller = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  const [adding, setAdding] = useState(false)
  const [aimed, aim] = useState<string>()
  const [folded, setFolded] = useStoredState<Record<string, boolean>>(`folded timeline:${workspaceId}`, {})
  const [loaded, setLoaded] = useState<ReadonlyMap<string, Loaded>>(new Map())
  const report = useCallback(
    (key: string, what: Loaded | undefined) =>
      setLoaded((before) => {
        const next = new Map(before)
        if (what === undefined) next.delete(key)
        else next.set(key, what)
        return next
      }),
    [],
  )
  const sections = useMemo(
    () =>
      timelineSections(group, own, {
        milestones: milestones.data?.items ?? [],
        tasklists: tasklists.data?.items ?? [],
        members: members.data?.items ?? [],
      }),
    [group, own, milestones.data, tasklists.data, members.data],
  )
  const dated = (milestones.data?.items ?? []).filter(({ details }) => details.dueDate !== null)
  const milestoneOf = (section: Section): Milestone | undefined =>
    group === 'milestone' ? dated.find(({ id }) => id === section.key) : undefined
  const isFolded = (section: Section): boolean => folded[section.key] ?? startsFolded(section)
  const countOf = ({ key }: Section): number | undefined => totals.of(key === without ? null : key)?.count
  const lines = linesOf({
    ...{ sections, loaded, isFolded },
    isEmpty: (section) =>
      milestoneOf(section) === undefined && (countOf(section) ?? (loaded.has(section.key) ? 0 : 1)) === 0,
    withMilestones: group !== 'milestone' && dated.length > 0,
  })
  const lineOf = new Map(lines.flatMap((line, at) => (line.kind === 'task' ? [[line.id, at]] : [])))
  const { first, end } = useWindow(
    scroller,
    lines.map(() => rowHeight),
    body,
  )
  const drawn = lines.slice(first, end)
  const now = today()
  const scale = useMemo(() => scaleOf(zoom, now), [zoom, now])
  const across = useAcross(scroller, scale, now)
  useEffect(() => {
    for (let at = first; at < end; at += 1) {
      const line = lines[at]
      if (line?.kind !== 'task' && line?.kind !== 'group') continue
      const known = loaded.get(line.section.key)
      if (lines[at + 1]?.kind !== 'task' && known?.more && !known.isLoading && known.error === null)
        known.load()
    }
  })
  const undated = useListIds(
    addressOf({ path, filter: allOf('open=true', filter), sort: '-dueDate,-startDate', limit: 30 }),
  )
  const inTray = undated.ids.filter((id) => {
    const task = shownTask(id)
    return task ? spanOf(task) === undefined : false
  })
  const order = [...lineOf.keys(), ...inTray]
  const step = (by: number): void => {
    const id = stepFrom(order, view.cursor, by)
    if (id === undefined) return
    const line = lineOf.get(id)
    // A row that is not rendered has to be scrolled to first.
    if (line !== undefined && view.elementOf(id) === null)
      scroller.current?.scrollTo({ top: line * rowHeight })
    const span = spanOf(shownTask(id) ?? { startDate: null, dueDate: null })
    if (span !== undefined) across.reveal(span)
    view.focus(id)
  }
  const nudge = (grip: Grip, days: number): void => {
    const dates = targetsOf(view.selected, view.cursor).flatMap((id) => {
      const task = shownTask(id)
      const changed = task ? draggedDates(task, grip, days) : undefined
      return task && changed ? [{ id, task, changed }] : []
    })
    const [only] = dates
    if (only === undefined) return
    const label = taskTexts.fieldOf(words.dates, only.task.title, dates.length)
    void acts.changeEach(new Map(dates.map(({ id, changed }) => [id, changed])), label)
    const after = { ...only.task, ...only.changed }
    const span = spanOf(after)
    if (span !== undefined) across.reveal(span)
    say(words.moved(only.task.title, spokenSpan(after)))
  }
  const zoomBy = (by: number): void => {
    const next = zooms[zooms.indexOf(zoom) + by]
    if (next !== undefined) setZoom(next)
  }
  useKeyActions({
    next: () => step(1),
    previous: () => step(-1),
    selectAll: () => view.setSelected(new Set(lineOf.keys())),
    today: across.toToday,
    zoomIn: () => zoomBy(-1),
    zoomOut: () => zoomBy(1),
    ...(mayChange && {
      create: () => setAdding(true),
      earlier: () => nudge('move', -1),
      later: () => nudge('move', 1),
      shorter: () => nudge('end', -1),
      longer: () => nudge('end', 1),
    }),
  })
  const onKeyDown = onArrowKeys(step)
  const { onOpen, setCursor } = view
  const { visible, reveal } = across
  const tools: TimelineTools = useMemo(
    () => ({ scroller, scale, visible, reveal, mayChange, onOpen, onFocus: setCursor, say }),
    [scale, visible, reveal, mayChange, onOpen, setCursor, say],
  )
  // The first task can be reached with Tab although none has had the focus yet.
  const stop = view.cursor !== undefined && order.includes(view.cursor) ? view.cursor : order[0]
  const dayAt = (x: number, y: number): string | undefined => {
    const { left, right, top, bottom } = scroller.current?.getBoundingClientRect() ?? new DOMRect()
    const origin = across.origin()
    if (x < Math.max(left, origin.names) || x > right || y < top || y > bottom) return undefined
    return scale.dayAt(x - origin.first)
  }
  const isBare = sections.every((each) => isFolded(each) || (loaded.get(each.key)?.more ?? true) === false)
  const near = new Set(drawn.flatMap((line) => (line.kind === 'milestones' ? [] : [line.section.key])))
  const axis = { scale, now, aimed, left: across.left, width: across.width }
  return (
    <div className={classes['view']}>
      {sections.map((section) => (
        <SectionLoader
          key={section.key}
          section={section}
          address={addressOf({
            ...{ path, filter: allOf(section.filter, filter), sort: 'dueDate,startDate', limit: 100 },
          })}
          enabled={!isFolded(section) && (near.has(section.key) || loaded.has(section.key))}
          report={report}
        />
      ))}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the links in it have the focus; it moves it between them. */}
      <div ref={scroller} className={classes['scroller']} data-live-list={path} onKeyDown={onKeyDown}>
        <TimelineGrid {...axis} height={lines.length * rowHeight} />
        <table
          aria-label={words.label}
          aria-rowcount={-1}
          style={{ '--width': `${scale.width}px` } as CSSProperties}
        >
          <TimelineHead {...axis} />
          <tbody ref={body} style={{ height: lines.length * rowHeight }}>
            {drawn.map((line, n) => {
              const top = (first + n) * rowHeight
              switch (line.kind) {
                case 'milestones':
                  return <MilestonesLine key="milestones" top={top} milestones={dated} scale={scale} />
                case 'group':
                  return (
                    <GroupLine
                      key={line.section.key}
                      line={line}
                      top={top}
                      group={group}
                      milestone={milestoneOf(line.section)}
                      isFolded={isFolded(line.section)}
                      onFold={(on) => setFolded({ ...folded, [line.section.key]: on })}
                      scale={scale}
                    />
                  )
                case 'state':
                  return <StateLine key={`state ${line.section.key}`} top={top} loaded={line.loaded} />
                default:
                  return (
                    <TimelineRow
                      key={line.id}
                      id={line.id}
                      top={top}
                      depth={line.depth}
                      isCursor={view.cursor === line.id}
                      isStop={stop === line.id}
                      isSelected={view.selected.has(line.id)}
                      isOpen={view.open === line.id}
                      tools={tools}
                    />
                  )
              }
            })}
          </tbody>
        </table>
        {!phone && (
          <div className={classes['over']} style={{ height: lines.length * rowHeight }}>
            <Arrows
              workspaceId={workspaceId}
              scale={scale}
              rowHeight={rowHeight}
              lineOf={lineOf}
              visible={drawn.flatMap((line) => (line.kind === 'task' ? [line.id] : []))}
            />
          </div>
        )}
      </div>
      {isBare && lineOf.size === 0 && sections.length > 0 && (
        <p className={classes['empty']}>
          <strong>{words.empty}</strong> {inTray.length > 0 ? words.emptyHint : words.emptyWithout}
        </p>
      )}
      {adding && (
        <NewTask
          workspaceId={workspaceId}
          fields={{ startDate: now, dueDate: now }}
          label={taskTexts.titleOfNew}
          className={classes['new'] ?? ''}
          onClose={() => setAdding(false)}
        />
      )}
      <Tray
        ids={inTray}
        more={undated.hasNextPage && inTray.length === undated.ids.length}
        onMore={() => void undated.fetchNextPage()}
        stop={stop}
        tools={tools}
        dayAt={dayAt}
        aim={aim}
      />
    </div>
  )
}
