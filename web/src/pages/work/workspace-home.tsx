import { Button, Group } from '@mantine/core'
import { Link } from 'wouter'
import { usePage, useRecord } from '../../api/queries.ts'
import type { Member, Milestone, Workspace } from '../../api/types.ts'
import { addDays, dueWords, fullDay, today, weekday } from '../../parts/days.ts'
import { LazyMarkdown } from '../../parts/lazy-markdown.tsx'
import { Face, MilestoneMark } from '../../parts/marks.tsx'
import { Progress } from '../../parts/progress.tsx'
import { Failed, Loading } from '../../parts/states.tsx'
import { runAction } from '../../site/keys.ts'
import { homeTexts } from '../../texts/home.ts'
import { counted } from '../../texts/plural.ts'
import { taskTexts } from '../../texts/tasks.ts'
import { uploadTexts } from '../../texts/uploads.ts'
import { ActivityList } from '../home/activity.tsx'
import home from '../home/home.module.css'
import { RecentFiles } from '../home/recent-files.tsx'
import { useTaskCounts } from '../home/use-task-counts.ts'
import classes from './workspace-home.module.css'

const words = homeTexts.place

interface WorkspaceHomeProps {
  workspace: Workspace
  mayChange: boolean
  mayInvite: boolean
}

/** What a workspace is about, how far it is, who is there, and what happened lately. */
export function WorkspaceHome({ workspace, mayChange, mayInvite }: WorkspaceHomeProps) {
  const { id, details } = workspace
  const page = `/p/workspace/${id}`
  return (
    <div className={classes['home']}>
      <div className={home['columns']}>
        <div>
          {details.description !== null && details.description !== '' && (
            <section aria-label={words.description} className={classes['about']}>
              <LazyMarkdown text={details.description} />
            </section>
          )}
          <Figures id={id} page={page} mayChange={mayChange} mayInvite={mayInvite} />
          <Milestones id={id} page={page} />
          <RecentFiles path={`/v1/workspaces/${id}/allFiles`} title={words.files} all={`${page}/files`} />
        </div>
        <aside aria-label={words.members}>
          <Members id={id} page={page} />
          <section aria-labelledby="workspace-activity">
            <header className={home['sec']}>
              <h2 id="workspace-activity">{homeTexts.activity.title}</h2>
            </header>
            <ActivityList workspaceId={id} most={10} />
          </section>
        </aside>
      </div>
    </div>
  )
}

interface PartProps {
  id: string
  /** The address of the workspace. */
  page: string
}

function Figures({ id, page, mayChange, mayInvite }: PartProps & Omit<WorkspaceHomeProps, 'workspace'>) {
  const counts = useTaskCounts([id])?.(id)
  const now = today()
  const week = `open=true AND dueDate>="${now}" AND dueDate<="${addDays(now, 6 - weekday(now))}"`
  const query = new URLSearchParams({ filter: `workspaceId="${id}" AND ${week}`, fields: 'count' })
  const soon = useRecord<{ total: { count: number } }>(`/v1/tasks/summary?${query}`).data?.total.count
  const figures = [
    { label: words.open, count: counts?.open, filter: 'open=true' },
    { label: words.late, count: counts?.late, filter: 'overdue=true' },
    { label: words.dueSoon, count: soon, filter: week },
    { label: words.done, count: counts?.done, filter: 'status="Completed"' },
  ]
  const share = counts === undefined || counts.all === 0 ? 0 : (100 * counts.done) / counts.all
  return (
    <section aria-labelledby="workspace-tasks">
      <header className={home['sec']}>
        <h2 id="workspace-tasks">{words.tasks}</h2>
        <Link href={`${page}/tasks`}>{words.allTasks}</Link>
      </header>
      {counts?.all === 0 ? (
        <>
          <p className={home['none']}>
            <b>{taskTexts.emptyTitle}</b>
            {mayChange && `. ${taskTexts.emptyHint}`}
          </p>
          {mayChange && (
            <Group gap="sm" role="group" aria-label={words.firstSteps}>
              <Button variant="default" size="sm" h={32} onClick={() => runAction('create')}>
                {homeTexts.newTask}
              </Button>
              <Button variant="default" size="sm" h={32} component={Link} href={`${page}/files`}>
                {uploadTexts.chooseFiles}
              </Button>
              {mayInvite && (
                <Button variant="default" size="sm" h={32} component={Link} href={`${page}/members`}>
                  {words.addPeople}
                </Button>
              )}
            </Group>
          )}
        </>
      ) : (
        <>
          <ul className={classes['figures']}>
            {figures.map(({ label, count, filter }) => (
              <li key={label}>
                <Link
                  href={`${page}/tasks?${new URLSearchParams({ filter })}`}
                  data-late={(label === words.late && (count ?? 0) > 0) || undefined}
                >
                  <b>{count === undefined ? '…' : counted(count)}</b> {label}
                </Link>
              </li>
            ))}
          </ul>
          <span className={classes['progress']}>
            <Progress percent={share} />
          </span>
        </>
      )}
    </section>
  )
}

const most = { milestones: 6, members: 8 }

function Milestones({ id, page }: PartProps) {
  const query = new URLSearchParams({
    ...{ sort: 'dueDate', limit: String(most.milestones), fields: 'title,status,dueDate' },
    filter: 'dueDate>="today-30"',
  })
  const { data, error, refetch } = usePage<Milestone>(`/v1/workspaces/${id}/milestones?${query}`)
  return (
    <section aria-labelledby="workspace-milestones">
      <header className={home['sec']}>
        <h2 id="workspace-milestones">{words.milestones}</h2>
        <Link href={`${page}/calendar`}>{words.allMilestones}</Link>
      </header>
      {data === undefined ? (
        error === null ? (
          <Loading rows={2} />
        ) : (
          <Failed error={error} retry={() => void refetch()} />
        )
      ) : data.items.length === 0 ? (
        <p className={home['none']}>{words.noMilestones}</p>
      ) : (
        <ul className={classes['milestones']}>
          {data.items.map((milestone) => (
            <li key={milestone.id}>
              <Link href={`/p/milestone/${milestone.id}`}>
                <MilestoneMark />
                <span>{milestone.details.title}</span>
                <small>{milestone.details.status}</small>
                <When milestone={milestone} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function When({ milestone: { details } }: { milestone: Pick<Milestone, 'details'> }) {
  if (details.dueDate === null) return null
  const isDone = details.status === 'Completed' || details.status === 'Cancelled'
  const { text, state } = dueWords(details.dueDate, isDone)
  return (
    <time dateTime={details.dueDate} title={fullDay(details.dueDate)} data-state={state}>
      {text}
    </time>
  )
}

function Members({ id, page }: PartProps) {
  const { data } = usePage<Member>(
    `/v1/workspaces/${id}/members?sort=fullName&limit=500&fields=fullName,role`,
  )
  const members = data?.items ?? []
  // A link that leads to one more would take as much room as that one.
  const shown = members.length > most.members + 1 ? members.slice(0, most.members) : members
  return (
    <section aria-labelledby="workspace-members">
      <header className={home['sec']}>
        <h2 id="workspace-members">{words.members}</h2>
        {members.length > shown.length && (
          <Link href={`${page}/members`}>
            {words.allMembers(members.length, data?.links.next !== undefined)}
          </Link>
        )}
      </header>
      <ul className={classes['members']}>
        {shown.map((each) => (
          <li key={each.id}>
            <Link href={`/p/user/${each.id}`}>
              <Face id={each.id} size={24} />
              <span>{each.details.fullName}</span>
              <small>{each.details.role}</small>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
