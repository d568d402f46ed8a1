/** The word most similar to the given one, if any is similar. */
export function nearest(given: string, words: readonly string[]): string | undefined {
  const [best] = words
    .map((word) => ({ word, distance: distance(given, word) }))
    .toSorted((one, other) => one.distance - other.distance)
  if (best === undefined || best.distance > Math.max(1, given.length / 3)) return undefined
  return best.word
}

/** The number of letters to insert, remove or replace (Levenshtein distance). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, n) => n)
  for (const [n, letter] of [...one].entries()) {
    const next = [n + 1]
    for (const [m, wanted] of [...other].entries())
      next.push(
        Math.min((next[m] ?? 0) + 1, (row[m + 1] ?? 0) + 1, (row[m] ?? 0) + (letter === wanted ? 0 : 1)),
      )
    row = next
  }
  return row[other.length] ?? 0
}
