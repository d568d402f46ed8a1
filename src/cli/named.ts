/** How many of a kind are named; the rest is counted. */
const mostNamed = 20

/** What is told of some, and which these are, a line each. */
export function named(what: string, all: readonly string[]): string {
  const rest = all.length > mostNamed ? [`  and ${all.length - mostNamed} more`] : []
  return [what, ...all.slice(0, mostNamed).map((each) => `  ${each}`), ...rest].join('\n')
}
