import { ActionIcon, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode, useRef, useState } from 'react'
import { Link, useLocation, useParams, useSearchParams } from 'wouter'
import { useRecord } from '../../api/queries.ts'
import { useMayAdminister } from '../../api/role.ts'
import type { FileVersion, Workspace } from '../../api/types.ts'
import { loadVersion } from '../../api/write.ts'
import { IconDots, IconDownload } from '../../parts/icons.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Empty, Failed, Loading } from '../../parts/states.tsx'
import { useHeadingFocus } from '../../site/heading-focus.ts'
import { useKeyActions } from '../../site/keys.ts'
import { filePageTexts as words } from '../../texts/file-page.ts'
import { fileTexts } from '../../texts/files.ts'
import { recordTexts } from '../../texts/records.ts'
import { texts } from '../../texts/texts.ts'
import type { AnyRecord } from '../records/record-address.ts'
import { RecordDetails } from '../records/record-details.tsx'
import { FollowTools } from '../tasks/follow-tools.tsx'
import panel from '../tasks/panel.module.css'
import tasks from '../tasks/tasks.module.css'
import { useMayContribute } from '../work/use-membership.ts'
import { useFileActs } from './acts.ts'
import { NameField } from './entry-parts.tsx'
import { FileAbout } from './file-about.tsx'
import { type Entry, type FileDetails, useFile, useFolders } from './file-data.ts'
import classes from './file-page.module.css'
import { FilePreview } from './file-preview.tsx'
import type { FilePick } from './pick-request.ts'
import { FilePickers, useFilePicker } from './pickers.tsx'
import { useForeignLock } from './use-foreign-lock.ts'
import { useVersionDownload } from './use-version-download.ts'

/** A file on a page of its own: its content, and everything about it beside it. */
export function FilePage() {
  const { id = '' } = useParams()
  const path = `/v1/files/${id}`
  const { error, isPending, refetch } = useQuery({
    queryKey: ['file', path],
    queryFn: async () => {
      await loadVersion(`${path}?expand=names`)
      return true
    },
  })
  const file = useFile(id)
  // Lists load only some of the fields.
  if (file !== undefined && file !== null && 'sha256' in file) return <OneFile key={id} id={id} file={file} />
  return (
    <>
      <PageHead title={recordTexts.one('file')} />
      {error === null && isPending ? (
        <Loading rows={8} />
      ) : (
        <Failed error={error ?? new Error(words.gone)} retry={() => void refetch()} />
      )}
    </>
  )
}

function OneFile({ id, file }: { id: string; file: FileDetails }) {
  const workspace = useRecord<Workspace>(`/v1/workspaces/${file.workspaceId}`).data
  const { tree } = useFolders(file.workspaceId)
  const mayChange = useMayContribute(workspace)
  const mayBreakLocks = useMayAdminister(workspace)
  const home = `/p/workspace/${file.workspaceId}/files`
  return (
    <FilePickers tree={tree} mayChange={mayChange} mayBreakLocks={mayBreakLocks}>
      <div className={tasks['page']}>
        <div className={tasks['main']}>
          <LoadedFile
            id={id}
            file={file}
            mayChange={mayChange}
            home={file.folderId === null ? home : `${home}?folder=${file.folderId}`}
            trail={
              <>
                <Link href={home}>{workspace?.details.workspaceName ?? ''}</Link>
                <i>/</i>
                {tree.pathTo(file.folderId).map((folder) => (
                  <Fragment key={folder}>
                    <Link href={`${home}?folder=${folder}`}>{tree.byId.get(folder)?.folderName}</Link>
                    <i>/</i>
                  </Fragment>
                ))}
              </>
            }
          />
        </div>
      </div>
    </FilePickers>
  )
}

const isVersion = (asked: number): boolean => Number.isSafeInteger(asked) && asked > 0

interface LoadedFileProps {
  id: string
  file: FileDetails
  mayChange: boolean
  /** The folder that it is in. */
  home: string
  trail: ReactNode
}

