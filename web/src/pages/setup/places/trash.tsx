import { Button, Stack, Text } from '@mantine/core'
import type { TrashedWorkspace } from '../../../api/types.ts'
import { Ago } from '../../../parts/moments.tsx'
import { DataTable } from '../../../table/data-table.tsx'
import { workspaceTexts as words } from '../../../texts/setup-places.ts'
import { PersonName } from '../person-name.tsx'
import { useRestore } from './workspace-dialogs.tsx'

/** Workspaces in the trash, most recently deleted first. */
export function Trash() {
  const restore = useRestore()
  return (
    <Stack gap="md">
      <Text size="sm" maw={640}>
        {words.trashHint}
      </Text>
      <DataTable<TrashedWorkspace>
        path="/v1/trash/workspaces"
        sort="-deletedAt"
        nameOf={({ details }) => details.workspaceName}
        columns={[
          { field: 'workspaceName', label: words.name, show: ({ details }) => details.workspaceName },
          {
            field: 'deletedAt',
            label: words.trashWhen,
            short: true,
            show: ({ details }) => <Ago at={details.deletedAt} />,
          },
          {
            field: 'deletedBy',
            label: words.trashWho,
            wide: true,
            show: ({ details }) => details.deletedBy !== null && <PersonName id={details.deletedBy} />,
          },
        ]}
        actions={({ id, details }) => (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={`${words.restore} ${details.workspaceName}`}
            onClick={() => restore({ id, name: details.workspaceName })}
          >
            {words.restore}
          </Button>
        )}
        empty={{ title: words.emptyTrashTitle, hint: words.emptyTrashHint }}
      />
    </Stack>
  )
}
