import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useMe } from '../../../api/me.ts'
import type { Workspace } from '../../../api/types.ts'
import { FormDialog } from '../../../parts/form-dialog.tsx'
import { workspaceTexts as words } from '../../../texts/setup-places.ts'
import { Section } from '../section.tsx'
import { useArchiving } from './archiving.ts'
import { TrashWorkspace } from './workspace-dialogs.tsx'

/** Archives a workspace, or moves it to the trash. */
export function WorkspaceEnd({ workspace, onDone }: { workspace: Workspace; onDone: () => void }) {
  const [open, setOpen] = useState<'archive' | 'trash'>()
  const { isAdmin } = useMe()
  const archiving = useArchiving()
  const close = (): void => setOpen(undefined)
  const archive = (): void => archiving.mutate({ workspace, archived: true }, { onSettled: close })
  const { workspaceName } = workspace.details
  return (
    <>
      <Section
        title={words.end}
        hint={words.endHint}
        action={
          <Group gap="sm">
            {/* Company administrators can take it back. */}
            <Button
              variant="default"
              loading={archiving.isPending}
              onClick={isAdmin ? archive : () => setOpen('archive')}
            >
              {words.archive}
            </Button>
            <Button color="red" variant="outline" onClick={() => setOpen('trash')}>
              {words.remove}
            </Button>
          </Group>
        }
      />
      {open === 'archive' && (
        <FormDialog
          onClose={close}
          title={words.archiveTitle(workspaceName)}
          verb={words.archive}
          busy={archiving.isPending}
          error={null}
          onSubmit={archive}
        >
          <Text size="sm">{words.archiveHint}</Text>
        </FormDialog>
      )}
      {open === 'trash' && <TrashWorkspace workspace={workspace} onClose={close} onDone={onDone} />}
    </>
  )
}
