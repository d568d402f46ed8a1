import { Button } from '@mantine/core'
import { memo, useEffect, useRef } from 'react'
import { Link, Redirect, useParams, useSearchParams } from 'wouter'
import { useOpened } from '../../api/favorites.ts'
import { keepNames } from '../../api/names.ts'
import { usePage, useRecord } from '../../api/queries.ts'
import { useMayAdminister, useRoleIn } from '../../api/role.ts'
import type { Member, Workspace } from '../../api/types.ts'
import { IconPlus } from '../../parts/icons.tsx'
import { Faces } from '../../parts/marks.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Star } from '../../parts/star.tsx'
import { Failed, Loading } from '../../parts/states.tsx'
import { UntilLoaded } from '../../parts/until-loaded.tsx'
import { useHeadingFocus } from '../../site/heading-focus.ts'
import { intoView } from '../../site/into-view.ts'
import { keyHint, runAction } from '../../site/keys.ts'
import { lazyPart } from '../../site/load-when-back.ts'
import { pageTitles } from '../../texts/pages.ts'
import { recordTexts } from '../../texts/records.ts'
import { taskTexts } from '../../texts/tasks.ts'
import { texts } from '../../texts/texts.ts'
import { workTexts as words } from '../../texts/work.ts'
import { workspaceSettingsTexts as settingsTexts } from '../../texts/workspace-settings.ts'
import { FileButtons } from '../files/file-buttons.tsx'
import { UploadZone } from '../files/upload-zone.tsx'
import { useListTabs } from '../records/list-tabs.tsx'
import { RecordDetails } from '../records/record-details.tsx'
import { RecordTabs } from '../records/record-tabs.tsx'
import { FollowTools } from '../tasks/follow-tools.tsx'
import { stagesOf } from '../tasks/task-data.ts'
import classes from '../tasks/tasks.module.css'
import { TasksView } from '../tasks/tasks-view.tsx'
import { useView } from '../tasks/view-state.ts'
import { useMayContribute } from './use-membership.ts'

const WorkspaceHome = lazyPart(async () => (await import('./workspace-home.tsx')).WorkspaceHome)
const CalendarView = lazyPart(async () => (await import('../calendar/calendar-view.tsx')).CalendarView)
const WorkspaceTrash = lazyPart(async () => (await import('../trash/trash-list.tsx')).WorkspaceTrash)
const FilesView = lazyPart(async () => (await import('../files/files-view.tsx')).FilesView)
const WorkspaceTime = lazyPart(async () => (await import('../time/workspace-time.tsx')).WorkspaceTime)
const WorkspaceSettings = lazyPart(async () => (await import('./workspace-settings.tsx')).WorkspaceSettings)
const Members = lazyPart(async () => (await import('./members.tsx')).Members)
const TaskPanel = lazyPart(async () => (await import('../tasks/task-panel.tsx')).TaskPanel)

const tabNames = ['tasks', 'files', 'calendar', 'time', 'members', 'settings'] as const
type TabName = (typeof tabNames)[number]

/** The lists of a workspace that a tab shows; Settings has all others. */
const listsOf: Readonly<Record<Exclude<TabName, 'tasks' | 'settings'>, readonly string[]>> = {
  files: ['file', 'folder'],
  calendar: ['milestone', 'event'],
  time: ['time'],
  members: ['member'],
}

/** Lists that have a place of their own: the tasks, the trash, General, Followers, Reports, the inbox, and the audit log. */
const elsewhere = /^(task$|trashed|stage|subscriber|report|notification|auditEntry)/

/** A workspace: its tasks, files, dates, time, members and settings. */
export function WorkspacePage() {
  const { id = '', tab = '' } = useParams()
  const [search] = useSearchParams()
  const path = `/v1/workspaces/${encodeURIComponent(id)}`
  const { data, error, refetch } = useRecord<Workspace>(path)
  // The tasks wait for the stages, so these are loaded together with the workspace.
  usePage(tab === 'tasks' ? stagesOf(id) : undefined)
  // An address with a state is one of the task list, from before workspaces had a home.
  const known = tab === '' && search.size === 0 ? ('home' as const) : tabNames.find((name) => name === tab)
  if (known === undefined) {
    const before = search.get('tab')
    const wanted = before === null || before === 'task' ? 'tasks' : (tabWith(before) ?? 'settings')
    const query = search.toString()
    return <Redirect to={`/p/workspace/${id}/${wanted}${query === '' ? '' : `?${query}`}`} replace />
  }
  if (data !== undefined) return <OneWorkspace key={id} workspace={data} path={path} tab={known} />
  return (
    <>
      <PageHead title={recordTexts.one('workspace')} />
      {error === null ? <Loading rows={8} /> : <Failed error={error} retry={() => void refetch()} />}
    </>
  )
}

/** The tab that shows the records of a kind. */
function tabWith(kind: string): string | undefined {
  return Object.entries(listsOf).find(([, kinds]) => kinds.includes(kind))?.[0]
}

interface OneWorkspaceProps {
  workspace: Workspace
  path: string
  tab: TabName | 'home'
}

