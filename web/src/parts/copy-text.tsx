import { ActionIcon, Code, CopyButton, Group, Text } from '@mantine/core'
import { texts } from '../texts/texts.ts'
import { Hint } from './hint.tsx'
import { IconCheck, IconCopy } from './icons.tsx'

/** A text with a button that copies it. */
export function CopyText({ label, value }: { label?: string; value: string }) {
  return (
    <Group gap="xs" wrap="nowrap">
      {label !== undefined && (
        <Text size="xs" c="var(--atrium-quiet)">
          {label}
        </Text>
      )}
      <Code style={{ overflowWrap: 'anywhere' }}>{value}</Code>
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <Hint label={copied ? texts.states.copied : texts.states.copy}>
            <ActionIcon
              variant="subtle"
              size="sm"
              onClick={copy}
              aria-label={copied ? texts.states.copied : `${texts.states.copy} ${label ?? value}`}
            >
              {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
            </ActionIcon>
          </Hint>
        )}
      </CopyButton>
    </Group>
  )
}
