import { Problem } from '../../src/base/errors.ts'
import { readFileName } from '../../src/http/content/content-disposition.ts'
import { findRepeatedMember, parseJson } from '../../src/http/json.ts'
import { parseListRequest } from '../../src/query/paging.ts'
import { readMentions } from '../../src/resources/comments/mentions.ts'
import { tasks } from '../../src/resources/tasks/task.ts'
import { passwordFault } from '../../src/sign-in/passwords.ts'
import type { Faults } from '../proof.ts'

const filter = (text: string): unknown => parseListRequest({ filter: [text] }, tasks.sort, tasks.filter)

/** Texts that make a careless parser slow. */
const texts: Record<string, (size: number) => unknown> = {
  'quotation marks in a filter': (size) => filter(`title=${'"'.repeat(size)}`),
  'backslashes in a filter': (size) => filter(`title="${'\\'.repeat(size)}`),
  'escaped marks in a filter': (size) => filter(`title="${'\\"'.repeat(size / 2)}`),
  'spaces in a filter': (size) => filter(`title=${' '.repeat(size)}`),
  'ANDs in a filter': (size) => filter(' AND'.repeat(size / 4)),
  'almost ANDs in a filter': (size) => filter(' ANDA'.repeat(size / 5)),
  'spaces before the end of a filter': (size) => filter(`title="a"${' '.repeat(size)}x`),
  'digits in a filter': (size) => filter(`priority=${'1'.repeat(size)}x`),
  'exponents in a filter': (size) => filter(`priority=1${'e1'.repeat(size / 2)}`),
  'fractions in a filter': (size) => filter(`createdAt="2026-01-05T00:00:00.${'0'.repeat(size)}`),
  'long fractions in a filter': (size) => filter(`createdAt="2026-01-05T00:00:00.${'0'.repeat(size)}x"`),
  'operators in a filter': (size) => filter(`title${'='.repeat(size)}`),
  'parentheses in a filter': (size) => filter('('.repeat(size)),
  'one long name in a filter': (size) => filter('a'.repeat(size)),
  'unknown fields in a filter': (size) => filter('a=1 AND '.repeat(size / 8)),
  ...Object.fromEntries(
    [' ', ';', '; ', '"', '\\', '; filename="', '; a=', '"; a', ';filename=";a='].flatMap((filler) =>
      ['attachment', 'attachment; filename=', 'attachment; filename="'].map((head) => [
        `${JSON.stringify(filler)} again and again after ${head}`,
        (size: number) => readFileName(head + filler.repeat(size / filler.length)),
      ]),
    ),
  ),
  'escapes in JSON': (size) => parseJson(Buffer.from(`"${'\\\\'.repeat(size / 2)}"`)),
  'objects in JSON': (size) =>
    parseJson(
      Buffer.from(JSON.stringify(Array.from({ length: size / 8 }, (_, n) => ({ [`n${n}`]: '\\"' })))),
    ),
  'brackets in JSON': (size) => parseJson(Buffer.from('['.repeat(size / 2) + ']'.repeat(size / 2))),
  'members in JSON': (size) =>
    findRepeatedMember(
      JSON.stringify(Object.fromEntries(Array.from({ length: size / 8 }, (_, n) => [`name${n}`, n]))),
    ),
  'half a mention, again and again': (size) => readMentions('@['.repeat(size / 2)),
  'a repeated password': (size) => passwordFault('password'.repeat(Math.min(size, 1_024) / 8)),
}

/** Eight times the length may take this many times as long; a quadratic parser takes 64 times as long. */
const mostTimes = 30
/** Milliseconds. Shorter times do not decide. */
const least = 0.2
const most = 50

/** Whether the time to read a text grows only with its length. */
export function checkGrowth(faults: Faults): void {
  for (const [what, read] of Object.entries(texts)) {
    const short = fastest(() => read(1_000))
    const long = fastest(() => read(8_000))
    if (long > most || long > mostTimes * Math.max(short, least))
      faults.addSlow(
        `With ${what}, 8,000 characters take ${long.toFixed(1)} ms, and 1,000 ${short.toFixed(1)} ms`,
      )
  }
}

function fastest(read: () => unknown): number {
  let best = Number.POSITIVE_INFINITY
  for (let run = 0; run < 15; run += 1) {
    const began = performance.now()
    try {
      read()
    } catch (error) {
      if (!(error instanceof Problem)) throw error
    }
    best = Math.min(best, performance.now() - began)
  }
  return best
}
