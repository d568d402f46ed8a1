import { Alert, Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core'
import { CopyText } from '../../../parts/copy-text.tsx'
import { download } from '../../../parts/download.ts'
import { IconCheck, IconCopy, IconDownload } from '../../../parts/icons.tsx'
import { MountedDialog } from '../../../parts/mounted-dialog.tsx'
import { webhookTexts as words } from '../../../texts/setup-webhooks.ts'
import { texts } from '../../../texts/texts.ts'

/** The secret of a webhook, as the service returns it once. */
export interface NewSecret {
  name: string
  secret: string
  publicKey: string | null
}

/** A secret, shown once, with a copy and a download button. */
export function Secret({ made, onClose }: { made: NewSecret; onClose: () => void }) {
  return (
    <MountedDialog
      onClose={onClose}
      title={words.secretTitle}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack gap="md">
        <Alert color="yellow" role="status">
          {words.secretOnce}
        </Alert>
        <Code block tabIndex={0} aria-label={words.secret} style={{ overflowWrap: 'anywhere' }}>
          {made.secret}
        </Code>
        {made.publicKey !== null && (
          <div>
            <Text size="xs" c="var(--atrium-quiet)">
              {words.publicKey}
            </Text>
            <CopyText value={made.publicKey} />
          </div>
        )}
        <Group justify="space-between">
          <Group gap="sm">
            <CopyButton value={made.secret}>
              {({ copied, copy }) => (
                <Button
                  leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
                  onClick={copy}
                  data-autofocus
                >
                  {copied ? texts.states.copied : words.copySecret}
                </Button>
              )}
            </CopyButton>
            <Button
              variant="default"
              leftSection={<IconDownload size={16} />}
              onClick={() => download([`${made.secret}\n`], 'webhook-secret.txt')}
            >
              {words.downloadSecret}
            </Button>
          </Group>
          <Button variant="subtle" onClick={onClose}>
            {words.secretSaved}
          </Button>
        </Group>
      </Stack>
    </MountedDialog>
  )
}
