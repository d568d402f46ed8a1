/** The longest duration that people can enter: a day. */
const most = 1_440

const clockTime = /^(\d{1,2}):([0-5]\d)$/
const hours = /^(\d{0,3})[.,](\d{1,3})h?$/
const words = /^(?:(\d{1,3})h)?(?:(\d{1,4})m?)?$/

/** Minutes of `1:30`, `1.5`, `90m`, `1h30` and `2`; undefined for anything else. */
function minutesOf(text: string): number | undefined {
  const [, hour, minute] = clockTime.exec(text) ?? []
  if (hour !== undefined) return Number(hour) * 60 + Number(minute)
  const [, whole, part] = hours.exec(text) ?? []
  if (part !== undefined) return Math.round(Number(`${whole === '' ? 0 : whole}.${part}`) * 60)
  // A small number alone means hours, as people say "2" for two hours.
  if (/^\d{1,2}$/.test(text) && Number(text) <= 24) return Number(text) * 60
  const [all, h, m] = words.exec(text) ?? []
  return all === undefined || all === '' ? undefined : Number(h ?? 0) * 60 + Number(m ?? 0)
}

/** What people type for a duration, in minutes: `1:30`, `1.5`, `90m`; `+15` and `-15` change the one before. */
export function parseDuration(typed: string, before = 0, longest = most): number | undefined {
  const text = typed.replaceAll(/\s/g, '').toLowerCase().replace('min', 'm').replace('−', '-')
  if (text === '') return 0
  const isChange = text.startsWith('+') || text.startsWith('-')
  // A number after a sign means minutes.
  const size = isChange
    ? minutesOf(/^.\d+$/.test(text) ? `${text.slice(1)}m` : text.slice(1))
    : minutesOf(text)
  if (size === undefined) return undefined
  const minutes = isChange ? before + (text.startsWith('-') ? -size : size) : size
  return minutes > longest ? undefined : Math.max(0, minutes)
}
