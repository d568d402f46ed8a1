/** The part of the filter between two ANDs, by index, without surrounding white space. */
export interface TextSpan {
  start: number
  end: number
}

export function isSpace(character: string | undefined): boolean {
  return character === ' ' || character === '\t' || character === '\n'
}

export function skipSpace(text: string, from: number, end: number): number {
  let index = from
  while (index < end && isSpace(text[index])) index += 1
  return index
}

/** The index of the closing quotation mark, or `end` if there is none. */
export function closingQuote(text: string, open: number, end: number): number {
  let index = open + 1
  while (index < end && text[index] !== '"') index += isEscape(text, index) ? 2 : 1
  return Math.min(index, end)
}

/** "Inside quotation marks `\"` and `\\` are escapes"; any other backslash is just text. */
export function isEscape(text: string, index: number): boolean {
  return text[index] === '\\' && (text[index + 1] === '"' || text[index + 1] === '\\')
}

/**
 * Splits the filter in one pass at each AND outside quotation marks, so an invalid term never hides the
 * faults of later ones. An AND with nothing on one side yields an empty span.
 */
export function splitTerms(text: string): TextSpan[] {
  const terms: TextSpan[] = []
  let start = 0
  let index = 0
  while (index < text.length) {
    if (text[index] === '"') {
      index = closingQuote(text, index, text.length) + 1
    } else if (isJoiner(text, index)) {
      terms.push(trimmed(text, start, index))
      index += 3
      start = index
    } else {
      index += 1
    }
  }
  terms.push(trimmed(text, start, text.length))
  return terms
}

function isJoiner(text: string, index: number): boolean {
  const before = index === 0 || isSpace(text[index - 1])
  const after = index + 3 === text.length || isSpace(text[index + 3])
  return before && after && text.startsWith('AND', index)
}

function trimmed(text: string, from: number, to: number): TextSpan {
  const start = skipSpace(text, from, to)
  let end = to
  while (end > start && isSpace(text[end - 1])) end -= 1
  return { start, end }
}
