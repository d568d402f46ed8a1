import { Alert, Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useParams } from 'wouter'
import { useRecord } from '../../api/queries.ts'
import type { RecordTypes } from '../../api/records.ts'
import type { Workspace } from '../../api/types.ts'
import { IconArchive, IconPlus } from '../../parts/icons.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Failed, Loading } from '../../parts/states.tsx'
import { pageTitles } from '../../texts/pages.ts'
import { recordTexts } from '../../texts/records.ts'
import { workTexts as words } from '../../texts/work.ts'
import { useListTabs } from '../records/list-tabs.tsx'
import { RecordDetails } from '../records/record-details.tsx'
import { type RecordTab, RecordTabs } from '../records/record-tabs.tsx'
import { ChangeTask } from './change-task.tsx'
import { TaskActions } from './task-actions.tsx'
import { TaskDialog } from './task-dialog.tsx'
import { useMayContribute } from './use-membership.ts'

const trail = [{ label: pageTitles.workspaces, href: '/workspaces' }]

/** The order of the tabs; other lists follow. */
const order: readonly string[] = [
  'task',
  'tasklist',
  'milestone',
  'event',
  'file',
  'folder',
  'time',
  'member',
] satisfies (keyof RecordTypes)[]

const rank = ({ name }: RecordTab): number => (order.includes(name) ? order.indexOf(name) : order.length)

/** A workspace, with a tab for each of its lists. */
export function WorkspacePage() {
  const { id = '' } = useParams()
  const path = `/v1/workspaces/${encodeURIComponent(id)}`
  const { data, error, refetch } = useRecord<Workspace>(path)
  if (data !== undefined) return <OneWorkspace key={id} workspace={data} path={path} />
  return (
    <>
      <PageHead title={recordTexts.one('workspace')} trail={trail} />
      {error === null ? <Loading rows={8} /> : <Failed error={error} retry={() => void refetch()} />}
    </>
  )
}

function OneWorkspace({ workspace, path }: { workspace: Workspace; path: string }) {
  const { id, details } = workspace
  const mayContribute = useMayContribute(workspace)
  const [creating, setCreating] = useState(false)
  const [changing, setChanging] = useState<string>()
  const create = mayContribute && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setCreating(true)}>
      {words.newTask}
    </Button>
  )
  const tabs = useListTabs('workspace', workspace, (kind) =>
    kind === 'task' && mayContribute
      ? { first: create, actions: (task) => <TaskActions task={task} onChange={setChanging} /> }
      : {},
  ).toSorted((a, b) => rank(a) - rank(b))
  return (
    <>
      <PageHead title={details.workspaceName} trail={trail} action={create} />
      {details.archived && (
        <Alert color="gray" icon={<IconArchive size={16} />} mb="md" role="status">
          {words.archivedHint}
        </Alert>
      )}
      {details.description !== null && (
        <Text c="var(--atrium-quiet)" mt={-16} mb="md" maw={720} size="sm" lineClamp={2}>
          {details.description}
        </Text>
      )}
      <RecordTabs
        tabs={[
          ...tabs,
          {
            name: 'details',
            label: recordTexts.details,
            show: () => <RecordDetails kind="workspace" record={workspace} path={path} />,
          },
        ]}
      />
      {creating && <TaskDialog workspaceId={id} onClose={() => setCreating(false)} />}
      {changing !== undefined && <ChangeTask id={changing} onClose={() => setChanging(undefined)} />}
    </>
  )
}
