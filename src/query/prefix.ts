import type { Condition } from './condition.ts'
import { foldText } from './fields.ts'

/** Turns a case-insensitive condition into conditions on the folded text: a prefix is a range. */
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

/** The smallest text, in UTF-8 byte order, after all texts with this prefix; undefined if there is none. */
function textAfter(text: string): string | undefined {
  const characters = [...text]
  while (characters.length > 0) {
    const code = characters.pop()?.codePointAt(0) ?? lastCodePoint
    // The code point after U+D7FF would be half a surrogate pair.
    if (code < lastCodePoint)
      return characters.join('') + String.fromCodePoint(code === 0xd7ff ? 0xe000 : code + 1)
  }
  return undefined
}
