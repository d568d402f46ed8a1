/** The fields of a task that a card of a board shows; `updatedAt` tells which of two responses is newer. */
const cardFields = [
  ...['title', 'status', 'stageId', 'priority', 'dueDate', 'assignees', 'tags', 'parentTaskId', 'updatedAt'],
  'workspaceId',
]

export const columnFields = cardFields.join(',')

/** The field that all tasks of a group have in common. */
const commonField = { stage: 'stageId', status: 'status', priority: 'priority' } as const

export type BoardGrouping = keyof typeof commonField

export const perColumn = 30

/** All columns of a board with their first cards, without the fields that these have in common. */
export function boardAddress(workspaceId: string, groupBy: BoardGrouping, filter: string): string {
  const common: readonly string[] = ['workspaceId', commonField[groupBy]]
  const fields = cardFields.filter((field) => !common.includes(field)).join(',')
  const query = new URLSearchParams({ limit: String(perColumn), fields, expand: 'names', groupBy })
  if (filter !== '') query.set('filter', filter)
  return `/v1/workspaces/${workspaceId}/board?${query}`
}

/** The fields that the tasks of a group have in common, with their values. */
export const commonFields = (
  workspaceId: string,
  groupBy: BoardGrouping,
  group: string | number | null,
): object => ({ workspaceId, [commonField[groupBy]]: group })

/** The following cards of a column come from the ordinary list, so they need all fields. */
export function columnContinued(next: string | undefined): string | undefined {
  if (next === undefined) return undefined
  const [path, query] = next.split('?')
  const parameters = new URLSearchParams(query)
  parameters.set('fields', columnFields)
  return `${path}?${parameters}`
}
