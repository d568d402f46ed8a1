import type { Random } from '../../bench/random.ts'
import { prototypeNames } from '../../test/support/bad-values.ts'

/** The fields of a list, each with its operators. */
export interface Askable {
  sort: readonly string[]
  filter: Readonly<Record<string, readonly string[]>>
}

const one = <T>(random: Random, some: readonly T[]): T => some[random.below(some.length)] as T

const some = (random: Random, most: number, make: () => string, glue = ''): string =>
  Array.from({ length: random.skewed(most) }, make).join(glue)

const signs = [
  '"',
  '\\',
  '\\"',
  '(',
  ')',
  '=',
  '>=',
  '<',
  '!',
  ',',
  ';',
  "'",
  '--',
  '/*',
  '%',
  '_',
  '\0',
  '\n',
  '\t',
  '\ud800',
]
const words = [
  ' AND ',
  'AND',
  ' and ',
  ' OR ',
  'NOT ',
  'NULL',
  'true',
  'false',
  'startsWith',
  'desc',
  '1',
  '-',
  'é',
  '😀',
  'ﬀ',
  'İ',
]

const text = (random: Random): string =>
  random.chance(0.5)
    ? some(random, 12, () => one(random, ['a', 'B', ' ', 'ß', '0', 'x', '-']))
    : some(random, 12, () => one(random, [...signs, ...words]))

const quoted = (random: Random): string => `"${text(random).replaceAll(/["\\]/g, '\\$&')}"`

const digits = (random: Random, count: number): string =>
  Array.from({ length: count }, () => random.below(10)).join('')

const day = (random: Random): string =>
  `${one(random, ['2026', '0000', '9999', digits(random, 4)])}-${digits(random, 1)}${random.below(10)}-${digits(random, 2)}`

const numbers = [
  '0',
  '-0',
  '3',
  '1.5',
  '1e3',
  '1e400',
  '9007199254740993',
  '-1',
  '.5',
  '5.',
  '0x10',
  'NaN',
  '٣',
]

/** A value, mostly of the type that a field of this name has. */
function value(random: Random, field: string, isCompared: boolean): string {
  const kinds = {
    id: () => `"${random.chance(0.5) ? '0'.repeat(22) : digits(random, 22)}"`,
    text: () => quoted(random),
    boolean: () => one(random, ['true', 'false', 'TRUE', '1']),
    number: () => one(random, numbers),
    date: () => `"${random.chance(0.5) ? '2026-01-31' : day(random)}"`,
    moment: () =>
      `"${random.chance(0.5) ? '2026-01-31' : day(random)}${one(random, ['', 'T09:30:00Z', 'T24:00:00Z', 'T09:30:00.123456789+14:00', 'T'])}"`,
  }
  const likely: keyof typeof kinds = isCompared
    ? /At$/.test(field)
      ? 'moment'
      : /date$/i.test(field)
        ? 'date'
        : 'number'
    : /(Id|Hash|s)$/.test(field)
      ? 'id'
      : one(random, ['text', 'text', 'boolean'])
  return kinds[random.chance(0.8) ? likely : one(random, Object.keys(kinds) as (keyof typeof kinds)[])]()
}

const gap = (random: Random): string => one(random, ['', '', '', ' ', '  ', '\t'])

function term(random: Random, { filter }: Askable): string {
  const [field, operators] = one(random, Object.entries(filter))
  const name = random.chance(0.05) ? one(random, [...prototypeNames, 'nonsense', field.toUpperCase()]) : field
  const operator = random.chance(0.9)
    ? one(random, operators)
    : one(random, ['=', '>', '<=', '!=', '==', 'startsWith', 'LIKE'])
  return `${name}${gap(random)}${operator}${gap(random)}${value(random, field, operators.includes('>'))}`
}

/** A filter that follows the grammar, often with a mistake in it, or follows no grammar at all. */
export function filterText(random: Random, askable: Askable): string {
  const form = random.next()
  if (form < 0.1)
    return some(random, 60, () => one(random, [...signs, ...words, ...Object.keys(askable.filter)]))
  const count = 1 + random.skewed(form < 0.12 ? 60 : 6)
  const right = Array.from({ length: count }, () => term(random, askable)).join(' AND ')
  return form < 0.4 ? mutated(random, right) : right
}

export function sortText(random: Random, { sort }: Askable): string {
  const names = Array.from({ length: 1 + random.skewed(5) }, () => {
    const name = random.chance(0.9)
      ? one(random, sort)
      : one(random, [...prototypeNames, 'nonsense', 'id', ''])
    return `${one(random, ['', '-', '-', ' ', '+'])}${name}`
  })
  return random.chance(0.2) ? mutated(random, names.join(',')) : names.join(',')
}

/** The same text with characters removed, doubled or replaced. */
function mutated(random: Random, given: string): string {
  let changed = given
  for (let n = random.below(3); n >= 0; n -= 1) {
    const at = random.below(changed.length + 1)
    const length = random.skewed(6)
    const put = one(random, [
      '',
      changed.slice(at, at + length).repeat(2),
      one(random, signs),
      one(random, words),
    ])
    changed = changed.slice(0, at) + put + changed.slice(at + length)
  }
  return changed
}
