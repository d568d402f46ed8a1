import { closingQuote, isSpace, skipSpace, type TextSpan } from './terms.ts'

/** A part of a term and its index in the filter; empty if the part is missing. */
interface ScannedText {
  text: string
  index: number
}

export interface ScannedTerm {
  name: ScannedText
  operator: ScannedText
  /** Includes quotation marks and escapes; `closed` is false if the closing quotation mark is missing. */
  value: ScannedText & { quoted: boolean; closed: boolean }
  /** The first word after the value, where nothing should be. */
  rest: ScannedText
}

/**
 * Splits a term without judging it: every text has a name, an operator, a value and a rest, possibly empty.
 */
export function scanTerm(text: string, { start, end }: TextSpan): ScannedTerm {
  function run(from: number, takes: (character: string) => boolean): ScannedText {
    let to = from
    while (to < end && takes(text[to] ?? '')) to += 1
    return { text: text.slice(from, to), index: from }
  }
  const name = run(start, isNamePart)
  const operatorIndex = skipSpace(text, after(name), end)
  const operator = [isSymbol, isLetter, isWordPart]
    .map((takes) => run(operatorIndex, takes))
    .reduce((first, other) => (first.text === '' ? other : first))
  const valueIndex = skipSpace(text, after(operator), end)
  const quoted = valueIndex < end && text[valueIndex] === '"'
  const close = quoted ? closingQuote(text, valueIndex, end) : valueIndex
  const closed = close < end
  const value = quoted
    ? { text: text.slice(valueIndex, closed ? close + 1 : end), index: valueIndex }
    : run(valueIndex, isWordPart)
  const rest = run(skipSpace(text, after(value), end), isWordPart)
  return { name, operator, value: { ...value, quoted, closed: !quoted || closed }, rest }
}

export function after(piece: ScannedText): number {
  return piece.index + piece.text.length
}

function isSymbol(character: string): boolean {
  return '=<>!~:'.includes(character)
}

function isLetter(character: string): boolean {
  return /^[A-Za-z]$/.test(character)
}

function isWordPart(character: string): boolean {
  return !isSpace(character)
}

function isNamePart(character: string): boolean {
  return isWordPart(character) && !isSymbol(character) && !'"()'.includes(character)
}
