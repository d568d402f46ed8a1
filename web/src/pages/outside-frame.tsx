import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { texts } from '../texts/texts.ts'
import classes from './outside-frame.module.css'

interface OutsideFrameProps {
  title: string
  lead?: string
  /** For forms with more than a few fields. */
  wide?: boolean
  children?: ReactNode
}

/** The layout of pages without navigation: the product name and one form. */
export function OutsideFrame({ title, lead, wide = false, children }: OutsideFrameProps) {
  return (
    <div className={classes['page']}>
      <title>{`${title} · ${texts.product}`}</title>
      <main className={classes['column']} style={{ maxWidth: wide ? 560 : 416 }}>
        <Stack gap="lg">
          <Group gap="sm">
            <img src="/app/icon.svg" alt="" width={28} height={28} />
            <Text fw={600} size="lg">
              {texts.product}
            </Text>
          </Group>
          <Paper className={classes['card'] ?? ''}>
            <Stack gap="lg">
              <Stack gap="sm">
                <Title order={1}>{title}</Title>
                {lead !== undefined && <Text c="var(--atrium-quiet)">{lead}</Text>}
              </Stack>
              {children}
            </Stack>
          </Paper>
        </Stack>
      </main>
    </div>
  )
}
