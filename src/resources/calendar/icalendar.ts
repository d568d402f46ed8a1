import { inChunks } from '../../db/database.ts'
import { yieldNow } from '../../fairness/scheduler.ts'
import { fittingLength } from '../../query/fields.ts'

/** A calendar entry. Times are stored moments, or dates if `allDay` is set. */
export interface Entry {
  kind: string
  id: string
  title: string
  description: string | null
  location: string | null
  startsAt: string
  /** The end, or the last day; undefined if the entry has only a start. */
  endsAt: string | undefined
  allDay: boolean
  /** Whether the entry marks people as busy. */
  busy: boolean
  address: string
  updatedAt: string
}

/** How many entries are written before other requests get a turn. */
const entriesAtOnce = 20

/** Writes an iCalendar file (RFC 5545) with these entries. `host` makes their ids globally unique. */
export async function* writeCalendar(
  name: string,
  host: string,
  entries: readonly Entry[],
): AsyncGenerator<string> {
  yield textOf([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Atrium//Calendar//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
  ])
  for (const chunk of inChunks(entries, entriesAtOnce)) {
    yield textOf(chunk.flatMap((entry) => linesOf(entry, host)))
    await yieldNow()
  }
  yield textOf(['END:VCALENDAR'])
}

const textOf = (lines: readonly string[]): string => lines.map((line) => `${folded(line)}\r\n`).join('')

/** In characters. */
export const longestDescription = 1_000

function linesOf(entry: Entry, host: string): string[] {
  const { kind, id, title, description, location, updatedAt, address, busy } = entry
  // A character has at most two UTF-16 code units.
  const units = (description ?? '').slice(0, 2 * longestDescription)
  const about = [...units].slice(0, longestDescription).join('')
  return [
    'BEGIN:VEVENT',
    `UID:${kind}-${id}@${host}`,
    `DTSTAMP:${moment(updatedAt)}`,
    `LAST-MODIFIED:${moment(updatedAt)}`,
    ...timesOf(entry),
    `SUMMARY:${escaped(title)}`,
    ...(about === '' ? [] : [`DESCRIPTION:${escaped(about)}`]),
    ...(location === null || location === '' ? [] : [`LOCATION:${escaped(location)}`]),
    `CATEGORIES:${kind}`,
    `TRANSP:${busy ? 'OPAQUE' : 'TRANSPARENT'}`,
    `URL:${address}`,
    'END:VEVENT',
  ]
}

function timesOf({ startsAt, endsAt, allDay }: Entry): string[] {
  if (!allDay)
    return [
      `DTSTART:${moment(startsAt)}`,
      ...(endsAt === undefined || endsAt === startsAt ? [] : [`DTEND:${moment(endsAt)}`]),
    ]
  // The end date is exclusive.
  const end = endsAt === undefined ? [] : [`DTEND;VALUE=DATE:${day(dayAfter(endsAt))}`]
  return [`DTSTART;VALUE=DATE:${day(startsAt)}`, ...end]
}

const day = (text: string): string => text.slice(0, 10).replaceAll('-', '')

const moment = (text: string): string => `${text.slice(0, 19).replaceAll(/[-:]/g, '')}Z`

function dayAfter(text: string): string {
  return new Date(Date.parse(`${text.slice(0, 10)}T00:00:00Z`) + 86_400_000).toISOString()
}

/** RFC 5545, section 3.3.11. */
function escaped(text: string): string {
  return text.replaceAll(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n')
}

const longestLine = 75

/** RFC 5545, section 3.1: lines have at most 75 octets and never break inside a character. */
function folded(line: string): string {
  let text = ''
  for (let rest = line, room = longestLine; ; room = longestLine - 1) {
    const length = fittingLength(rest, room)
    text += rest.slice(0, length)
    rest = rest.slice(length)
    if (rest === '') return text
    text += '\r\n '
  }
}
