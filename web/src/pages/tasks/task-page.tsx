import { useRef } from 'react'
import { Link, useLocation, useParams, useSearchParams } from 'wouter'
import { useKnownName } from '../../api/names.ts'
import { ApiProblem } from '../../api/problem.ts'
import { useRecord } from '../../api/queries.ts'
import type { Workspace } from '../../api/types.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Star } from '../../parts/star.tsx'
import { Empty, Failed, Loading } from '../../parts/states.tsx'
import { useHeadingFocus } from '../../site/heading-focus.ts'
import { pageTitles } from '../../texts/pages.ts'
import { recordTexts } from '../../texts/records.ts'
import { panelTexts as words } from '../../texts/task-panel.ts'
import { texts } from '../../texts/texts.ts'
import type { AnyRecord } from '../records/record-address.ts'
import { RecordDetails } from '../records/record-details.tsx'
import { useMayContribute } from '../work/use-membership.ts'
import { FollowTools } from './follow-tools.tsx'
import panel from './panel.module.css'
import { Pickers } from './pickers.tsx'
import { TaskBody, useLoadedTask } from './task-body.tsx'
import { TaskMenu, TimerButton } from './task-header.tsx'
import classes from './tasks.module.css'

/** A task on a page of its own. Permalinks lead here. */
export function TaskPage() {
  const { id = '' } = useParams()
  const { task, error, refetch } = useLoadedTask(id)
  if (task !== undefined && task !== null)
    return <OneTask key={id} id={id} title={task.title} workspaceId={task.workspaceId} />
  return (
    <>
      <PageHead title={recordTexts.one('task')} />
      {error === null && task === undefined ? (
        <Loading rows={8} />
      ) : error === null || (error instanceof ApiProblem && error.status === 404) ? (
        <Empty
          title={words.gone}
          hint={words.goneHint}
          action={<Link href="/trash">{words.openTrash}</Link>}
        />
      ) : (
        <Failed error={error} retry={() => void refetch()} />
      )}
    </>
  )
}

function OneTask({ id, title, workspaceId }: { id: string; title: string; workspaceId: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useHeadingFocus(heading)
  const [search] = useSearchParams()
  const [, navigate] = useLocation()
  const name = useKnownName(workspaceId)
  const workspace = useRecord<Workspace>(`/v1/workspaces/${workspaceId}`).data
  const mayChange = useMayContribute(workspace)
  return (
    <div className={classes['page']}>
      <div className={classes['main']}>
        <header className={classes['head']}>
          <title>{`${title} · ${texts.product}`}</title>
          <div className={classes['crumb']}>
            <Link href="/workspaces">{pageTitles.workspaces}</Link>
            <i>/</i>
            <Link href={`/p/workspace/${workspaceId}`}>{workspace?.details.workspaceName ?? name ?? ''}</Link>
            <i>/</i>
            <h1 ref={heading} tabIndex={-1} className={classes['title']}>
              {title}
            </h1>
            <Star kind="task" id={id} />
          </div>
          {mayChange && <TimerButton taskId={id} />}
          <FollowTools on={`/v1/tasks/${id}`} workspaceId={workspaceId} mayChange={mayChange} />
          <TaskMenu
            id={id}
            mayChange={mayChange}
            onRemoved={() => navigate(`/p/workspace/${workspaceId}/tasks`)}
          />
        </header>
        <div className={classes['content']}>
          <Pickers>
            <TaskBody id={id} mayChange={mayChange} wide>
              <details className={panel['developer']} open={search.get('tab') === 'details'}>
                <summary>{words.developer}</summary>
                <Developer id={id} />
              </details>
            </TaskBody>
          </Pickers>
        </div>
      </div>
    </div>
  )
}

function Developer({ id }: { id: string }) {
  const path = `/v1/tasks/${id}`
  const { data } = useRecord<AnyRecord>(path)
  return data === undefined ? null : <RecordDetails kind="task" record={data} path={path} />
}
