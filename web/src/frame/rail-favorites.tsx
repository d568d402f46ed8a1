import { Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import { type FavoriteKind, useFavorites, useIsFavorite, useMoveFavorite } from '../api/favorites.ts'
import type { Favorite } from '../api/types.ts'
import {
  IconArrowDown,
  IconArrowUp,
  IconChecklist,
  IconDots,
  IconFile,
  IconFolder,
  IconX,
} from '../parts/icons.tsx'
import { MilestoneMark, WorkspaceMark } from '../parts/marks.tsx'
import { useNotices } from '../parts/notices.tsx'
import { texts } from '../texts/texts.ts'
import classes from './rail.module.css'
import { RailLink } from './rail-link.tsx'

const words = texts.favorites

const marks: Readonly<Record<FavoriteKind, (id: string) => ReactNode>> = {
  workspace: (id) => <WorkspaceMark id={id} />,
  task: () => <IconChecklist size={16} stroke={1.75} />,
  tasklist: () => <IconChecklist size={16} stroke={1.75} />,
  file: () => <IconFile size={16} stroke={1.75} />,
  folder: () => <IconFolder size={16} stroke={1.75} />,
  milestone: () => <MilestoneMark />,
}

/** The records that the person keeps at the top, in the order that they chose. */
export function RailFavorites({ location }: { location: string }) {
  const favorites = useFavorites()
  if (favorites === undefined || favorites.length === 0) return null
  return (
    <>
      <h2>{words.title}</h2>
      <div className={classes['favorites']}>
        {favorites.map((each, n) => (
          <div key={each.id} className={classes['favorite']}>
            <RailLink
              href={pageOf(each)}
              label={each.details.name}
              current={location.startsWith(pageOf(each))}
            >
              {marks[each.details.kind](each.details.recordId)}
            </RailLink>
            <Actions favorite={each} before={favorites[n - 1]} after={favorites[n + 1]} />
          </div>
        ))}
      </div>
    </>
  )
}

const pageOf = ({ details: { kind, recordId } }: Favorite): string => `/p/${kind}/${recordId}`

interface ActionsProps {
  favorite: Favorite
  before: Favorite | undefined
  after: Favorite | undefined
}

function Actions({ favorite, before, after }: ActionsProps) {
  const { kind, recordId, name } = favorite.details
  const notices = useNotices()
  const onError = (error: unknown): void => notices.failed(error)
  const move = useMoveFavorite()
  const { change } = useIsFavorite(kind, recordId)
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <button type="button" aria-label={words.actions(name)}>
          <IconDots size={16} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconArrowUp size={16} />}
          disabled={before === undefined}
          onClick={() => before && move.mutate({ favorite, place: { before: before.id } }, { onError })}
        >
          {words.up}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowDown size={16} />}
          disabled={after === undefined}
          onClick={() => after && move.mutate({ favorite, place: { after: after.id } }, { onError })}
        >
          {words.down}
        </Menu.Item>
        <Menu.Item leftSection={<IconX size={16} />} onClick={() => change.mutate(false, { onError })}>
          {words.remove}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
