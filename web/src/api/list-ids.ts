import { type InfiniteData, type QueryClient, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { readPage } from './queries.ts'
import { listKey } from './refresh.ts'
import { keepRecord, type Representation } from './store.ts'

/** The ids of a page. The records themselves are in the store, where changes reach them. */
export interface IdPage {
  ids: string[]
  next: string | undefined
}

/** Reads a page, puts its records into the store, and keeps only their ids. */
export async function readIds(address: string, signal?: AbortSignal): Promise<IdPage> {
  const page = await readPage<Representation>(address, signal)
  for (const record of page.items) keepRecord(record)
  return { ids: page.items.map(({ id }) => id), next: page.links.next }
}

/**
 * The ids of the records of a list, page by page. `onEnd` loads the next page, if there is one. After an error only
 * `retry` does, so that a list that is rendered again does not repeat a failing request.
 */
export function useListIds(address: string, enabled = true) {
  const query = useInfiniteQuery({
    queryKey: [listKey, address],
    enabled,
    initialPageParam: address,
    queryFn: ({ pageParam, signal }) => readIds(pageParam, signal),
    getNextPageParam: (last: IdPage) => last.next,
  })
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, refetch } = query
  const ids = useMemo(() => [...new Set(data?.pages.flatMap((page) => page.ids) ?? [])], [data])
  const mayGoOn = hasNextPage && !isFetchingNextPage && !isFetchNextPageError
  const onEnd = mayGoOn ? () => void fetchNextPage() : undefined
  const retry = (): void => void (isFetchNextPageError ? fetchNextPage() : refetch())
  return { ...query, ids, onEnd, retry }
}

type Ids = InfiniteData<IdPage, string>

/** Takes an id out of a list that is shown. */
export function takeOut(client: QueryClient, address: string, id: string): void {
  client.setQueryData<Ids>([listKey, address], (data) =>
    data === undefined
      ? data
      : {
          ...data,
          pages: data.pages.map((page) => ({ ...page, ids: page.ids.filter((each) => each !== id) })),
        },
  )
}

/** Puts an id into a list that is shown: after another, or first. Without a place it comes last. */
export function putInto(
  client: QueryClient,
  address: string,
  id: string,
  after: string | null | undefined,
): void {
  takeOut(client, address, id)
  client.setQueryData<Ids>([listKey, address], (data) => {
    if (data === undefined) return data
    const pages = data.pages.map((page) => ({ ...page, ids: [...page.ids] }))
    const target = after
      ? pages.find(({ ids }) => ids.includes(after))
      : after === null
        ? pages[0]
        : pages.at(-1)
    const ids = (target ?? pages.at(-1))?.ids
    ids?.splice(after ? ids.indexOf(after) + 1 : after === null ? 0 : ids.length, 0, id)
    return { ...data, pages }
  })
}

export function idsIn(client: QueryClient, address: string): string[] {
  return client.getQueryData<Ids>([listKey, address])?.pages.flatMap(({ ids }) => ids) ?? []
}

/** Stops reading lists that are about to change on the page: a response from before the change would undo it. */
export async function stopReading(client: QueryClient, addresses: readonly string[]): Promise<void> {
  await Promise.all(addresses.map((address) => client.cancelQueries({ queryKey: [listKey, address] })))
}
