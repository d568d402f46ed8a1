import { Alert, Button, Code, CopyButton, Group, SimpleGrid, Stack, Title } from '@mantine/core'
import { download } from '../../parts/download.ts'
import { IconCheck, IconCopy, IconDownload } from '../../parts/icons.tsx'
import { accountTexts } from '../../texts/account.ts'
import { texts } from '../../texts/texts.ts'

const { recovery: words } = accountTexts

interface RecoveryCodesProps {
  codes: readonly string[]
  email: string
  onDone: () => void
}

/** Shown once, with a copy and a download button. */
export function RecoveryCodes({ codes, email, onDone }: RecoveryCodesProps) {
  const text = `${words.fileHead(email)}\n\n${codes.join('\n')}\n`
  return (
    <Stack gap="md">
      <Title order={2} size="h3">
        {words.title}
      </Title>
      <Alert color="yellow" role="status">
        {words.once}
      </Alert>
      <SimpleGrid component="ul" cols={2} spacing="sm" aria-label={words.list} p={0} m={0}>
        {codes.map((code) => (
          <li key={code} style={{ listStyle: 'none' }}>
            <Code block ta="center">
              {code}
            </Code>
          </li>
        ))}
      </SimpleGrid>
      <Group gap="sm">
        <Button
          variant="default"
          leftSection={<IconDownload size={16} />}
          onClick={() => download([text], words.fileName)}
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
              {copied ? texts.states.copied : words.copy}
            </Button>
          )}
        </CopyButton>
      </Group>
      <Button onClick={onDone}>{words.done}</Button>
    </Stack>
  )
}
