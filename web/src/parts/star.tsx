import { ActionIcon } from '@mantine/core'
import { type FavoriteKind, useIsFavorite } from '../api/favorites.ts'
import { texts } from '../texts/texts.ts'
import { Hint } from './hint.tsx'
import { IconStar } from './icons.tsx'
import { useNotices } from './notices.tsx'

const words = texts.favorites

/** Adds a record to the favorites, or removes it. */
export function Star({ kind, id }: { kind: FavoriteKind; id: string }) {
  const notices = useNotices()
  const { isFavorite = false, change } = useIsFavorite(kind, id)
  const label = isFavorite ? words.remove : words.add
  return (
    <Hint label={label}>
      <ActionIcon
        variant="subtle"
        color={isFavorite ? 'yellow' : 'gray'}
        size={28}
        aria-label={label}
        aria-pressed={isFavorite}
        onClick={() => change.mutate(!isFavorite, { onError: (error) => notices.failed(error) })}
      >
        <IconStar size={16} stroke={1.75} style={{ fill: isFavorite ? 'currentColor' : 'none' }} />
      </ActionIcon>
    </Hint>
  )
}
