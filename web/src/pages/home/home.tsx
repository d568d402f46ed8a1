import { Button } from '@mantine/core'
import { useRef } from 'react'
import { Link } from 'wouter'
import { useMe } from '../../api/me.ts'
import { dayAndMonth, today } from '../../parts/days.ts'
import { IconPlus } from '../../parts/icons.tsx'
import { useHeadingFocus } from '../../site/heading-focus.ts'
import { keyHint, runAction } from '../../site/keys.ts'
import { homeTexts as words } from '../../texts/home.ts'
import { pageTitles } from '../../texts/pages.ts'
import { texts } from '../../texts/texts.ts'
import { OwnTasksPage } from '../tasks/own-tasks-page.tsx'
import page from '../tasks/tasks.module.css'
import { useViewTools } from '../tasks/use-view-tools.ts'
import type { View } from '../tasks/view-state.ts'
import { ActivityList } from './activity.tsx'
import classes from './home.module.css'
import { NeedsYou } from './needs-you.tsx'
import { RecentFiles } from './recent-files.tsx'
import { Today } from './today.tsx'
import { useHasNoWorkspace } from './use-home-workspaces.ts'
import { WorkspaceCards } from './workspace-cards.tsx'

/** The first page: what needs the person, their workspaces and hours, and what happened. */
export function HomePage() {
  return (
    <OwnTasksPage className={classes['main']}>
      {(userId, view) => <Home userId={userId} view={view} />}
    </OwnTasksPage>
  )
}

/** Without a workspace there is no place for a task: people create one, if they may. */
function CreateButton() {
  const { may } = useMe()
  const hasNone = useHasNoWorkspace()
  const given = { className: page['desk'] ?? '', leftSection: <IconPlus size={16} />, size: 'sm', h: 32 }
  if (!hasNone)
    return (
      <Button {...given} onClick={() => runAction('create')}>
        {words.newTask}
        <kbd className={page['key']}>{keyHint('create')}</kbd>
      </Button>
    )
  if (!may('createWorkspaces')) return null
  return (
    <Button {...given} component={Link} href="/workspaces">
      {words.workspaces.create}
    </Button>
  )
}

function Home({ userId, view }: { userId: string; view: View }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useHeadingFocus(heading)
  const tools = useViewTools(view, true)
  return (
    <>
      <title>{`${pageTitles.home} · ${texts.product}`}</title>
      <header className={classes['head']}>
        <h1 ref={heading} tabIndex={-1}>
          {dayAndMonth(today())}
        </h1>
        <CreateButton />
      </header>
      <div className={classes['columns']}>
        <div>
          <NeedsYou userId={userId} tools={tools} />
          <WorkspaceCards />
          <RecentFiles path="/v1/workspaces/allFiles" title={words.files.title} />
        </div>
        <aside aria-label={words.activity.title}>
          <Today />
          <section aria-labelledby="home-activity">
            <header className={classes['sec']}>
              <h2 id="home-activity">{words.activity.title}</h2>
            </header>
            <ActivityList most={8} />
          </section>
        </aside>
      </div>
    </>
  )
}
