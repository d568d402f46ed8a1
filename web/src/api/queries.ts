import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, type Method } from './client.ts'

export interface Page<R> {
  items: R[]
  links: { first?: string; last?: string; previous?: string; next?: string }
}

/** One record, or anything else that a GET returns. */
export function useRecord<R>(path: string | undefined) {
  return useQuery({
    queryKey: ['one', path],
    enabled: path !== undefined,
    queryFn: ({ signal }) => api<R>('GET', path ?? '', { signal }),
  })
}

/** A page of a list by its address. The links of a page are the addresses of other pages. */
export function usePage<R>(address: string) {
  return useQuery({
    queryKey: ['page', address],
    queryFn: ({ signal }) => api<Page<R>>('GET', address, { signal }),
    // The old page stays until the next one is loaded, so nothing jumps.
    placeholderData: (before) => before,
  })
}

/** All records of a list, loaded page by page, for menus and pickers. */
export function useChoices<R>(address: string) {
  return useInfiniteQuery({
    queryKey: ['choices', address],
    initialPageParam: address,
    queryFn: ({ pageParam, signal }) => api<Page<R>>('GET', pageParam, { signal }),
    getNextPageParam: (last) => last.links.next,
  })
}

/** A write to the API. Everything on the page is loaded again afterwards. */
export function useChange<Given, Result = void>(
  request: (given: Given) => {
    method: Method
    path: string
    body?: unknown
    headers?: Record<string, string>
  },
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (given: Given) => {
      const { method, path, body, headers } = request(given)
      return api<Result>(method, path, { body, ...(headers && { headers }) })
    },
    onSettled: () => client.invalidateQueries(),
  })
}
