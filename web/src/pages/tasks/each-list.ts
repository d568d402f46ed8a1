/** How many of the lists have a value. */
export const countWith = (lists: Iterable<readonly string[]>, value: string): number =>
  [...lists].filter((list) => list.includes(value)).length

/** Adds a value to each list that does not have it. Lists that have it are left out, as nothing changes in them. */
export function addedToEach(
  lists: ReadonlyMap<string, readonly string[]>,
  value: string,
): Map<string, string[]> {
  return new Map(
    [...lists].filter(([, list]) => !list.includes(value)).map(([id, list]) => [id, [...list, value]]),
  )
}

/** Takes a value out of all lists if each has it; otherwise adds it to those without. The other values stay. */
export function toggledInEach(
  lists: ReadonlyMap<string, readonly string[]>,
  value: string,
): Map<string, string[]> {
  const added = addedToEach(lists, value)
  if (added.size > 0) return added
  return new Map([...lists].map(([id, list]) => [id, list.filter((each) => each !== value)]))
}
