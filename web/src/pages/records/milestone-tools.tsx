import { Group } from '@mantine/core'
import { useRecord } from '../../api/queries.ts'
import type { Workspace } from '../../api/types.ts'
import { FollowTools } from '../tasks/follow-tools.tsx'
import { useMayContribute } from '../work/use-membership.ts'

/** Who follows a milestone. */
export function MilestoneTools({ path, workspaceId }: { path: string; workspaceId: string }) {
  const mayChange = useMayContribute(useRecord<Workspace>(`/v1/workspaces/${workspaceId}`).data)
  return (
    <Group gap={4}>
      <FollowTools on={path} workspaceId={workspaceId} mayChange={mayChange} />
    </Group>
  )
}
