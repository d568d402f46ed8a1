import { CloseButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { loadVersion } from '../../api/write.ts'
import { Failed, Loading } from '../../parts/states.tsx'
import { fileTexts as words } from '../../texts/files.ts'
import { texts } from '../../texts/texts.ts'
import { FileAbout } from './file-about.tsx'
import { type Entry, useFile } from './file-data.ts'
import classes from './file-pane.module.css'
import { Thumbnail } from './thumbnail.tsx'
import type { FileTools } from './use-file-tools.ts'
import { useVersionDownload } from './use-version-download.ts'

interface FilePaneProps {
  /** The file that keys would act on. */
  entry: Entry | undefined
  tools: FileTools
  mayChange: boolean
  onClose: () => void
}

/** The details of the chosen file, beside the list. */
export function FilePane({ entry, tools, mayChange, onClose }: FilePaneProps) {
  return (
    <aside className={classes['pane']} aria-label={words.details}>
      <header>
        <h2>{words.details}</h2>
        <CloseButton size="sm" aria-label={texts.form.close} onClick={onClose} />
      </header>
      {entry?.kind === 'file' ? (
        <ChosenFile key={entry.id} entry={entry} tools={tools} mayChange={mayChange} />
      ) : (
        <p>{words.detailsHint}</p>
      )}
    </aside>
  )
}

function ChosenFile({
  entry,
  tools,
  mayChange,
}: Pick<FilePaneProps, 'tools' | 'mayChange'> & { entry: Entry }) {
  const { id } = entry
  const path = `/v1/files/${id}`
  const { error, refetch } = useQuery({
    queryKey: ['file', path],
    queryFn: async () => {
      await loadVersion(`${path}?expand=names`)
      return true
    },
  })
  const file = useFile(id)
  const download = useVersionDownload(id)
  if (file === null) return null
  // Lists load only some of the fields.
  if (file === undefined || !('sha256' in file))
    return error === null ? <Loading rows={6} /> : <Failed error={error} retry={() => void refetch()} />
  return (
    <>
      <Link href={`/p/file/${id}`} className={classes['picture']} tabIndex={-1} aria-hidden="true">
        <Thumbnail id={id} file={file} size={48} />
      </Link>
      <h3>
        <Link href={`/p/file/${id}`}>{file.fileName}</Link>
      </h3>
      <FileAbout
        id={id}
        file={file}
        shown={file.version}
        mayChange={mayChange}
        onPick={(field, at) => tools.pick(field, entry, at)}
        onDownload={(version) => void download(version)}
      />
    </>
  )
}
