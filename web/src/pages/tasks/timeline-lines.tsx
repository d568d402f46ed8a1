import type { Milestone } from '../../api/types.ts'
import { dayWords } from '../../parts/days.ts'
import { IconChevronDown, IconChevronRight } from '../../parts/icons.tsx'
import { Face, MilestoneMark } from '../../parts/marks.tsx'
import { Loading } from '../../parts/states.tsx'
import { VisuallyHidden } from '../../parts/visually-hidden.tsx'
import { taskTexts } from '../../texts/tasks.ts'
import { texts } from '../../texts/texts.ts'
import { timelineTexts as words } from '../../texts/timeline.ts'
import { SectionMark } from './board-column.tsx'
import type { Group } from './sections.ts'
import { isFinished, shownTask } from './task-data.ts'
import classes from './timeline.module.css'
import { type Scale, spanOf } from './timeline-scale.ts'
import { type Loaded, type TimelineLine, without } from './timeline-sections.ts'

function Diamond({ milestone, scale }: { milestone: Milestone; scale: Scale }) {
  const { title, dueDate, status } = milestone.details
  if (dueDate === null) return null
  const text = words.milestoneAt(title, dayWords(dueDate))
  return (
    <a
      href={`/p/milestone/${milestone.id}`}
      className={classes['diamond']}
      style={{ left: scale.at(dueDate) + scale.dayWidth / 2 }}
      data-reached={isFinished(status) || undefined}
      title={text}
      tabIndex={-1}
    >
      <VisuallyHidden>{text}</VisuallyHidden>
    </a>
  )
}

interface MilestonesLineProps {
  top: number
  milestones: readonly Milestone[]
  scale: Scale
}

/** All milestones in one line, where the tasks are not grouped by them. */
export function MilestonesLine({ top, milestones, scale }: MilestonesLineProps) {
  return (
    <tr className={classes['row']} style={{ top }}>
      <th scope="row" className={classes['name']}>
        <MilestoneMark />
        {words.milestones}
        <span className={classes['note']}>{milestones.length}</span>
      </th>
      <td className={classes['lane']}>
        {milestones.map((milestone) => (
          <Diamond key={milestone.id} milestone={milestone} scale={scale} />
        ))}
      </td>
    </tr>
  )
}

interface GroupLineProps {
  line: Extract<TimelineLine, { kind: 'group' }>
  top: number
  group: Group
  milestone: Milestone | undefined
  isFolded: boolean
  onFold: (folded: boolean) => void
  scale: Scale
}

/** The name of a group, and a thin line from its first day to its last. */
export function GroupLine(props: GroupLineProps) {
  const { line, top, group, milestone, isFolded, onFold, scale } = props
  const { section, ids, more } = line
  const tasks = ids.flatMap((id) => shownTask(id) ?? [])
  const spans = tasks.flatMap((task) => spanOf(task) ?? [])
  const due = milestone?.details.dueDate ?? undefined
  const starts = spans.map(({ start }) => start).toSorted()
  const ends = [...spans.map(({ end }) => end), ...(due === undefined ? [] : [due])].toSorted()
  const [start] = starts
  const end = due ?? ends.at(-1)
  const share = tasks.filter(({ status }) => isFinished(status)).length / Math.max(1, tasks.length)
  return (
    <tr className={classes['row']} style={{ top }} data-group={section.key}>
      <th scope="row" className={classes['name']}>
        <button
          type="button"
          className={classes['groupName']}
          aria-expanded={!isFolded}
          onClick={() => onFold(!isFolded)}
        >
          {isFolded ? <IconChevronRight size={16} /> : <IconChevronDown size={16} />}
          {group === 'milestone' ? (
            <MilestoneMark />
          ) : group === 'assignee' && section.key !== without ? (
            <Face id={section.key} />
          ) : (
            <SectionMark section={section} />
          )}
          <span className={classes['groupLabel']}>{section.label}</span>
          <span className={classes['note']}>
            {due !== undefined ? dayWords(due) : !isFolded && taskTexts.count(ids.length, more)}
          </span>
        </button>
      </th>
      <td className={classes['lane']}>
        {start !== undefined && end !== undefined && end >= start && (
          <span
            className={classes['sum']}
            data-thick={milestone !== undefined || undefined}
            style={{ left: scale.at(start), width: scale.at(end) + scale.dayWidth - scale.at(start) }}
          >
            {milestone !== undefined && <i style={{ width: `${share * 100}%` }} />}
          </span>
        )}
        {milestone !== undefined && <Diamond milestone={milestone} scale={scale} />}
      </td>
    </tr>
  )
}

/** In the place of the tasks of a group while they are loaded, or if they cannot be. */
export function StateLine({ top, loaded }: { top: number; loaded: Loaded | undefined }) {
  return (
    <tr className={classes['row']} style={{ top }}>
      <td className={`${classes['name']} ${classes['state']}`}>
        {loaded?.error ? (
          <>
            <span role="alert">{loaded.error.message}</span>
            <button type="button" onClick={loaded.load}>
              {texts.states.tryAgain}
            </button>
          </>
        ) : (
          <Loading rows={1} />
        )}
      </td>
    </tr>
  )
}
