import {
  type InfiniteData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, type Method } from './client.ts'
import { keepNames } from './names.ts'
import { refreshAfterWrite } from './refresh.ts'

export interface Page<R> {
  items: R[]
  links: { first?: string; last?: string; previous?: string; next?: string }
  /** The names of the records that the items mention, if the address requests them. */
  names?: Record<string, string>
}

/** Reads a page of a list, and stores the names in it. */
export async function readPage<R>(address: string, signal?: AbortSignal): Promise<Page<R>> {
  const page = await api<Page<R>>('GET', address, { ...(signal !== undefined && { signal }) })
  keepNames(page.names)
  return page
}

/** Reads the records of a list, page by page. */
export async function* readEach<R>(address: string, signal: AbortSignal): AsyncGenerator<R> {
  for (let next: string | undefined = address; next !== undefined; ) {
    const page: Page<R> = await readPage<R>(next, signal)
    yield* page.items
    next = page.links.next
  }
}

/** One record, or anything else that a GET returns. The names in it are stored. */
export function useRecord<R>(path: string | undefined) {
  return useQuery({
    queryKey: ['one', path],
    enabled: path !== undefined,
    queryFn: async ({ signal }) => {
      const found = await api<R & { names?: Record<string, string> }>('GET', path ?? '', { signal })
      keepNames(found.names)
      return found
    },
  })
}

/** A page of a list by its address. The links of a page are the addresses of other pages. */
export function usePage<R>(address: string | undefined) {
  return useQuery({
    queryKey: ['page', address],
    enabled: address !== undefined,
    queryFn: ({ signal }) => readPage<R>(address ?? '', signal),
    // The old page stays until the next one is loaded, so nothing jumps.
    placeholderData: (before) => before,
  })
}

const itemsOf = <R>({ pages }: InfiniteData<Page<R>>): R[] => pages.flatMap(({ items }) => items)

/** The records of a list that grows page by page. */
export function usePages<R>(address: string, enabled = true) {
  return useInfiniteQuery({
    queryKey: ['pages', address],
    enabled,
    initialPageParam: address,
    queryFn: ({ pageParam, signal }) => readPage<R>(pageParam, signal),
    getNextPageParam: (last) => last.links.next,
    select: itemsOf<R>,
  })
}

/** What it takes to load the next page of a list. */
export interface NextPage {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
}

/** Loads all pages of a list, one after the other. */
function useAllPages({ hasNextPage, isFetchingNextPage, fetchNextPage }: NextPage): void {
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
}

/** All records of a list, loaded page by page, for menus and pickers. */
export function useChoices<R>(address: string) {
  const pages = usePages<R>(address)
  useAllPages(pages)
  return pages
}

/** A write to the API. Whatever may be different after it is loaded again. */
export function useChange<Given, Result = void>(
  request: (given: Given) => {
    method: Method
    path: string
    body?: unknown
    headers?: Record<string, string>
  },
  { inOrder }: { inOrder?: string } = {},
) {
  const client = useQueryClient()
  return useMutation({
    ...(inOrder !== undefined && { scope: { id: inOrder } }),
    mutationFn: (given: Given) => {
      const { method, path, body, headers } = request(given)
      return api<Result>(method, path, { body, ...(headers && { headers }) })
    },
    onSettled: (_result, _error, given) => refreshAfterWrite(client, request(given).path),
  })
}
