import { useQueries } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useMe } from '../../api/me.ts'
import { keepNames, knownName } from '../../api/names.ts'
import { ApiProblem } from '../../api/problem.ts'
import { useStoredState } from '../../table/use-stored-state.ts'
import { type Work, workId } from './cells.ts'

interface AddedRows {
  userId?: string | undefined
  monday: string
  works: readonly Work[]
}

/** Loads the names of rows that no response has mentioned yet. Returns those that still exist. */
function useExisting(works: readonly Work[]): readonly Work[] {
  const states = useQueries({
    queries: works.map(({ workspaceId, taskId }) => {
      const id = taskId ?? workspaceId
      const address = taskId === null ? `/v1/workspaces/${id}` : `/v1/tasks/${id}?expand=names`
      return {
        queryKey: ['one', address, 'name'],
        enabled: knownName(id) === undefined || knownName(workspaceId) === undefined,
        // The names are stored elsewhere, and the rows are rendered again once they are there.
        notifyOnChangeProps: 'all' as const,
        queryFn: async ({ signal }: { signal: AbortSignal }): Promise<string> => {
          const { details, names } = await api<{
            details: { title?: string; workspaceName?: string }
            names?: Record<string, string>
          }>('GET', address, { signal })
          const name = details.title ?? details.workspaceName ?? ''
          keepNames({ ...names, [id]: name })
          return name
        },
      }
    }),
  })
  const isGone = (error: unknown): boolean => error instanceof ApiProblem && [403, 404].includes(error.status)
  return works.filter((_, n) => !isGone(states[n]?.error))
}

/** The rows that were added to a week and may have no time yet. This browser remembers them for each person. */
export function useAddedRows(
  monday: string,
): [readonly Work[], (works: readonly Work[]) => void, (id: string) => void] {
  const { user } = useMe()
  const userId = user?.id
  const [stored, store] = useStoredState<AddedRows>('week-rows', { monday, works: [] })
  const isOwn = stored.monday === monday && stored.userId === userId
  const works = useExisting(isOwn ? stored.works : [])
  return [
    works,
    (more) => {
      const all = new Map([...works, ...more].map((work) => [workId(work), work]))
      store({ userId, monday, works: [...all.values()] })
    },
    (id) => store({ userId, monday, works: works.filter((work) => workId(work) !== id) }),
  ]
}
