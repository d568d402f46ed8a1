import { Select } from '@mantine/core'
import { memo, useRef } from 'react'
import { usePage } from '../../api/queries.ts'
import type { Member, Milestone, Stage, Tasklist } from '../../api/types.ts'
import { FilterBar } from '../../table/filter-bar.tsx'
import { filterOf, termsOf } from '../../table/list-address.ts'
import { taskTexts as words } from '../../texts/tasks.ts'
import { viewTexts } from '../../texts/views.ts'
import { SavedViews } from '../views/saved-views.tsx'
import { useViews } from '../views/view-acts.ts'
import { type Group, groups } from './sections.ts'
import { addressOf } from './task-data.ts'
import { addressOfView, stateOf } from './task-views.ts'
import classes from './tasks.module.css'
import { usualGroup, type View } from './view-state.ts'

interface ShownTasks extends Pick<View, 'layout' | 'group' | 'filter'> {
  workspaceId: string
}

interface SavedTaskViewsProps extends ShownTasks {
  /** The id of the view that is open. */
  openId: string | null
}

/** The saved views of the tasks of a workspace. */
export const SavedTaskViews = memo(function SavedTaskViews({
  workspaceId,
  openId,
  ...state
}: SavedTaskViewsProps) {
  const views = useViews(`workspaceId="${workspaceId}" AND source="tasks"`, 'rank').filter(
    // Charts are on the Reports page.
    ({ details }) => details.layout !== 'chart',
  )
  return (
    <SavedViews
      views={views}
      openId={openId}
      now={stateOf(state)}
      place={{ source: 'tasks', workspaceId, sort: 'rank' }}
      addressOf={addressOfView}
      plain={{ name: viewTexts.all, href: `/p/workspace/${workspaceId}/tasks` }}
    />
  )
})

interface TaskToolsProps extends ShownTasks {
  set: View['set']
  stages: readonly Stage[] | undefined
}

const path = '/v1/workspaces/{workspaceId}/tasks'

/** How the tasks of a workspace are grouped and filtered. */
export const TaskTools = memo(function TaskTools(props: TaskToolsProps) {
  const { workspaceId, layout, group, filter, set, stages = [] } = props
  const inside = `/v1/workspaces/${workspaceId}`
  const isBoard = layout === 'board'
  const named = useNamed(inside, stages)
  const grouping = useRef<HTMLInputElement>(null)
  return (
    <>
      <Select
        ref={grouping}
        aria-label={words.group}
        size="xs"
        w={162}
        variant="unstyled"
        className={classes['group'] ?? ''}
        data={groups
          .filter((each) => !isBoard || each === 'status' || each === 'priority')
          .map((each) => ({ value: each, label: words.groups[each] }))}
        value={isBoard && group !== 'priority' ? 'status' : group}
        onChange={(next) => set({ group: next === usualGroup(layout) ? null : (next as Group) })}
        // Keys would do nothing in the list as long as it has the focus.
        onOptionSubmit={() => grouping.current?.blur()}
        leftSectionWidth={62}
        rightSectionWidth={22}
        maxDropdownHeight={280}
        leftSection={<span className={classes['faint']}>{words.group}</span>}
      />
      <div className={classes['filter']} data-filter>
        <FilterBar
          path={path}
          terms={termsOf(filter)}
          setTerms={(terms) => set({ filter: filterOf(path, terms) })}
          address={addressOf({ path: `${inside}/tasks`, filter, sort: 'rank' })}
          named={named}
          exportAs="tasks"
        />
      </div>
    </>
  )
})

/** The names of everything that a filter of tasks may refer to. */
function useNamed(inside: string, stages: readonly Stage[]) {
  const members = usePage<Member>(`${inside}/members?limit=500&fields=fullName`).data?.items ?? []
  const milestones = usePage<Milestone>(`${inside}/milestones?limit=500&fields=title`).data?.items ?? []
  const tasklists = usePage<Tasklist>(`${inside}/tasklists?limit=500&fields=tasklistName`).data?.items ?? []
  return {
    assignees: members.map(({ id, details }) => ({ value: id, label: details.fullName })),
    milestoneId: milestones.map(({ id, details }) => ({ value: id, label: details.title })),
    tasklistId: tasklists.map(({ id, details }) => ({ value: id, label: details.tasklistName })),
    stageId: stages.map(({ id, details }) => ({ value: id, label: details.stageName })),
  }
}
