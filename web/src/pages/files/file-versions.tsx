import { ActionIcon, Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useLocation } from 'wouter'
import { api } from '../../api/client.ts'
import { usePages } from '../../api/queries.ts'
import { refreshAfterWrite } from '../../api/refresh.ts'
import { keepRecord } from '../../api/store.ts'
import type { File as FileRecord, FileVersion } from '../../api/types.ts'
import { rememberAct } from '../../api/undo.ts'
import { IconDownload } from '../../parts/icons.tsx'
import { Face } from '../../parts/marks.tsx'
import { Ago } from '../../parts/moments.tsx'
import { MoreButton } from '../../parts/more-button.tsx'
import { useNotices } from '../../parts/notices.tsx'
import { sized } from '../../parts/sizes.ts'
import { filePageTexts as words } from '../../texts/file-page.ts'
import { fileTexts } from '../../texts/files.ts'
import panel from '../tasks/panel.module.css'
import classes from './file-page.module.css'
import { NewVersion, type NewVersionProps } from './new-version.tsx'

interface FileVersionsProps extends NewVersionProps {
  current: number
  shown: number
  mayChange: boolean
  onDownload: (version: number) => void
}

/** The versions of a file, newest first: who stored them and when. */
export function FileVersions(props: FileVersionsProps) {
  const { current, shown, mayChange, onDownload, ...given } = props
  const { fileId, locked } = given
  const client = useQueryClient()
  const notices = useNotices()
  const [at, go] = useLocation()
  const path = `/v1/files/${fileId}/versions`
  const query = usePages<FileVersion>(`${path}?sort=-version&limit=50&expand=names`)
  const store = async (version: number): Promise<void> => {
    const headers = { prefer: 'return=representation' }
    keepRecord(await api<FileRecord>('POST', `${path}/${version}/restore`, { headers }))
    // The page would go on showing the version that is older now.
    if (at.startsWith('/p/file/')) go(`/p/file/${fileId}`, { replace: true })
    await refreshAfterWrite(client, `/v1/files/${fileId}`)
  }
  const restore = async (version: number): Promise<void> => {
    try {
      await store(version)
    } catch (error) {
      notices.refused(error, () => void restore(version))
      return
    }
    const undo = rememberAct({ label: words.restoreUndo(version), undo: () => store(current) })
    notices.undoable(words.restored(version), undo)
  }
  return (
    <section className={panel['section']} aria-label={words.versions} data-versions>
      <header>
        <h2>{words.versions}</h2>
        <span>{current}</span>
        {mayChange && <NewVersion {...given} />}
      </header>
      <ul className={classes['versions']}>
        {query.data?.map(({ id, details }) => (
          <li key={id} data-shown={details.version === shown || undefined}>
            <Link
              href={`/p/file/${fileId}${details.version === current ? '' : `?version=${details.version}`}`}
              aria-current={details.version === shown ? 'page' : undefined}
            >
              {fileTexts.version(details.version)}
            </Link>
            {details.createdBy === null ? <span /> : <Face id={details.createdBy} />}
            <span className={classes['faint']}>
              {sized(details.size)} · <Ago at={details.createdAt} />
            </span>
            {details.version === current ? (
              <span className={classes['faint']}>{words.currentVersion}</span>
            ) : (
              <Button
                variant="subtle"
                size="compact-sm"
                disabled={!mayChange || locked !== undefined}
                title={locked}
                aria-label={words.restoreOf(details.version)}
                onClick={() => void restore(details.version)}
              >
                {words.restoreVersion}
              </Button>
            )}
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={words.downloadOf(details.version)}
              onClick={() => onDownload(details.version)}
            >
              <IconDownload size={16} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <MoreButton list={query}>{fileTexts.olderVersions}</MoreButton>
    </section>
  )
}
