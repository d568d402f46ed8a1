import type { JsonSchema } from '../../../src/schema/json-schema.ts'

type Direction = 'request' | 'response'

/** Requests must not lose a type, responses must not gain one. */
export function typeNarrowings(before: JsonSchema, after: JsonSchema, direction: Direction): string[] {
  const [old, now] = [typesOf(before), typesOf(after)]
  const strange = direction === 'request' ? beyond(old, now) : beyond(now, old)
  if (strange.length === 0) return []
  if (strange.length === 1 && strange[0] === 'null')
    return [direction === 'request' ? 'no longer nullable' : 'became nullable']
  return [`type ${old.join('|')} → ${now.join('|')}`]
}

const typesOf = ({ type = 'any' }: JsonSchema): readonly string[] =>
  typeof type === 'string' ? [type] : type

/** The types of `these` that are not among `those`. */
function beyond(these: readonly string[], those: readonly string[]): string[] {
  if (those.includes('any')) return []
  return these.filter((type) => !those.includes(type) && !(type === 'integer' && those.includes('number')))
}

/** A format that requests newly require, or that responses no longer have. */
export function textNarrowings(before: JsonSchema, after: JsonSchema, direction: Direction): string[] {
  return (['format', 'pattern'] as const).flatMap((word) => {
    const promise = direction === 'request' ? after[word] : before[word]
    return promise === undefined || before[word] === after[word]
      ? []
      : [`${word} ${before[word] ?? 'none'} → ${after[word] ?? 'none'}`]
  })
}

/** Values that requests may no longer have. */
export function enumNarrowings(before: JsonSchema, after: JsonSchema): string[] {
  const [old, now] = [choicesOf(before), choicesOf(after)]
  if (now === undefined) return []
  if (old === undefined) return [`newly one of ${JSON.stringify(now)}`]
  return old.filter((value) => !now.includes(value)).map((value) => `value ${JSON.stringify(value)} removed`)
}

function choicesOf({ enum: values, const: only }: JsonSchema): readonly unknown[] | undefined {
  // Whether it may be null depends on its types.
  return only === undefined ? values?.filter((value) => value !== null) : [only]
}

/** Tighter limits on requests. */
export function boundNarrowings(before: JsonSchema, after: JsonSchema): string[] {
  const upper = (['maxLength', 'maximum', 'maxItems'] as const).filter(
    (word) => (after[word] ?? Number.POSITIVE_INFINITY) < (before[word] ?? Number.POSITIVE_INFINITY),
  )
  const lower = (['minLength', 'minimum', 'minItems'] as const).filter((word) => {
    const least = word === 'minimum' ? Number.NEGATIVE_INFINITY : 0
    return (after[word] ?? least) > (before[word] ?? least)
  })
  const bounds = [...upper, ...lower].map(
    (word) => `${word} ${before[word] ?? 'none'} → ${after[word] ?? 'none'}`,
  )
  return after.uniqueItems === true && before.uniqueItems !== true
    ? [...bounds, 'newly without repetition']
    : bounds
}
