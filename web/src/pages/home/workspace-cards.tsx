import { Link } from 'wouter'
import { useMe } from '../../api/me.ts'
import { usePage } from '../../api/queries.ts'
import type { Milestone } from '../../api/types.ts'
import { dayWords, fullDay, today } from '../../parts/days.ts'
import { Faces, MilestoneMark, WorkspaceMark } from '../../parts/marks.tsx'
import { Progress } from '../../parts/progress.tsx'
import { Failed, Loading } from '../../parts/states.tsx'
import { homeTexts } from '../../texts/home.ts'
import classes from './home.module.css'
import { type ShownWorkspace, useHomeWorkspaces } from './use-home-workspaces.ts'
import { useTaskCounts, useTaskSummary } from './use-task-counts.ts'
import own from './workspace-cards.module.css'

const words = homeTexts.workspaces

/** In most companies, enough to include the next milestone of each workspace. */
const mostMilestones = 100

const nextMilestones = (limit: number): URLSearchParams =>
  new URLSearchParams({
    ...{ sort: 'dueDate', limit: String(limit), fields: 'title,dueDate,workspaceId' },
    filter: `dueDate>="${today()}"`,
  })

/** The workspaces of the person, with how far they are and what comes next. */
export function WorkspaceCards() {
  const { shown, error, refetch } = useHomeWorkspaces()
  const { may } = useMe()
  return (
    <section aria-labelledby="home-workspaces">
      <header className={classes['sec']}>
        <h2 id="home-workspaces">{words.title}</h2>
        <Link href="/workspaces">{words.all}</Link>
      </header>
      {shown === undefined ? (
        error === null ? (
          <Loading rows={3} />
        ) : (
          <Failed error={error} retry={() => void refetch()} />
        )
      ) : shown.length === 0 ? (
        <p className={classes['none']}>
          <b>{words.none}.</b> {words.noneHint}{' '}
          {may('createWorkspaces') ? <Link href="/workspaces">{words.create}</Link> : words.askToBeAdded}
        </p>
      ) : (
        <Cards workspaces={shown} />
      )}
    </section>
  )
}

/** Loads the data for all cards with a fixed number of requests. */
function Cards({ workspaces }: { workspaces: readonly ShownWorkspace[] }) {
  const ids = workspaces.map(({ id }) => id)
  const counts = useTaskCounts(ids)
  const busy = useTaskSummary(ids, 'assignee', { filter: 'open=true', fields: 'count', expand: 'names' })
  const milestones = usePage<Milestone>(`/v1/milestones?${nextMilestones(mostMilestones)}`).data
  return (
    <div className={own['cards']}>
      {workspaces.map((workspace) => (
        <Card
          key={workspace.id}
          workspace={workspace}
          counts={counts?.(workspace.id)}
          people={(busy ?? [])
            .filter(({ group, subgroup }) => group === workspace.id && subgroup !== null)
            .sort((one, other) => other.count - one.count)
            .map(({ subgroup }) => String(subgroup))}
          milestone={milestones?.items.find(({ details }) => details.workspaceId === workspace.id)}
          hasLater={milestones?.links.next !== undefined}
        />
      ))}
    </div>
  )
}

interface CardProps {
  workspace: ShownWorkspace
  counts: ReturnType<NonNullable<ReturnType<typeof useTaskCounts>>> | undefined
  /** Those with open tasks, the busiest first. */
  people: readonly string[]
  milestone: Milestone | undefined
  /** Whether there are later milestones that were not loaded. */
  hasLater: boolean
}

function Card({ workspace: { id, details }, counts, people, milestone, hasLater }: CardProps) {
  const isLater = milestone === undefined && hasLater
  const later = usePage<Milestone>(
    isLater ? `/v1/workspaces/${id}/milestones?${nextMilestones(1)}` : undefined,
  )
  const next = milestone ?? (isLater ? later.data?.items[0] : undefined)
  const share = counts === undefined || counts.all === 0 ? 0 : (100 * counts.done) / counts.all
  return (
    <Link href={`/p/workspace/${id}`} className={own['card']}>
      <h3>
        <WorkspaceMark id={id} />
        <span title={details.workspaceName}>{details.workspaceName}</span>
      </h3>
      <span className={own['about']}>{details.description ?? ''}</span>
      <span className={own['progress']}>
        <Progress percent={share} />
        <Faces ids={people} />
      </span>
      <p>
        <span>
          {counts === undefined
            ? '…'
            : counts.all === 0
              ? words.noTasks
              : words.done(counts.done, counts.all)}
        </span>
        {counts !== undefined && counts.late > 0 && (
          <span className={own['late']}>{words.late(counts.late)}</span>
        )}
      </p>
      <p>
        {next !== undefined && (
          <>
            <MilestoneMark />
            <span className={own['cut']}>{next.details.title}</span>
            {next.details.dueDate !== null && (
              <time dateTime={next.details.dueDate} title={fullDay(next.details.dueDate)}>
                {dayWords(next.details.dueDate)}
              </time>
            )}
          </>
        )}
      </p>
    </Link>
  )
}
