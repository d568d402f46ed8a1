import { useListIds } from '../../api/list-ids.ts'
import { addressOf, useTask, useTasks } from './task-data.ts'
import classes from './timeline.module.css'
import { type Scale, spanOf } from './timeline-scale.ts'

interface ArrowsProps {
  workspaceId: string
  scale: Scale
  rowHeight: number
  /** The places of the tasks among the lines. */
  lineOf: ReadonlyMap<string, number>
  /** The tasks that are rendered. */
  visible: readonly string[]
}

/** Arrows from tasks to those that wait for them. Only tasks that are visible are requested. */
export function Arrows({ workspaceId, visible, ...given }: ArrowsProps) {
  const path = `/v1/workspaces/${workspaceId}/tasks`
  const blocked = new Set(useListIds(addressOf({ path, filter: 'blocked=true', limit: 500 })).ids)
  return (
    <svg className={classes['arrows']} aria-hidden="true" width={given.scale.width}>
      {visible
        .filter((id) => blocked.has(id))
        .map((id) => (
          <ArrowsTo key={id} id={id} {...given} />
        ))}
    </svg>
  )
}

function ArrowsTo({
  id,
  scale,
  rowHeight,
  lineOf,
}: Omit<ArrowsProps, 'visible' | 'workspaceId'> & { id: string }) {
  const task = useTask(id)
  const { ids } = useListIds(addressOf({ path: `/v1/tasks/${id}/blockers`, limit: 100 }))
  const blockers = useTasks(ids)
  const to = task ? spanOf(task) : undefined
  const line = lineOf.get(id)
  if (to === undefined || line === undefined) return null
  return (
    <>
      {[...blockers].map(([blocker, details]) => {
        const from = spanOf(details)
        const above = lineOf.get(blocker)
        if (from === undefined || above === undefined) return null
        const start = { x: scale.at(from.end) + scale.dayWidth, y: (above + 0.5) * rowHeight }
        const end = { x: scale.at(to.start) + 1, y: (line + 0.5) * rowHeight }
        return <Arrow key={blocker} start={start} end={end} rowHeight={rowHeight} />
      })}
    </>
  )
}

interface Point {
  x: number
  y: number
}

/** From the end of one bar to the beginning of another, around it if it begins earlier. */
function Arrow({ start, end, rowHeight }: { start: Point; end: Point; rowHeight: number }) {
  const down = end.y > start.y ? 1 : -1
  const between = end.y - (down * rowHeight) / 2
  const path =
    end.x - start.x >= 16
      ? `M${start.x} ${start.y}H${start.x + 8}V${end.y}H${end.x - 5}`
      : `M${start.x} ${start.y}H${start.x + 8}V${between}H${end.x - 10}V${end.y}H${end.x - 5}`
  return (
    <g data-arrow="">
      <path d={path} />
      <path className={classes['arrowHead']} d={`M${end.x} ${end.y}l-6 -4v8z`} />
    </g>
  )
}
