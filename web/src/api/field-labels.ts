import { records } from './records.ts'

let labels: Map<string, string> | undefined

/** What forms call each field of the API. A name that different kinds call differently has no label. */
function knownLabels(): Map<string, string> {
  if (labels !== undefined) return labels
  const all = new Map<string, Set<string>>()
  for (const { fields } of Object.values(records))
    for (const [name, { label }] of Object.entries(fields))
      all.set(name, (all.get(name) ?? new Set()).add(label))
  labels = new Map(
    [...all].flatMap(([name, [label = '', ...more]]) => (more.length > 0 ? [] : [[name, label]])),
  )
  return labels
}

/** A message of the service with the labels of fields instead of their names: “Due” for "dueDate". */
export function withLabels(message: string): string {
  return message.replaceAll(/"(\w+)(?:\/\d+)?"/g, (whole, name: string) => {
    const label = knownLabels().get(name)
    return label === undefined ? whole : `“${label}”`
  })
}

/** A fault of a field, next to which its name need not be repeated: `"title" is …` → `Is …`. */
export function withoutName(detail: string, field: string): string {
  const [, name = '', rest = ''] = /^"([^"]+)" (.+)$/s.exec(detail) ?? []
  const isAboutIt = name === field || name.startsWith(`${field}/`)
  const fault = withLabels(isAboutIt ? rest : detail)
  return fault.charAt(0).toUpperCase() + fault.slice(1)
}
