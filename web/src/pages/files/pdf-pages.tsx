import { ActionIcon, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'wouter'
import { api } from '../../api/client.ts'
import { ApiProblem, problemOf } from '../../api/problem.ts'
import { unsettledUntil } from '../../api/settled.ts'
import { IconChevronLeft, IconChevronRight } from '../../parts/icons.tsx'
import { Failed } from '../../parts/states.tsx'
import type { KeyName } from '../../site/key-table.ts'
import { keyHint, useKeyActions } from '../../site/keys.ts'
import { filePageTexts as words } from '../../texts/file-page.ts'
import classes from './file-page.module.css'
import { NoPreview } from './no-preview.tsx'
import type { ShownVersion } from './shown-version.ts'

/** The service renders no later pages. */
const lastPage = 50

interface DrawnPage {
  picture: Blob
  /** How many pages the document has. */
  pages: number
}

async function readPage(
  { fileId, version }: Pick<ShownVersion, 'fileId' | 'version'>,
  page: number,
  signal: AbortSignal,
): Promise<DrawnPage> {
  const body = { version, variant: 'preview', page }
  const { address } = await api<{ address: string }>('POST', `/v1/files/${fileId}/addresses`, { body })
  const response = await fetch(address, { signal })
  if (!response.ok) throw await problemOf(response)
  return { picture: await response.blob(), pages: Number(response.headers.get('page-count')) }
}

/** The service renders a page when it is first requested. */
function usePdfPage({ fileId, version }: ShownVersion, page: number) {
  return useQuery({
    queryKey: ['pdf page', `/${fileId}`, version, page],
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    queryFn: ({ signal }) => unsettledUntil(readPage({ fileId, version }, page, signal)),
  })
}

/** An address of an image in memory, as long as it is shown. */
function useObjectUrl(picture: Blob | undefined): string | undefined {
  const [made, setMade] = useState<{ of: Blob; address: string }>()
  useEffect(() => {
    if (picture === undefined) return undefined
    const address = URL.createObjectURL(picture)
    setMade({ of: picture, address })
    return () => URL.revokeObjectURL(address)
  }, [picture])
  // The address of another image no longer works.
  return made !== undefined && made.of === picture ? made.address : undefined
}

/** The pages of a PDF, one at a time. */
export function PdfPages({ shown, onDownload }: { shown: ShownVersion; onDownload: () => void }) {
  const [search, setSearch] = useSearchParams()
  const asked = Number(search.get('page') ?? 1)
  const page = Number.isSafeInteger(asked) && asked > 0 ? Math.min(asked, lastPage) : 1
  const setPage = (next: number): void =>
    setSearch(
      (before) => {
        const changed = new URLSearchParams(before)
        if (next === 1) changed.delete('page')
        else changed.set('page', String(next))
        return changed
      },
      // Turning pages is not a step in the history.
      { replace: true },
    )
  const [count, setCount] = useState<number>()
  const { data, error, refetch } = usePdfPage(shown, page)
  const picture = useObjectUrl(data?.picture)
  useEffect(() => {
    if (data !== undefined) setCount(data.pages)
  }, [data])
  const last = Math.min(count ?? 1, lastPage)
  const turn = (by: -1 | 1): void => {
    if (page + by >= 1 && page + by <= last) setPage(page + by)
  }
  useKeyActions({ previousPage: () => turn(-1), nextPage: () => turn(1) })
  if (error instanceof ApiProblem && error.status === 404 && page === 1)
    return <NoPreview why={words.noPdf} onDownload={onDownload} />
  const step = (by: -1 | 1, label: string, key: KeyName) => (
    <ActionIcon
      variant="default"
      size={32}
      aria-label={label}
      title={`${label} (${keyHint(key)})`}
      // A disabled button would lose the focus.
      {...((page + by < 1 || page + by > last) && { 'aria-disabled': true, 'data-disabled': true })}
      onClick={() => turn(by)}
    >
      {by < 0 ? <IconChevronLeft size={16} /> : <IconChevronRight size={16} />}
    </ActionIcon>
  )
  return (
    <figure className={classes['picture']}>
      {error !== null ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : data === undefined || picture === undefined ? (
        <Loader aria-label={words.loading} />
      ) : (
        <img src={picture} alt={words.pageOf(page, shown.name)} />
      )}
      {count !== undefined && (
        <figcaption className={classes['pages']}>
          {count > 1 && step(-1, words.previousPage, 'previousPage')}
          <span role="status">{words.pageNumber(page, count)}</span>
          {count > 1 && step(1, words.nextPage, 'nextPage')}
          {count > lastPage && page === lastPage && <small>{words.laterPages(lastPage)}</small>}
        </figcaption>
      )}
    </figure>
  )
}
