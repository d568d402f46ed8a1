import { Alert, Button, Code, CopyButton, Group, Stack } from '@mantine/core'
import { CopyText } from '../../parts/copy-text.tsx'
import { download } from '../../parts/download.ts'
import { IconCheck, IconCopy, IconDownload } from '../../parts/icons.tsx'
import { MountedDialog } from '../../parts/mounted-dialog.tsx'
import { apiTexts as words } from '../../texts/setup-api.ts'
import { texts } from '../../texts/texts.ts'

/** The key file that a program signs in with. */
export interface Credential {
  client_id: string
  private_key: string
  [more: string]: string
}

/** A secret, shown once, with a copy and a download button. */
export function KeyFile({ credential, onClose }: { credential: Credential; onClose: () => void }) {
  const text = `${JSON.stringify(credential, null, 2)}\n`
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
        <Code block mah={260} style={{ overflow: 'auto' }} tabIndex={0} aria-label={words.secretTitle}>
          {text}
        </Code>
        <CopyText label={words.tokenUrl} value={credential['token_url'] ?? ''} />
        <Group justify="space-between">
          <Group gap="sm">
            <Button
              leftSection={<IconDownload size={16} />}
              onClick={() => download([text], `atrium-${credential.client_id}.json`, 'application/json')}
              data-autofocus
            >
              {words.download}
            </Button>
            <CopyButton value={text}>
              {({ copied, copy }) => (
                <Button
                  variant="default"
                  leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
                  onClick={copy}
                >
                  {copied ? texts.states.copied : words.copyFile}
                </Button>
              )}
            </CopyButton>
          </Group>
          <Button variant="subtle" onClick={onClose}>
            {words.done}
          </Button>
        </Group>
      </Stack>
    </MountedDialog>
  )
}
