import { Alert, Button, Group, Stack } from '@mantine/core'
import { useLocation } from 'wouter'
import { useCompany, useMe } from '../../api/me.ts'
import type { Workspace } from '../../api/types.ts'
import { LinkedSection } from '../../parts/linked-section.tsx'
import { Failed, Loading } from '../../parts/states.tsx'
import { workspaceTexts } from '../../texts/setup-places.ts'
import { workspaceSettingsTexts as words } from '../../texts/workspace-settings.ts'
import { useArchiving } from '../setup/places/archiving.ts'
import { WorkspaceEnd } from '../setup/places/workspace-end.tsx'
import { WorkspaceForm } from '../setup/places/workspace-form.tsx'
import { useTagged } from '../setup/tagged.ts'
import { Stages } from './stages.tsx'

/** The settings of a workspace, for its Admins. */
export function WorkspaceSettings({ workspace }: { workspace: Workspace }) {
  const [, go] = useLocation()
  const { isAdmin } = useMe()
  const archiving = useArchiving()
  const organization = useCompany()?.details.organization
  const { data, error, refetch } = useTagged<Workspace>(`/v1/workspaces/${workspace.id}`)
  if (data === undefined || organization === undefined)
    return error === null ? <Loading /> : <Failed error={error} retry={() => void refetch()} />
  const { archived } = data.record.details
  return (
    <Stack gap="lg" maw={840}>
      {archived && isAdmin && (
        <Alert color="gray" role="status">
          <Group justify="space-between">
            {words.unarchive}
            <Button
              variant="default"
              loading={archiving.isPending}
              onClick={() => archiving.mutate({ workspace, archived: false })}
            >
              {workspaceTexts.unarchive}
            </Button>
          </Group>
        </Alert>
      )}
      <WorkspaceForm key={workspace.id} current={data} organization={organization} />
      <LinkedSection id="stages">
        <Stages workspaceId={workspace.id} disabled={archived} />
      </LinkedSection>
      {!archived && <WorkspaceEnd workspace={data.record} onDone={() => go('/workspaces')} />}
    </Stack>
  )
}