function OneWorkspace({ workspace, path, tab }: OneWorkspaceProps) {
  const { id, details } = workspace
  const mayContribute = useMayContribute(workspace)
  const mayAdminister = useMayAdminister(workspace)
  const role = useRoleIn(workspace)
  const view = useView()
  // Members see what happened to everything in it, other people what happened to the workspace itself.
  const lists = useListTabs('workspace', workspace, (of) =>
    of === 'change' && role !== undefined
      ? { path: '/v1/workspaces/{workspaceId}/activity', below: `/v1/workspaces/${id}/activity` }
      : {},
  )
  // The calendar leaves out milestones without a date. What was deleted is in one trash.
  const others = lists.filter(
    ({ name }) => !elsewhere.test(name) && (tabWith(name) === undefined || tabWith(name) === 'calendar'),
  )
  return (
    <div className={classes['page']}>
      <div className={classes['main']}>
        <WorkspaceHead workspace={workspace} {...(mayContribute && { tab })} isMember={role !== undefined} />
        <Tabs id={id} current={tab} />
        {details.archived && (
          <div className={classes['banner']} role="status">
            {words.archivedHint}
          </div>
        )}
        {tab === 'home' ? (
          <UntilLoaded fallback={<Loading rows={6} />}>
            <WorkspaceHome workspace={workspace} mayChange={mayContribute} mayInvite={mayAdminister} />
          </UntilLoaded>
        ) : tab === 'calendar' ? (
          <UntilLoaded fallback={<Loading rows={8} />}>
            <CalendarView
              workspaceId={id}
              mayChange={mayContribute}
              isOpen={view.open !== null}
              openTask={(taskId) => view.set({ open: taskId })}
            />
          </UntilLoaded>
        ) : tab === 'tasks' ? (
          <TasksView workspaceId={id} mayChange={mayContribute} mayEditStages={mayAdminister} view={view} />
        ) : tab === 'files' ? (
          <UploadZone workspaceId={id} mayChange={mayContribute}>
            <UntilLoaded fallback={<Loading rows={8} />}>
              <FilesView workspaceId={id} mayChange={mayContribute} mayBreakLocks={mayAdminister} />
            </UntilLoaded>
          </UploadZone>
        ) : (
          <div className={classes['content']}>
            {tab === 'settings' ? (
              <RecordTabs
                tabs={[
                  ...(role === 'Admin'
                    ? [
                        {
                          name: 'general',
                          label: settingsTexts.general,
                          show: () => (
                            <UntilLoaded fallback={<Loading rows={8} />}>
                              <WorkspaceSettings workspace={workspace} />
                            </UntilLoaded>
                          ),
                        },
                      ]
                    : []),
                  {
                    name: 'details',
                    label: recordTexts.details,
                    show: () => (
                      <>
                        {role !== undefined && role !== 'Admin' && <p>{settingsTexts.adminsOnly}</p>}
                        <RecordDetails kind="workspace" record={workspace} path={path} />
                      </>
                    ),
                  },
                  ...others,
                  {
                    name: 'trash',
                    label: pageTitles.trash,
                    show: () => (
                      <UntilLoaded fallback={<Loading rows={4} />}>
                        <WorkspaceTrash workspaceId={id} />
                      </UntilLoaded>
                    ),
                  },
                ]}
              />
            ) : tab === 'time' ? (
              <UntilLoaded fallback={<Loading rows={8} />}>
                <WorkspaceTime workspaceId={id} />
              </UntilLoaded>
            ) : (
              <UntilLoaded fallback={<Loading rows={8} />}>
                <Members workspace={workspace} />
              </UntilLoaded>
            )}
          </div>
        )}
      </div>
      {(tab === 'tasks' || tab === 'calendar') && view.open !== null && (
        <UntilLoaded>
          <TaskPanel id={view.open} mayChange={mayContribute} onClose={() => view.set({ open: null })} />
        </UntilLoaded>
      )}
    </div>
  )
}

/** Like the head, not rendered again when a task is opened beside the list. */
const Tabs = memo(function Tabs({ id, current }: { id: string; current: TabName | 'home' }) {
  return (
    <nav className={classes['tabs']} aria-label={taskTexts.tabs.label}>
      {tabNames.map((name) => (
        <Link
          key={name}
          className={classes['tab']}
          href={`/p/workspace/${id}/${name}`}
          {...(name === current && { ref: intoView, 'aria-current': 'page' as const })}
        >
          {taskTexts.tabs[name]}
        </Link>
      ))}
    </nav>
  )
})

interface WorkspaceHeadProps {
  workspace: Workspace
  /** The tab whose actions are offered. */
  tab?: TabName | 'home'
  isMember: boolean
}

const WorkspaceHead = memo(function WorkspaceHead({ workspace, tab, isMember }: WorkspaceHeadProps) {
  const { id, details } = workspace
  const heading = useRef<HTMLHeadingElement>(null)
  useHeadingFocus(heading)
  useOpened('workspace', id)
  const members = usePage<Member>(`/v1/workspaces/${id}/members?sort=fullName&limit=500&fields=fullName`).data
    ?.items
  useEffect(
    () => keepNames(Object.fromEntries((members ?? []).map((each) => [each.id, each.details.fullName]))),
    [members],
  )
  return (
    <header className={classes['head']}>
      <title>{`${details.workspaceName} · ${texts.product}`}</title>
      <div className={classes['crumb']}>
        <Link href="/workspaces">{pageTitles.workspaces}</Link>
        <i>/</i>
        <h1 ref={heading} tabIndex={-1} className={classes['title']}>
          <Link href={`/p/workspace/${id}`}>{details.workspaceName}</Link>
        </h1>
        <Star kind="workspace" id={id} />
      </div>
      <span className={classes['faces']}>
        <Faces ids={(members ?? []).map((each) => each.id)} size={24} />
      </span>
      {isMember && <FollowTools on={`/v1/workspaces/${id}`} workspaceId={id} mayChange={tab !== undefined} />}
      {tab === 'files' && <FileButtons />}
      {(tab === 'tasks' || tab === 'home') && (
        <Button
          className={classes['desk'] ?? ''}
          leftSection={<IconPlus size={16} />}
          size="sm"
          h={32}
          // The layout that is shown decides where the new task begins.
          onClick={() => runAction('create')}
        >
          {words.newTask}
          <kbd className={classes['key']}>{keyHint('create')}</kbd>
        </Button>
      )}
    </header>
  )
})
