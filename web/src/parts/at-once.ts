import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type Method } from '../api/client.ts'
import type { Page } from '../api/queries.ts'
import { useNotices } from './notices.tsx'

interface Shown {
  id: string
  details: object
}

interface AtOnce<Given> {
  /** The path of the lists that show the record. */
  list: string
  id: (given: Given) => string
  request: (given: Given) => { method: Method; path: string; body?: unknown }
  /** What the record looks like when it is done; null: it is gone from the lists. */
  becomes: (given: Given) => object | null
  done?: (given: Given) => void
}

/** A change of a listed record that shows at once, and is taken back with the reason if the service refuses it. */
export function useAtOnce<Given>({ list, id, request, becomes, done }: AtOnce<Given>) {
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
