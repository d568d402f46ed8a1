import { VisuallyHidden } from '../../parts/visually-hidden.tsx'
import { taskTexts } from '../../texts/tasks.ts'
import { timelineTexts as words } from '../../texts/timeline.ts'
import classes from './timeline.module.css'
import { type Scale, ticksOf } from './timeline-scale.ts'

interface TimelineHeadProps {
  scale: Scale
  now: string
  /** The day on which a task would be dropped. */
  aimed: string | undefined
  /** The part of the days that is rendered, in pixels. */
  left: number
  width: number
}

/** The days above the bars. */
export function TimelineHead({ scale, now, aimed, left, width }: TimelineHeadProps) {
  const { major, minor } = ticksOf(scale.zoom, scale.dayAt(left), scale.dayAt(left + width))
  const isNow = (day: string): boolean => scale.zoom === 'week' && day === now
  return (
    <thead>
      <tr className={classes['head']}>
        <th scope="col" className={classes['names']}>
          <span>{taskTexts.columns.title}</span>
          <span>{words.days}</span>
        </th>
        <th scope="col" className={classes['days']}>
          <VisuallyHidden>{words.label}</VisuallyHidden>
          <span aria-hidden="true">
            {major.map(({ day, label, week }) => (
              <span key={day} className={classes['major']} style={{ left: scale.at(day) }}>
                {label}
                {week !== undefined && <i>{week}</i>}
              </span>
            ))}
            {minor.map(({ day, label }) => (
              <span
                key={day}
                className={classes['minor']}
                style={{ left: scale.at(day), ...(scale.zoom === 'week' && { width: scale.dayWidth }) }}
                data-now={isNow(day) || undefined}
                data-aimed={day === aimed || undefined}
              >
                {label}
              </span>
            ))}
          </span>
        </th>
      </tr>
    </thead>
  )
}

/** The lines between the days, behind the bars. */
export function TimelineGrid({
  scale,
  now,
  aimed,
  left,
  width,
  height,
}: TimelineHeadProps & { height: number }) {
  const { major } = ticksOf(scale.zoom, scale.dayAt(left), scale.dayAt(left + width))
  return (
    <div
      className={classes['grid']}
      style={{ width: scale.width, height }}
      data-zoom={scale.zoom}
      aria-hidden="true"
    >
      {major.map(({ day }) => (
        <i key={day} style={{ left: scale.at(day) }} />
      ))}
      <i className={classes['today']} style={{ left: scale.at(now) + scale.dayWidth / 2 }} />
      {aimed !== undefined && (
        <i
          className={classes['aimed']}
          style={{ left: scale.at(aimed), width: Math.max(scale.dayWidth, 3) }}
        />
      )}
    </div>
  )
}
