import { useQuery } from '@tanstack/react-query'
import { api } from './client.ts'
import { keepNames } from './names.ts'
import { useDebounced } from './use-debounced.ts'

/** Where the words were found: `ranges` are the start and end of each match in `text`. */
export interface Highlight {
  field: string
  text: string
  ranges: [number, number][]
}

/** A record that the search found. */
export interface FoundRecord {
  kind: string
  id: string
  details: Record<string, unknown>
  highlights: Highlight[]
}

interface Wanted {
  text: string
  /** All kinds by default. */
  kinds?: readonly string[]
  workspaceId?: string | undefined
  limit: number
  /** At most this many of each kind. */
  perKind?: number | undefined
}

/** How many letters a search may have. */
export const longestSearch = 400

/** Milliseconds without another letter before the request is sent. */
const pause = 120

/** Records whose texts have the words that were typed; from the second letter on. */
export function useSearch({ text, kinds = [], workspaceId, limit, perKind }: Wanted) {
  const typed = text.trim()
  const settled = useDebounced(typed, pause)
  const query = new URLSearchParams({ q: settled, limit: String(limit) })
  if (kinds.length > 0) query.set('kinds', kinds.join(','))
  if (workspaceId !== undefined) query.set('workspaceId', workspaceId)
  if (perKind !== undefined) query.set('perKind', String(perKind))
  const address = `/v1/search?${query}`
  const isWanted = typed.length > 1
  const result = useQuery({
    queryKey: ['search', address],
    enabled: settled.length > 1,
    queryFn: async ({ signal }) => {
      const page = await api<{ items: FoundRecord[] }>('GET', address, { signal })
      const people = page.items.filter(({ kind }) => kind === 'user')
      keepNames(Object.fromEntries(people.map(({ id, details }) => [id, String(details['fullName'])])))
      return page
    },
    placeholderData: (before) => before,
  })
  const isCurrent = settled === typed && !result.isPlaceholderData
  return {
    error: result.error,
    refetch: result.refetch,
    found: isWanted ? (result.data?.items ?? []) : [],
    /** Whether the records found belong to the words typed so far. */
    isSearching: isWanted && (result.isFetching || !isCurrent) && result.error === null,
  }
}
