/** Keeps the order of what is shown: a row whose dates change must not move away from the pointer. */
export function keepOrder(before: readonly string[], now: readonly string[]): string[] {
  const present = new Set(now)
  const kept = before.filter((id) => present.has(id))
  const known = new Set(kept)
  /** New ones come after the one that they follow now. */
  const followers = new Map<string | undefined, string[]>()
  let last: string | undefined
  for (const id of now) {
    if (known.has(id)) last = id
    else followers.set(last, [...(followers.get(last) ?? []), id])
  }
  return [undefined, ...kept].flatMap((id) => [
    ...(id === undefined ? [] : [id]),
    ...(followers.get(id) ?? []),
  ])
}
