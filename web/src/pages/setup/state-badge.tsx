import { Badge } from '@mantine/core'

/** A state as a word; colour goes along with it, never alone. */
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
