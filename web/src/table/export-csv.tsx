import { ActionIcon, Button, Group, Loader, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { send } from '../api/client.ts'
import { problemOf, Unreachable } from '../api/problem.ts'
import { unsettledUntil } from '../api/settled.ts'
import { download } from '../parts/download.ts'
import { Hint } from '../parts/hint.tsx'
import { IconDownload, IconX } from '../parts/icons.tsx'
import { useNotices } from '../parts/notices.tsx'
import { texts } from '../texts/texts.ts'

const { table: words } = texts

const sized = (bytes: number): string =>
  new Intl.NumberFormat(undefined, {
    style: 'unit',
    unit: bytes < 1_000_000 ? 'kilobyte' : 'megabyte',
    maximumFractionDigits: bytes < 1_000_000 ? 0 : 1,
  }).format(bytes < 1_000_000 ? Math.ceil(bytes / 1_000) : bytes / 1_000_000)

/** The whole list with all fields, at the address of one of its pages. */
function wholeList(address: string): string {
  const [path = '', query = ''] = address.split('?')
  const left = new URLSearchParams(query)
  for (const part of ['limit', 'paging', 'paginationhash', 'fields', 'expand']) left.delete(part)
  return left.size === 0 ? path : `${path}?${left}`
}

interface ExportCsvProps {
  /** Any page of the list. */
  address: string
  /** The name of the file, without the date and the ending. */
  name: string
  /** As an icon, among others. */
  compact?: boolean
}

/** Exports the whole list as CSV. It shows the size so far, because the total is not known in advance. */
export function ExportCsv({ address, name, compact = false }: ExportCsvProps) {
  const [got, setGot] = useState<number>()
  const stop = useRef<AbortController>(undefined)
  const notices = useNotices()
  useEffect(() => () => stop.current?.abort(), [])
  const run = async (): Promise<void> => {
    const controller = new AbortController()
    stop.current = controller
    setGot(0)
    try {
      const response = await send('GET', wholeList(address), {
        headers: { accept: 'text/csv' },
        signal: controller.signal,
      })
      if (!response.ok || response.body === null) throw await problemOf(response)
      const parts: Uint8Array<ArrayBuffer>[] = []
      let size = 0
      const reader = response.body.getReader()
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
        parts.push(piece.value)
        size += piece.value.byteLength
        setGot(size)
      }
      download(parts, `${name}-${new Date().toISOString().slice(0, 10)}.csv`, 'text/csv')
      notices.done(words.exported(sized(size)))
    } catch (error) {
      // A broken connection must not leave half a file, so it counts as a failure.
      if (!controller.signal.aborted) notices.failed(error instanceof TypeError ? new Unreachable() : error)
    } finally {
      setGot(undefined)
    }
  }
  if (got === undefined && compact)
    return (
      <Hint label={words.exportCsv}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={words.exportCsv}
          data-export
          onClick={() => void unsettledUntil(run())}
        >
          <IconDownload size={16} />
        </ActionIcon>
      </Hint>
    )
  return got === undefined ? (
    <Button
      variant="subtle"
      color="gray"
      px={8}
      leftSection={<IconDownload size={16} />}
      data-export
      onClick={() => void unsettledUntil(run())}
    >
      {words.exportCsv}
    </Button>
  ) : (
    <Group gap="xs" role="status">
      <Loader size={16} />
      <Text size="sm">{words.exporting(sized(got))}</Text>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={words.cancelExport}
        onClick={() => stop.current?.abort()}
      >
        <IconX size={16} />
      </ActionIcon>
    </Group>
  )
}
