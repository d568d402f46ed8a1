import { useEffect } from 'react'
import { Link } from 'wouter'
import { useMe } from '../../api/me.ts'
import { keepNames } from '../../api/names.ts'
import { usePage, useRecord } from '../../api/queries.ts'
import type { Member, Milestone, Workspace } from '../../api/types.ts'
import { dayWords, fullDay } from '../../parts/days.ts'
import { Faces, MilestoneMark, WorkspaceMark } from '../../parts/marks.tsx'
import { Progress } from '../../parts/progress.tsx'
import { Failed, Loading } from '../../parts/states.tsx'
import { homeTexts } from '../../texts/home.ts'
import classes from './home.module.css'
import { useTaskCounts } from './use-task-counts.ts'
import own from './workspace-cards.module.css'

const words = homeTexts.workspaces

const most = 6
const address = `/v1/workspaces?${new URLSearchParams({
  ...{ sort: '-updatedAt', limit: String(most), filter: 'archived=false' },
  fields: 'workspaceName,description',
})}`

const useLatestWorkspaces = () => usePage<Workspace>(address)

/** Whether the person is in no workspace; false while it is unknown. */
export const useHasNoWorkspace = (): boolean => useLatestWorkspaces().data?.items.length === 0

/** The workspaces of the person, with how far they are and what comes next. */
export function WorkspaceCards() {
  const { data, error, refetch } = useLatestWorkspaces()
  const { may } = useMe()
  return (
    <section aria-labelledby="home-workspaces">
      <header className={classes['sec']}>
        <h2 id="home-workspaces">{words.title}</h2>
        <Link href="/workspaces">{words.all}</Link>
      </header>
      {data === undefined ? (
        error === null ? (
          <Loading rows={3} />
        ) : (
          <Failed error={error} retry={() => void refetch()} />
        )
      ) : data.items.length === 0 ? (
        <p className={classes['none']}>
          <b>{words.none}.</b> {words.noneHint}{' '}
          {may('createWorkspaces') ? <Link href="/workspaces">{words.create}</Link> : words.askToBeAdded}
        </p>
      ) : (
        <div className={own['cards']}>
          {data.items.map((workspace) => (
            <Card key={workspace.id} workspace={workspace} />
          ))}
        </div>
      )}
    </section>
  )
}

function Card({ workspace: { id, details } }: { workspace: Pick<Workspace, 'id' | 'details'> }) {
  const inside = `/v1/workspaces/${id}`
  const members = usePage<Member>(`${inside}/members?limit=500&fields=fullName`).data?.items
  useEffect(
    () => keepNames(Object.fromEntries((members ?? []).map((each) => [each.id, each.details.fullName]))),
    [members],
  )
  const counts = useTaskCounts(id)
  const next = useRecord<{ items: Milestone[] }>(`${inside}/milestones?${nextMilestone}`).data?.items[0]
  const share = counts === undefined || counts.all === 0 ? 0 : (100 * counts.done) / counts.all
  return (
    <Link href={`/p/workspace/${id}`} className={own['card']}>
      <h3>
        <WorkspaceMark id={id} />
        <span>{details.workspaceName}</span>
        <Faces ids={(members ?? []).map((each) => each.id)} />
      </h3>
      <span className={own['about']}>{details.description ?? ''}</span>
      <span className={own['progress']}>
        <Progress percent={share} />
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

const nextMilestone = new URLSearchParams({
  ...{ sort: 'dueDate', limit: '1', fields: 'title,dueDate' },
  filter: 'dueDate>="today"',
})
