import { Alert, Button, Checkbox, Code, CopyButton, Group, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useChange } from '../../../api/queries.ts'
import type { Invitation, User } from '../../../api/types.ts'
import { exactly } from '../../../parts/days.ts'
import { FormDialog } from '../../../parts/form-dialog.tsx'
import { IconCheck, IconCopy } from '../../../parts/icons.tsx'
import { MountedDialog } from '../../../parts/mounted-dialog.tsx'
import { peopleTexts as words } from '../../../texts/setup-people.ts'
import { texts } from '../../../texts/texts.ts'

/** A new link to choose a password. */
export interface MadeLink {
  person: User
  invitation: Invitation
  link: string
}

type Answer = Invitation & { link: string }

/** Creates a link, and asks whether to email it. */
export function useMakeLink() {
  return useChange<{ person: User; mailed: boolean }, Answer>(({ person, mailed }) => ({
    method: 'POST',
    path: `/v1/users/${person.id}/invitation`,
    body: { mailed },
  }))
}

interface NewLinkProps {
  person: User
  /** Whether the person already has a password. */
  hasPassword: boolean
  onClose: () => void
  onMade: (made: MadeLink) => void
}

export function NewLink({ person, hasPassword, onClose, onMade }: NewLinkProps) {
  const [mailed, setMailed] = useState(true)
  const make = useMakeLink()
  const title = hasPassword ? words.resetLink : words.inviteAgain
  return (
    <FormDialog
      onClose={onClose}
      title={`${title}: ${person.details.fullName}`}
      verb={words.makeLink}
      busy={make.isPending}
      error={make.error}
      onSubmit={() =>
        make.mutate(
          { person, mailed },
          {
            onSuccess: ({ link, ...invitation }) => {
              onMade({ person, invitation, link })
              onClose()
            },
          },
        )
      }
    >
      <Text size="sm">{hasPassword ? words.resetHint : words.inviteAgainHint}</Text>
      <MailIt checked={mailed} onChange={setMailed} />
    </FormDialog>
  )
}

export function MailIt({ checked, onChange }: { checked: boolean; onChange: (on: boolean) => void }) {
  return (
    <Checkbox
      label={words.mailIt}
      description={words.mailItHelp}
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}

export function LinkDialog({ made, onClose }: { made: MadeLink; onClose: () => void }) {
  const { details } = made.invitation
  const hint = details.mailed ? words.linkMailed(details.email) : words.linkNotMailed
  return (
    <ShownLink name={made.person.details.fullName} link={made.link} onClose={onClose}>
      {hint} {words.linkUntil(exactly(details.expiresAt))}
    </ShownLink>
  )
}

interface ShownLinkProps {
  /** The name of the recipient. */
  name: string
  link: string
  onClose: () => void
  children?: ReactNode
}

/** A secret, shown once: the link, with a button that copies it. */
export function ShownLink({ name, link, onClose, children = words.linkNotMailed }: ShownLinkProps) {
  return (
    <MountedDialog
      onClose={onClose}
      title={words.linkTitle(name)}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack gap="md">
        <Alert color="yellow" role="status">
          {words.linkOnce}
        </Alert>
        <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }} aria-label={words.link}>
          {link}
        </Code>
        <Text size="sm">{children}</Text>
        <Group justify="space-between">
          <CopyButton value={link}>
            {({ copied, copy }) => (
              <Button
                leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
                onClick={copy}
                data-autofocus
              >
                {copied ? texts.states.copied : words.copyLink}
              </Button>
            )}
          </CopyButton>
          <Button variant="subtle" onClick={onClose}>
            {words.done}
          </Button>
        </Group>
      </Stack>
    </MountedDialog>
  )
}
