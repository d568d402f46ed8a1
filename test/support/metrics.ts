/** One series and its value. */
export interface Sample {
  name: string
  labels: Record<string, string>
  value: number
}

/** Parses the Prometheus text format strictly: anything unknown fails. */
export function readMetricsText(text: string): Sample[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('# HELP ') && !line.startsWith('# TYPE '))
    .map((line) => {
      const [, name = '', inside = '', value = ''] =
        /^([a-z][a-z0-9_]*)(?:\{((?:[a-z_]+="[^"\\\n]*",?)*)\})? (\S+)$/.exec(line) ?? []
      if (name === '') throw new Error(`This is no line of figures: ${line}`)
      const labels = [...inside.matchAll(/([a-z_]+)="([^"]*)"/g)].map(([, label = '', of = '']) => [
        label,
        of,
      ])
      return { name, labels: Object.fromEntries(labels) as Record<string, string>, value: Number(value) }
    })
}

/** The sum of all series with this name and these labels; undefined if there is none. */
export function totalOf(
  samples: readonly Sample[],
  name: string,
  labels: Record<string, string> = {},
): number | undefined {
  const found = samples.filter(
    (each) =>
      each.name === name && Object.entries(labels).every(([label, value]) => each.labels[label] === value),
  )
  return found.length === 0 ? undefined : found.reduce((sum, { value }) => sum + value, 0)
}
