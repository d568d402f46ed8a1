import { useQuery } from '@tanstack/react-query'
import { send } from '../../api/client.ts'
import { problemOf } from '../../api/problem.ts'
import { unsettledUntil } from '../../api/settled.ts'
import { LazyMarkdown } from '../../parts/lazy-markdown.tsx'
import { sized } from '../../parts/sizes.ts'
import { Loading } from '../../parts/states.tsx'
import { filePageTexts as words } from '../../texts/file-page.ts'
import { readCsv } from './csv.ts'
import type { PreviewKind } from './file-kind.ts'
import classes from './file-page.module.css'
import { NoPreview } from './no-preview.tsx'

/** Nobody reads more than that in a preview. */
const mostBytes = 256 * 1024
const mostRows = 500

interface TextPreviewProps {
  kind: PreviewKind
  fileId: string
  version: number
  size: number
  onDownload: () => void
}

async function readStart(path: string, signal: AbortSignal): Promise<string> {
  const response = await send('GET', path, { headers: { range: `bytes=0-${mostBytes - 1}` }, signal })
  if (!response.ok) throw await problemOf(response)
  return new TextDecoder().decode(await response.arrayBuffer())
}

/** The content as text. It is never HTML, so nothing in it can run. */
export function TextPreview({ kind, fileId, version, size, onDownload }: TextPreviewProps) {
  const path = `/v1/files/${fileId}/versions/${version}/content`
  const { data, error } = useQuery({
    queryKey: ['content', path],
    staleTime: Number.POSITIVE_INFINITY,
    enabled: size > 0,
    queryFn: ({ signal }) => unsettledUntil(readStart(path, signal)),
  })
  if (size === 0) return <p className={classes['note']}>{words.empty}</p>
  if (error !== null) return <NoPreview why={words.noText} onDownload={onDownload} />
  if (data === undefined) return <Loading rows={8} />
  if (data.includes('\0')) return <NoPreview why={words.isBinary} onDownload={onDownload} />
  const isPart = size > mostBytes
  return (
    <div className={classes['text']}>
      {isPart && <p className={classes['note']}>{words.onlyStart(sized(mostBytes), sized(size))}</p>}
      {kind === 'markdown' ? (
        <div className={classes['document']}>
          <LazyMarkdown text={data} />
        </div>
      ) : kind === 'table' ? (
        <CsvTable text={data} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled with the keyboard.
        <section className={classes['code']} tabIndex={0} aria-label={words.content}>
          <pre>
            {data
              .replace(/\n$/, '')
              .split('\n')
              .map((line, n) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a text have no other identity.
                <span key={n}>
                  {line}
                  {'\n'}
                </span>
              ))}
          </pre>
        </section>
      )}
    </div>
  )
}

function CsvTable({ text }: { text: string }) {
  const rows = readCsv(text, mostRows + 1)
  const [head = [], ...body] = rows
  return (
    <>
      {rows.length > mostRows && <p className={classes['note']}>{words.onlyRows(mostRows)}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: wide tables are scrolled with the keyboard. */}
      <section className={classes['csv']} tabIndex={0} aria-label={words.content}>
        <table>
          <thead>
            <tr>
              {head.map((cell, n) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns may have the same name.
                <th key={n} scope="col">
                  {cell}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {body.slice(0, mostRows - 1).map((row, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows may be alike.
              <tr key={n}>
                {head.map((_, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: so may cells.
                  <td key={at}>{row[at] ?? ''}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}
