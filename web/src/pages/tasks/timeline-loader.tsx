import { useEffect, useRef } from 'react'
import { useListIds } from '../../api/list-ids.ts'
import { keepOrder } from './keep-order.ts'
import type { Section } from './sections.ts'
import { shownTask } from './task-data.ts'
import { spanOf } from './timeline-scale.ts'
import { datedOf, type Loaded } from './timeline-sections.ts'

interface SectionLoaderProps {
  section: Section
  address: string
  enabled: boolean
  report: (key: string, loaded: Loaded | undefined) => void
}

/** Loads the tasks of a section by their dates; those without dates come last, and are not loaded. */
export function SectionLoader({ section, address, enabled, report }: SectionLoaderProps) {
  const query = useListIds(address, enabled)
  const { ids, data, dataUpdatedAt, hasNextPage, isFetchingNextPage, fetchNextPage, error, refetch } = query
  const shown = useRef({ address, ids: [] as readonly string[] })
  useEffect(() => {
    if (data === undefined && error === null) return
    const dated = datedOf(ids, section)
    // Reading again may have moved tasks whose dates have changed.
    const before = shown.current.address === address && dataUpdatedAt > 0 ? shown.current.ids : []
    shown.current = { address, ids: keepOrder(before, dated) }
    const last = shownTask(ids.at(-1) ?? '')
    const more = hasNextPage && last !== null && last !== undefined && spanOf(last) !== undefined
    report(section.key, {
      ...{ ids: shown.current.ids, more, isLoading: isFetchingNextPage },
      error: data === undefined ? error : null,
      load: () => void (data === undefined ? refetch() : fetchNextPage()),
    })
  }, [
    section,
    address,
    ids,
    data,
    dataUpdatedAt,
    hasNextPage,
    isFetchingNextPage,
    fetchNextPage,
    error,
    refetch,
    report,
  ])
  useEffect(() => () => report(section.key, undefined), [section.key, report])
  return null
}
