import type { Condition } from './condition.ts'
import { foldText } from './fields.ts'

/** A condition on a text regardless of case as conditions on its folded form: what begins with a text is a stretch. */
export function foldCondition({ field, operator, value }: Condition): Condition[] {
  const low = foldText(String(value))
  if (operator !== 'startsWith') return [{ field, operator, value: low }]
  const high = textAfter(low)
  return [
    { field, operator: '>=', value: low },
    ...(high === undefined ? [] : [{ field, operator: '<' as const, value: high }]),
  ]
}

const lastCodePoint = 0x10ffff

/** The least text, by the bytes of UTF-8, behind all that begin with this one; none where there is no such text. */
function textAfter(text: string): string | undefined {
  const characters = [...text]
  while (characters.length > 0) {
    const code = characters.pop()?.codePointAt(0) ?? lastCodePoint
    // What follows U+D7FF is half a surrogate pair, and no character.
    if (code < lastCodePoint)
      return characters.join('') + String.fromCodePoint(code === 0xd7ff ? 0xe000 : code + 1)
  }
  return undefined
}
