import { Button } from '@mantine/core'
import { useRef } from 'react'
import { Link } from 'wouter'
import { useIsDeleted, useMe } from '../../api/me.ts'
import { Empty } from '../../parts/states.tsx'
import { useHeadingFocus } from '../../site/heading-focus.ts'
import { homeTexts } from '../../texts/home.ts'
import { pageTitles } from '../../texts/pages.ts'
import { texts } from '../../texts/texts.ts'
import { OwnTasksPage } from '../tasks/own-tasks-page.tsx'
import { useOpenWorkspaces } from '../tasks/target-workspace.tsx'
import page from '../tasks/tasks.module.css'
import type { View } from '../tasks/view-state.ts'
import classes from './across.module.css'
import { CalendarView } from './calendar-view.tsx'

/** The calendar of all workspaces that the person can see. */
export function CalendarPage() {
  return (
    <OwnTasksPage className={page['main']}>
      {(userId, view) => <CalendarOfAll userId={userId} view={view} />}
    </OwnTasksPage>
  )
}

function CalendarOfAll({ userId, view }: { userId: string; view: View }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useHeadingFocus(heading)
  const workspaces = useOpenWorkspaces()
  const isDeleted = useIsDeleted()
  const { may } = useMe()
  const hasNone = workspaces?.length === 0
  return (
    <>
      <title>{`${pageTitles.calendar} · ${texts.product}`}</title>
      <CalendarView
        userId={userId}
        heading={
          <h1 ref={heading} tabIndex={-1} className={classes['heading']}>
            {pageTitles.calendar}
          </h1>
        }
        {...(hasNone && {
          empty: (
            <Empty
              title={homeTexts.workspaces.none}
              hint={`${homeTexts.workspaces.noneHint}${may('createWorkspaces') ? '' : ` ${homeTexts.workspaces.askToBeAdded}`}`}
              action={
                <Button component={Link} href="/workspaces" variant="default">
                  {homeTexts.workspaces.all}
                </Button>
              }
            />
          ),
        })}
        mayChange={!hasNone && !isDeleted}
        isOpen={view.open !== null}
        openTask={(taskId) => view.set({ open: taskId })}
      />
    </>
  )
}
