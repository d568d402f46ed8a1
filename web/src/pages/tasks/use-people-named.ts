import { readPage, usePage } from '../../api/queries.ts'
import type { Member } from '../../api/types.ts'
import type { QuickPerson } from './quick-add.ts'

const membersOf = (workspaceId: string): string =>
  `/v1/workspaces/${workspaceId}/members?limit=500&fields=fullName`

/** Finds the people that a line may mention. Loads the members if they are not loaded yet, so Enter never has to wait. */
export function usePeopleNamed(
  workspaceId: string | undefined,
): (line: string, targetId: string) => Promise<QuickPerson[]> {
  const { data, isPlaceholderData } = usePage<Member>(workspaceId && membersOf(workspaceId))
  return async (line, targetId) => {
    if (!line.includes('@')) return []
    const isLoaded = data !== undefined && !isPlaceholderData && targetId === workspaceId
    const { items } = isLoaded ? data : await readPage<Member>(membersOf(targetId))
    return items.map(({ id, details }) => ({ id, name: details.fullName }))
  }
}
