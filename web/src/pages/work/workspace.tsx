import { Alert, Button, Text } from '@mantine/core'
import { IconArchive, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useParams } from 'wouter'
import { useMe } from '../../api/me.ts'
import { useRecord } from '../../api/queries.ts'
import { records } from '../../api/records.ts'
import type { Workspace } from '../../api/types.ts'
import { PageHead } from '../../frame/frame.tsx'
import { Failed, Loading } from '../../parts/states.tsx'
import { recordTexts } from '../../texts/records.ts'
import { texts } from '../../texts/texts.ts'
import { workTexts as words } from '../../texts/work.ts'
import { listBelow } from '../records/record-address.ts'
import { RecordDetails } from '../records/record-details.tsx'
import { RecordTable } from '../records/record-table.tsx'
import { type RecordTab, RecordTabs } from '../records/record-tabs.tsx'
import { ChangeTask } from './change-task.tsx'
import { TaskActions } from './task-actions.tsx'
import { TaskDialog } from './task-dialog.tsx'
import { useMayContribute } from './use-membership.ts'

const trail = [{ label: texts.rail.workspaces, href: '/workspaces' }]

/** The lists of a workspace, in the order in which people look for them; those that come later stand at the end. */
const order = ['task', 'tasklist', 'milestone', 'event', 'file', 'folder', 'time', 'member']

const rank = (kind: string): number => (order.includes(kind) ? order.indexOf(kind) : order.length)

/** A workspace: what is to be done in it, and who is in it. */
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
  const { isAdmin } = useMe()
  const mayContribute = useMayContribute(workspace)
  const [making, setMaking] = useState(false)
  const [changing, setChanging] = useState<string>()
  const create = mayContribute && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setMaking(true)}>
      {words.newTask}
    </Button>
  )
  const lists = (records['workspace']?.lists ?? [])
    .filter(({ of }) => of !== 'auditEntry' || isAdmin)
    .toSorted((a, b) => rank(a.of) - rank(b.of))
  const tabs = lists.map(
    ({ path: list, of, by }): RecordTab => ({
      name: of,
      label: recordTexts.many(of),
      show: () => (
        <RecordTable
          kind={of}
          path={list}
          below={by === undefined ? listBelow(list, id) : list}
          within={id}
          fixed={by === undefined ? [] : [{ field: by, operator: '=', value: id }]}
          {...(of === 'task' &&
            mayContribute && {
              first: create,
              actions: (task) => <TaskActions task={task} onChange={setChanging} />,
            })}
        />
      ),
    }),
  )
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
      {making && <TaskDialog workspaceId={id} onClose={() => setMaking(false)} />}
      {changing !== undefined && <ChangeTask id={changing} onClose={() => setChanging(undefined)} />}
    </>
  )
}
