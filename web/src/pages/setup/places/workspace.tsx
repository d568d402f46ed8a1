import { Alert, Button, Group, Stack } from '@mantine/core'
import { useLocation, useParams } from 'wouter'
import { useRecord } from '../../../api/queries.ts'
import type { Company, Workspace } from '../../../api/types.ts'
import { Failed, Loading } from '../../../parts/states.tsx'
import { recordTexts } from '../../../texts/records.ts'
import { workspaceTexts as words } from '../../../texts/setup-places.ts'
import { SetupFrame } from '../setup-frame.tsx'
import { useTagged } from '../tagged.ts'
import { useArchiving } from './archiving.ts'
import { Members } from './members.tsx'
import { WorkspaceEnd } from './workspace-end.tsx'
import { WorkspaceForm } from './workspace-form.tsx'

/** The settings and members of one workspace. */
export function SetupWorkspacePage() {
  const { workspaceId = '' } = useParams<{ workspaceId: string }>()
  const { data, error, refetch } = useTagged<Workspace>(`/v1/workspaces/${workspaceId}`)
  const company = useRecord<Company>('/v1/company').data
  const [, go] = useLocation()
  const archiving = useArchiving()
  const workspace = data?.record
  const archived = workspace?.details.archived === true
  return (
    <SetupFrame title={workspace?.details.workspaceName ?? recordTexts.one('workspace')}>
      {data === undefined || workspace === undefined || company === undefined ? (
        error === null ? (
          <Loading />
        ) : (
          <Failed error={error} retry={() => void refetch()} />
        )
      ) : (
        <Stack gap="lg">
          {archived && (
            <Alert color="gray" role="status">
              <Group justify="space-between">
                {words.archivedHint}
                <Button
                  variant="default"
                  loading={archiving.isPending}
                  onClick={() => archiving.mutate({ workspace, archived: false })}
                >
                  {words.unarchive}
                </Button>
              </Group>
            </Alert>
          )}
          <WorkspaceForm key={workspace.id} current={data} organization={company.details.organization} />
          <Members workspace={workspace} />
          {!archived && <WorkspaceEnd workspace={workspace} onDone={() => go('/setup/workspaces')} />}
        </Stack>
      )}
    </SetupFrame>
  )
}
