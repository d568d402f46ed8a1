import { Text } from '@mantine/core'
import { useSignOut } from '../api/session.ts'
import { FormDialog } from '../parts/form-dialog.tsx'
import { texts } from '../texts/texts.ts'

const words = texts.rail

/** Asks before signing out discards text that was not sent. */
export function SignOutDialog({ onClose }: { onClose: () => void }) {
  const signOut = useSignOut()
  return (
    <FormDialog
      onClose={onClose}
      title={words.signOutTitle}
      verb={words.signOut}
      danger
      busy={signOut.isPending}
      error={signOut.error}
      onSubmit={() => signOut.mutate()}
    >
      <Text size="sm">{words.signOutHint}</Text>
    </FormDialog>
  )
}
