import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type Method } from '../api/client.ts'
import type { Page } from '../api/queries.ts'
import { refreshAfterWrite } from '../api/refresh.ts'
import { useNotices } from './notices.tsx'

interface ListRecord {
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

/** Where a record was. */
interface Before {
  key: QueryKey
  at: number
  record: ListRecord
}

/** An optimistic update of a record in a list. If the service refuses it, only this record is as before. */
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
    onMutate: async (given: Given): Promise<Before[]> => {
      await client.cancelQueries(shown)
      const [wanted, next] = [id(given), becomes(given)]
      const before = client.getQueriesData<Page<ListRecord>>(shown).flatMap(([key, page]) => {
        const at = page?.items.findIndex((each) => each.id === wanted) ?? -1
        const record = page?.items[at]
        return record === undefined ? [] : [{ key, at, record }]
      })
      client.setQueriesData<Page<ListRecord>>(shown, (page) =>
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
      for (const { key, at, record } of before ?? [])
        client.setQueryData<Page<ListRecord>>(key, (page) => {
          if (page === undefined) return page
          const others = page.items.filter((each) => each.id !== record.id)
          return { ...page, items: others.toSpliced(at, 0, record) }
        })
      notices.failed(error)
    },
    onSuccess: (_, given) => done?.(given),
    onSettled: (_result, _error, given) => refreshAfterWrite(client, request(given).path),
  })
}
