import { usePage } from '../../api/queries.ts'
import type { User } from '../../api/types.ts'
import { useDebounced } from '../../api/use-debounced.ts'
import { addressOf, is } from '../../table/list-address.ts'

export const personLabel = ({ details }: User): string => `${details.fullName} (${details.email})`

/**
 * People to choose from: the first 500 by name, and anyone whose full email address is typed. `isPending` until the
 * service has searched for the address.
 */
export function usePeople(typed: string): { people: User[]; isPending: boolean } {
  const first = usePage<User>('/v1/users?limit=500&sort=fullName').data?.items ?? []
  const wanted = useDebounced(typed.trim(), 300)
  const email = wanted.includes('@') ? wanted : '-'
  const named = usePage<User>(addressOf('/v1/users', { terms: [is('email', email)], limit: 1 }))
  const found = [...first, ...(named.data?.items ?? [])]
  return {
    people: [...new Map(found.map((person) => [person.id, person])).values()],
    isPending: typed.trim() !== wanted || named.isPending || named.isPlaceholderData,
  }
}
