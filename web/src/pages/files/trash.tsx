import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { usePages } from '../../api/queries.ts'
import type { TrashedFile, TrashedFolder } from '../../api/types.ts'
import { IconFolder, IconRotate } from '../../parts/icons.tsx'
import { Face } from '../../parts/marks.tsx'
import { Ago } from '../../parts/moments.tsx'
import { sized } from '../../parts/sizes.ts'
import { Empty, Failed, Loading } from '../../parts/states.tsx'
import { fileTexts as words } from '../../texts/files.ts'
import list from '../tasks/list.module.css'
import { useWindow } from '../tasks/use-window.ts'
import { useFileActs } from './acts.ts'
import classes from './files.module.css'
import { FileIcon } from './thumbnail.tsx'

const rowHeight = 40

/** The files and folders of a workspace that were deleted. */
export function Trash({ workspaceId, mayChange }: { workspaceId: string; mayChange: boolean }) {
  const acts = useFileActs()
  const scroller = useRef<HTMLDivElement>(null)
  const inside = `/v1/workspaces/${workspaceId}/trash`
  const files = usePages<TrashedFile>(`${inside}?limit=200&sort=-deletedAt&expand=names`)
  const folders = usePages<TrashedFolder>(`${inside}/folders?limit=200&sort=-deletedAt&expand=names`)
  const rows = [
    ...(folders.data ?? []).map(({ id, details }) => ({
      ...{ kind: 'folder' as const, id, details, name: details.folderName },
    })),
    ...(files.data ?? []).map(({ id, details }) => ({
      ...{ kind: 'file' as const, id, details, name: details.fileName },
    })),
  ]
  const { first, end } = useWindow(
    scroller,
    rows.map(() => rowHeight),
  )
  const isNear = end >= rows.length - 50
  const [more, moreFolders] = [files.fetchNextPage, folders.fetchNextPage]
  const mayRead = files.hasNextPage && !files.isFetchingNextPage
  const mayReadFolders = folders.hasNextPage && !folders.isFetchingNextPage
  useEffect(() => {
    if (isNear && mayRead) void more()
    if (isNear && mayReadFolders) void moreFolders()
  }, [isNear, mayRead, mayReadFolders, more, moreFolders])
  const isMissing = files.data === undefined || folders.data === undefined
  const error = isMissing ? (files.error ?? folders.error) : null
  return (
    <div ref={scroller} className={`${list['table']} ${classes['files']} ${classes['trash']}`}>
      {error !== null ? (
        <Failed error={error} retry={() => void Promise.all([files.refetch(), folders.refetch()])} />
      ) : files.isPending || folders.isPending ? (
        <div className={list['state']}>
          <Loading rows={6} />
        </div>
      ) : rows.length === 0 ? (
        <Empty title={words.emptyTrash} hint={words.emptyTrashHint} />
      ) : (
        <ul style={{ height: rows.length * rowHeight }} aria-label={words.trash}>
          {rows.slice(first, end).map(({ kind, id, details, name }, n) => (
            <li
              key={id}
              className={list['row']}
              style={{ transform: `translateY(${(first + n) * rowHeight}px)` }}
            >
              {kind === 'file' ? (
                <FileIcon mimeType={details.mimeType} />
              ) : (
                <IconFolder size={18} stroke={1.75} />
              )}
              <span className={classes['cut']}>{name}</span>
              <span className={`${list['number']} ${list['middle']}`}>
                {kind === 'file' && sized(details.size)}
              </span>
              <span className={`${classes['when']} ${list['middle']}`}>
                {details.deletedBy !== null && <Face id={details.deletedBy} />}
                <Ago at={details.deletedAt} />
              </span>
              <Button
                variant="subtle"
                size="compact-sm"
                disabled={!mayChange}
                leftSection={<IconRotate size={16} />}
                aria-label={words.restoreOf(name)}
                onClick={() => void acts.restore({ kind, id }, name)}
              >
                {words.restore}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
