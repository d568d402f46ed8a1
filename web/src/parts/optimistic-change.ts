import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type Method } from '../api/client.ts'
import type { Page } from '../api/queries.ts'
import { useNotices } from './notices.tsx'

interface Shown {
  id: string
  details: object
}

interface OptimisticChange<Given> {
  /** The path of the lists that show the record. */
  list: string
  id: (given: Given) => string
  request: (given: Given) => { method: Method; path: string; body?: unknown }
  /** The changed fields of the record, or null if it leaves the lists. */
  becomes: (given: Given) => object | null
  done?: (given: Given) => void
}

/** An optimistic update of a record in a list, rolled back if the service refuses it. */
export function useOptimisticChange<Given>({ list, id, request, becomes, done }: OptimisticChange<Given>) {
  const client = useQueryClient()
  const notices = useNotices()
  const shown = {
    queryKey: ['page'],
    predicate: ({ queryKey: [, address] }: { queryKey: QueryKey }) =>
      typeof address === 'string' && address.split('?')[0] === list,
  }
  return useMutation({
    mutationFn: (given: Given) => {
      const { method, path, body } = request(given)
      return api<void>(method, path, { body })
    },
    onMutate: async (given: Given): Promise<[QueryKey, unknown][]> => {
      await client.cancelQueries(shown)
      const before = client.getQueriesData(shown)
      const [wanted, next] = [id(given), becomes(given)]
      client.setQueriesData<Page<Shown>>(shown, (page) =>
        page === undefined
          ? page
          : {
              ...page,
              items:
                next === null
                  ? page.items.filter((each) => each.id !== wanted)
                  : page.items.map((each) =>
                      each.id === wanted ? { ...each, details: { ...each.details, ...next } } : each,
                    ),
            },
      )
      return before
    },
    onError: (error, _, before) => {
      for (const [key, data] of before ?? []) client.setQueryData(key, data)
      notices.failed(error)
    },
    onSuccess: (_, given) => done?.(given),
    onSettled: () => client.invalidateQueries(),
  })
}
