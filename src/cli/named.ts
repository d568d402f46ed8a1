/** Longer lists are cut off after this many, followed by a count. */
const mostNamed = 20

/** A heading and the names below it, one per line. */
export function named(what: string, all: readonly string[]): string {
  const rest = all.length > mostNamed ? [`  and ${all.length - mostNamed} more`] : []
  return [what, ...all.slice(0, mostNamed).map((each) => `  ${each}`), ...rest].join('\n')
}