function LoadedFile({ id, file, mayChange, home, trail }: LoadedFileProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useHeadingFocus(heading)
  const [, go] = useLocation()
  const [search] = useSearchParams()
  const acts = useFileActs()
  const openPicker = useFilePicker()
  const [renaming, setRenaming] = useState(false)
  const actions = useRef<HTMLButtonElement>(null)
  const entry: Entry = { kind: 'file', id }
  const asked = Number(search.get('version') ?? file.version)
  const isOlder = asked !== file.version
  const older = useRecord<{ items: FileVersion[] }>(
    isOlder && isVersion(asked)
      ? `/v1/files/${id}/versions?filter=${encodeURIComponent(`version=${asked}`)}`
      : undefined,
  )
  const content = isOlder ? older.data?.items[0]?.details : file
  const isMissing = isOlder && content === undefined && (older.data !== undefined || !isVersion(asked))
  const remove = (): void => {
    go(home)
    void acts.remove([entry])
  }
  const download = useVersionDownload(id)
  const tools = {
    hrefOf: () => `/p/file/${id}`,
    download: () => void download(isMissing ? file.version : asked),
    setRenaming: () => setRenaming(true),
    remove,
  }
  const pick = (field: FilePick, at: HTMLElement | null = actions.current): void => {
    if (at !== null) openPicker({ field, entries: [entry], at, tools })
  }
  const mayEdit = useForeignLock([file]) === undefined && mayChange
  useKeyActions({
    download: tools.download,
    fileActions: () => pick('actions'),
    versions: () => document.querySelector<HTMLElement>('[data-versions] :is(a, button)')?.focus(),
    back: () => go(home),
    ...(mayChange && { lock: () => pick('lock') }),
    ...(mayEdit && {
      upload: () => document.querySelector<HTMLElement>('[data-upload="version"]')?.click(),
      rename: () => setRenaming(true),
      moveFiles: () => pick('move'),
      status: () => pick('status'),
      tags: () => pick('tags'),
      remove,
    }),
  })
  return (
    <>
      <header className={tasks['head']}>
        <title>{`${file.fileName} · ${texts.product}`}</title>
        <div className={tasks['crumb']}>
          {trail}
          {renaming ? (
            <NameField entry={entry} name={file.fileName} onClose={() => setRenaming(false)} />
          ) : (
            <h1 ref={heading} tabIndex={-1} className={tasks['title']}>
              {file.fileName}
            </h1>
          )}
        </div>
        <FollowTools on={`/v1/files/${id}`} workspaceId={file.workspaceId} mayChange={mayChange} />
        <Button
          variant="default"
          size="sm"
          h={32}
          visibleFrom="sm"
          leftSection={<IconDownload size={16} />}
          onClick={tools.download}
        >
          {words.download}
        </Button>
        <ActionIcon
          variant="default"
          size={32}
          hiddenFrom="sm"
          aria-label={words.download}
          onClick={tools.download}
        >
          <IconDownload size={16} />
        </ActionIcon>
        <ActionIcon
          ref={actions}
          variant="default"
          size={32}
          aria-label={fileTexts.actionsFor(file.fileName)}
          onClick={() => pick('actions')}
        >
          <IconDots size={16} />
        </ActionIcon>
      </header>
      <div className={classes['two']}>
        <section className={classes['preview']} aria-label={words.preview}>
          {isOlder && !isMissing && (
            <p className={classes['banner']} role="status">
              {words.olderShown(asked)} <Link href={`/p/file/${id}`}>{words.showCurrent}</Link>
            </p>
          )}
          {isMissing ? (
            <Empty
              title={words.noVersion}
              action={
                <Button component={Link} href={`/p/file/${id}`} variant="default">
                  {words.showCurrent}
                </Button>
              }
            />
          ) : content === undefined && older.error !== null ? (
            <Failed error={older.error} retry={() => void older.refetch()} />
          ) : content === undefined ? (
            <Loading rows={8} />
          ) : (
            <FilePreview
              key={`${id} ${asked}`}
              shown={{
                ...{ fileId: id, name: file.fileName, version: asked },
                ...{ size: content.size, mimeType: content.mimeType },
              }}
              onDownload={tools.download}
            />
          )}
        </section>
        <aside className={classes['about']} aria-label={words.details}>
          <FileAbout
            id={id}
            file={file}
            shown={asked}
            mayChange={mayChange}
            onPick={pick}
            onDownload={(version) => void download(version)}
          />
          <details className={panel['developer']} open={search.get('tab') === 'details'}>
            <summary>{words.developer}</summary>
            <Developer id={id} />
          </details>
        </aside>
      </div>
    </>
  )
}

function Developer({ id }: { id: string }) {
  const path = `/v1/files/${id}`
  const { data } = useRecord<AnyRecord>(path)
  return data === undefined ? null : <RecordDetails kind="file" record={data} path={path} />
}
