import { useChoices } from '../../../api/queries.ts'
import type { Company } from '../../../api/types.ts'

export type Organization = Company['details']['organization']

/** A place for workspaces: an account or a workspace group. */
export interface Place {
  id: string
  name: string
  /** The parent account. */
  parent: string | null
  /** "A group `Not Grouped` always exists." It keeps its name. */
  fixed: boolean
}

/** The API of each way to organize workspaces. */
export const organized = {
  accounts: {
    path: '/v1/accounts',
    nameField: 'accountName',
    placeField: 'accountId',
    nested: true,
  },
  workspaceGroups: {
    path: '/v1/workspaceGroups',
    nameField: 'workspaceGroupName',
    placeField: 'workspaceGroupId',
    nested: false,
  },
} as const

interface Found {
  id: string
  details: Record<string, unknown>
}

/** All places of a company by name, loaded page by page. */
export function usePlaces(organization: Organization) {
  const { path, nameField, nested } = organized[organization]
  const { data, error, refetch } = useChoices<Found>(`${path}?limit=500&sort=${nameField}`)
  const places = data?.map(
    ({ id, details }): Place => ({
      id,
      name: String(details[nameField]),
      parent: typeof details['parentAccountId'] === 'string' ? details['parentAccountId'] : null,
      fixed: !nested && details[nameField] === 'Not Grouped',
    }),
  )
  return { places, error, refetch }
}

/** The path of a place: `North / Berlin`. */
export function pathOf(places: readonly Place[], id: string): string {
  const byId = new Map(places.map((place) => [place.id, place]))
  const names: string[] = []
  for (let at = byId.get(id); at !== undefined && names.length < 20; at = byId.get(at.parent ?? ''))
    names.unshift(at.name)
  return names.join(' / ')
}

/** A place and everything below it. */
export function withBelow(places: readonly Place[], id: string): Set<string> {
  const found = new Set([id])
  for (let grown = 0; grown !== found.size; ) {
    grown = found.size
    for (const place of places) if (place.parent !== null && found.has(place.parent)) found.add(place.id)
  }
  return found
}
