import { Button } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { useKnownName } from '../../api/names.ts'
import { ApiProblem } from '../../api/problem.ts'
import { usePages } from '../../api/queries.ts'
import type { TrashedFile, TrashedFolder, TrashedTask, TrashedWorkspace } from '../../api/types.ts'
import { IconFile, IconFolder } from '../../parts/icons.tsx'
import { StatusRing, WorkspaceMark } from '../../parts/marks.tsx'
import { Ago } from '../../parts/moments.tsx'
import { MoreButton } from '../../parts/more-button.tsx'
import { Empty, Failed, Loading } from '../../parts/states.tsx'
import { useWriteWithNotice } from '../../parts/write-with-notice.ts'
import { trashTexts as words } from '../../texts/trash.ts'
import classes from './trash.module.css'

type Trashed = TrashedFile | TrashedFolder | TrashedTask | TrashedWorkspace
type TrashedKind = keyof typeof words.kinds

const useTrashed = (path: string) => usePages<Trashed>(`${path}?limit=20&sort=-deletedAt&expand=names`)

/** Everything that was deleted in a workspace. */
export function WorkspaceTrash({ workspaceId }: { workspaceId: string }) {
  const inside = `/v1/workspaces/${workspaceId}/trash`
  const tasks = useTrashed(`${inside}/tasks`)
  const files = useTrashed(inside)
  const folders = useTrashed(`${inside}/folders`)
  const all = [tasks, files, folders]
  const failed = all.find(({ error, data }) => error !== null && data === undefined)
  if (failed?.error instanceof ApiProblem && failed.error.status === 403)
    return <p className={classes['hint']}>{words.closed}</p>
  if (failed !== undefined) return <Failed error={failed.error} retry={() => void failed.refetch()} />
  if (all.some(({ isPending }) => isPending)) return <Loading rows={4} />
  if (all.every(({ data }) => data?.length === 0)) return <Empty title={words.empty} hint={words.emptyHint} />
  return (
    <div className={classes['lists']}>
      <TrashSection kind="task" list={tasks} />
      <TrashSection kind="file" list={files} />
      <TrashSection kind="folder" list={folders} />
    </div>
  )
}

/** The deleted workspaces that the person may restore; nothing if there are none. */
export function DeletedWorkspaces() {
  return <TrashSection kind="workspace" list={useTrashed('/v1/trash/workspaces')} />
}

function nameOf({ details }: Trashed): string {
  if ('title' in details) return details.title
  if ('fileName' in details) return details.fileName
  return 'folderName' in details ? details.folderName : details.workspaceName
}

function TrashSection({ kind, list }: { kind: TrashedKind; list: ReturnType<typeof useTrashed> }) {
  const id = useId()
  if (list.data === undefined || list.data.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{words.kinds[kind]}</h2>
      <ul className={classes['list']}>
        {list.data.map((each) => (
          <TrashRow key={each.id} kind={kind} trashed={each} />
        ))}
      </ul>
      <MoreButton list={list}>{words.more}</MoreButton>
    </section>
  )
}

function TrashRow({ kind, trashed }: { kind: TrashedKind; trashed: Trashed }) {
  const name = nameOf(trashed)
  const by = useKnownName(trashed.details.deletedBy)
  const restore = useWriteWithNotice<void>(
    () => ({ method: 'POST', path: `/v1/${kind}s/${trashed.id}/restore` }),
    () => words.restored(name),
  )
  return (
    <li>
      <span className={classes['sign']}>{signOf(trashed)}</span>
      <span className={classes['name']}>{name}</span>
      <span className={classes['when']}>
        {words.deleted} <Ago at={trashed.details.deletedAt} />
        {by !== undefined && ` ${words.by(by)}`}
      </span>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`${words.restore} ${name}`}
        loading={restore.isPending}
        onClick={() => restore.mutate()}
      >
        {words.restore}
      </Button>
    </li>
  )
}

function signOf({ id, details }: Trashed): ReactNode {
  if ('title' in details) return <StatusRing status={details.status} />
  if ('fileName' in details) return <IconFile size={16} stroke={1.75} />
  return 'folderName' in details ? <IconFolder size={16} stroke={1.75} /> : <WorkspaceMark id={id} />
}
