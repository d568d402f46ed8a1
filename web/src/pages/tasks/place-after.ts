/**
 * The task that another comes after when it moves up or down by one among those with the same parent: null for the first
 * place, undefined if it cannot move. `list` is the order in which the tasks are stored, `group` those that are shown.
 */
export function placeAfter(
  id: string,
  by: 1 | -1,
  list: readonly string[],
  group: readonly string[],
  parentOf: (id: string) => string | null | undefined,
): string | null | undefined {
  const shownParent = (each: string): string | null => {
    const parent = parentOf(each) ?? null
    return parent !== null && group.includes(parent) ? parent : null
  }
  const siblings = group.filter((each) => shownParent(each) === shownParent(id))
  const at = siblings.indexOf(id)
  const other = at === -1 ? undefined : siblings[at + by]
  if (other === undefined || by === 1) return other
  const others = list.filter((each) => each !== id)
  return others[others.indexOf(other) - 1] ?? null
}
