import { Badge } from '@mantine/core'

/** A state as a coloured word. */
export function StateBadge({ good, children }: { good: boolean; children: string }) {
  return (
    <Badge
      variant="light"
      color={good ? 'green' : 'gray'}
      tt="none"
      fw={500}
      style={{ minWidth: 'max-content' }}
    >
      {children}
    </Badge>
  )
}
