import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type Page, readPage } from './queries.ts'
import type { Tag } from './types.ts'

const most = 500

const address = `/v1/tags?sort=tagName&limit=${most}&fields=tagName`

const options = {
  queryKey: ['page', address],
  queryFn: ({ signal }: { signal: AbortSignal }) => readPage<Tag>(address, signal),
} satisfies UseQueryOptions<Page<Tag>>

/** The tags of the company. */
export const useTags = (): readonly Tag[] => useQuery(options).data?.items ?? []

/**
 * The id of the tag with a name, or the name itself if there are too many tags; undefined while the tags are
 * loaded, or loaded again after the tag was created or renamed.
 */
export function useTagId(name: string): string | undefined {
  const folded = name.toLowerCase()
  return useQuery({
    ...options,
    select: ({ items }) =>
      items.find(({ details }) => details.tagName.toLowerCase() === folded)?.id ??
      (items.length < most ? undefined : folded),
  }).data
}
