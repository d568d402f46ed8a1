import { Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** A value among the fields of a form that cannot be edited. */
export function Fact({ label, help, children }: { label: string; help?: string; children: ReactNode }) {
  return (
    <div>
      <Text size="sm" fw={600}>
        {label}
      </Text>
      <Text size="sm" component="div">
        {children}
      </Text>
      {help !== undefined && (
        <Text size="xs" c="var(--atrium-quiet)">
          {help}
        </Text>
      )}
    </div>
  )
}
