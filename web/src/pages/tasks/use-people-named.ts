import { readPage, usePage } from '../../api/queries.ts'
import type { Member } from '../../api/types.ts'
import type { QuickPerson } from './quick-add.ts'

const membersOf = (workspaceId: string): string =>
  `/v1/workspaces/${workspaceId}/members?limit=500&fields=fullName`

/** The people whom a line may name. Nobody has to wait for the members of the workspace before pressing Enter. */
export function usePeopleNamed(
  workspaceId: string | undefined,
): (line: string, place: string) => Promise<QuickPerson[]> {
  const { data, isPlaceholderData } = usePage<Member>(workspaceId && membersOf(workspaceId))
  return async (line, place) => {
    if (!line.includes('@')) return []
    const isLoaded = data !== undefined && !isPlaceholderData && place === workspaceId
    const { items } = isLoaded ? data : await readPage<Member>(membersOf(place))
    return items.map(({ id, details }) => ({ id, name: details.fullName }))
  }
}
