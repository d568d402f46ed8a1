import { records } from './records.ts'

let labels: Map<string, string> | undefined

/** The labels of fields in forms, by their name in the API. Names with several labels are left out. */
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

/** How people read the dates of the API. */
interface DateFormats {
  day: (day: string) => string
  moment: (at: string) => string
}

let formats: DateFormats = { day: (day) => day, moment: (at) => at }

/** Sets how messages show dates. */
export function setDateFormats(given: DateFormats): void {
  formats = given
}

/** A day or a moment. Examples, values that were sent, quotations and parts of names stay as they are. */
const dates =
  /(?<![\w"“/.-]|such as |string )(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z)?(?![\w"”/-]|\.\w)/g

/** Browsers take 31 February for a day in March. */
const isRealDay = (day: string): boolean =>
  !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day)

/**
 * A message of the service as people read it: with the labels of fields instead of their names, “Due” for "dueDate", and
 * with dates in their format.
 */
export function readable(message: string): string {
  return message
    .replaceAll(/"(\w+)(?:\/\d+)?"/g, (whole, name: string) => {
      const label = knownLabels().get(name)
      return label === undefined ? whole : `“${label}”`
    })
    .replaceAll(dates, (whole, day: string, time: string | undefined) =>
      !isRealDay(day) ? whole : time === undefined ? formats.day(day) : formats.moment(whole),
    )
}

/** A fault of a field, next to which its name need not be repeated: `"title" is …` → `Is …`. */
export function withoutName(detail: string, field: string): string {
  const [, name = '', rest = ''] = /^"([^"]+)" (.+)$/s.exec(detail) ?? []
  const isAboutIt = name === field || name.startsWith(`${field}/`)
  const fault = readable(isAboutIt ? rest : detail)
  return fault.charAt(0).toUpperCase() + fault.slice(1)
}
