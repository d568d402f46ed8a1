import { Group, Progress, Text } from '@mantine/core'
import type { Company } from '../../../api/types.ts'
import { sized } from '../../../parts/sizes.ts'
import { generalTexts as words } from '../../../texts/setup-general.ts'
import { Section } from '../section.tsx'

interface StorageLimits {
  fileBytes: number
  storageBytes: number | null
  usedBytes: number
}

export type WithLimits = Company & { details: { limits: StorageLimits } }

/** The storage limits of the company, and how much it uses. */
export function Limits({ limits: { fileBytes, storageBytes, usedBytes } }: { limits: StorageLimits }) {
  const used =
    storageBytes === null ? words.used(sized(usedBytes)) : words.usedOf(sized(usedBytes), sized(storageBytes))
  return (
    <Section title={words.limits} hint={words.limitsHelp}>
      <Group justify="space-between">
        <Text size="sm" fw={500}>
          {words.storage}
        </Text>
        <Text size="sm">{used}</Text>
      </Group>
      {storageBytes !== null && (
        <Progress
          value={Math.min(100, (usedBytes / Math.max(storageBytes, 1)) * 100)}
          aria-label={words.storage}
        />
      )}
      <Group justify="space-between">
        <Text size="sm" fw={500}>
          {words.largestFile}
        </Text>
        <Text size="sm">{sized(fileBytes)}</Text>
      </Group>
    </Section>
  )
}
