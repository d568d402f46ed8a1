/** A word of a text, folded, and where it is in the text. */
export interface Word {
  word: string
  start: number
  end: number
}

const letters = /[\p{L}\p{N}\p{M}]+/gu
/** Scripts that write no spaces between words: each character counts as a word. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

/** Longer words are cut off. */
const longest = 60

/** The characters of unspaced scripts, and what is between them. */
function* piecesOf(text: string): Generator<{ piece: string; at: number }> {
  let from = 0
  let at = 0
  for (const character of text) {
    const next = at + character.length
    if (unspaced.test(character)) {
      if (from < at) yield { piece: text.slice(from, at), at: from }
      yield { piece: character, at }
      from = next
    }
    at = next
  }
  if (from < at) yield { piece: text.slice(from), at: from }
}

/** The words of a text, without regard to case and accents. */
export function* wordsOf(text: string): Generator<Word> {
  for (const { 0: found, index } of text.matchAll(letters))
    for (const piece of unspaced.test(found) ? piecesOf(found) : [{ piece: found, at: 0 }]) {
      const word = foldWord(piece.piece)
      const start = index + piece.at
      if (word !== '') yield { word, start, end: start + piece.piece.length }
    }
}

const ascii = /^[a-z0-9]+$/

/** Letters that NFKD does not decompose, and what they are folded to. */
const alike: Readonly<Record<string, string>> = {
  ς: 'σ',
  ß: 'ss',
  ı: 'i',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
}

function foldWord(text: string): string {
  if (text.length <= longest && ascii.test(text)) return text
  const folded = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[ςßıæœøłđðħŧ]/gu, (letter) => alike[letter] ?? letter)
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
  return [...folded].slice(0, longest).join('')
}

/** Words that must follow one another; the last one may be the beginning of a word. */
export interface SearchTerm {
  words: readonly string[]
  isPrefix: boolean
}

const mostTerms = 16

/** The terms of a query: phrases in quotation marks, and words that may be beginnings of words. */
export function parseSearch(text: string, most = mostTerms): SearchTerm[] {
  const terms: SearchTerm[] = []
  for (const [, phrase, plain = ''] of text.matchAll(/"([^"]*)"?|([^\s"]+)/g)) {
    const words = [...wordsOf(phrase ?? plain)].map(({ word }) => word)
    if (words.length > 0) terms.push({ words, isPrefix: phrase === undefined })
  }
  return terms.slice(0, most)
}

/** Where the terms occur among these words. */
export function matchesOf(words: readonly Word[], terms: readonly SearchTerm[]): Word[] {
  return words.filter((_, n) => terms.some((term) => isIn(words, n, term)))
}

/** Whether the term occurs among these words. */
export const hasTerm = (words: readonly Word[], term: SearchTerm): boolean =>
  words.some((_, n) => isIn(words, n, term))

/** Whether every term occurs in one of these texts. */
export function isMatch(texts: readonly (readonly Word[])[], terms: readonly SearchTerm[]): boolean {
  return terms.every((term) => texts.some((words) => hasTerm(words, term)))
}

/** Whether the word at `n` is part of an occurrence of the term. */
function isIn(words: readonly Word[], n: number, { words: wanted, isPrefix }: SearchTerm): boolean {
  return wanted.some((_, part) =>
    wanted.every((each, offset) => {
      const word = words[n - part + offset]?.word
      if (word === undefined) return false
      return isPrefix && offset === wanted.length - 1 ? word.startsWith(each) : word === each
    }),
  )
}
