import { commonWords } from './common-words.ts'

/** Common substitutions for letters. */
const disguises: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
}

const words: ReadonlySet<string> = new Set(commonWords.split(/\s+/).filter((word) => word !== ''))
const longestWord = 32

/** A password needs more common words than this. */
const mostWords = 2

/**
 * Whether a password is among the first that an attacker would try: one or two common words, plain or disguised
 * (`P@ssw0rd`), with digits and symbols around and between them; only digits; one part repeated; or a run of
 * the alphabet. The person's own words (`own`), such as their name, count as common.
 */
export function isCommonPassword(password: string, own: readonly string[] = []): boolean {
  const plain = folded(password)
  const mine = new Set(own.flatMap(wordsOf))
  return (
    !/\p{L}/u.test(plain) ||
    isRepetition(plain) ||
    isRun(plain) ||
    own.some((text) => folded(text) === plain) ||
    isMadeOf(plain, (word) => words.has(word) || mine.has(word))
  )
}

/** Without case and accents: Zoë → zoe. */
const folded = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Ada Lovelace, ada@example.com → ada, lovelace, example. */
const wordsOf = (text: string): string[] =>
  folded(text)
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length > 2)

const undisguised = (text: string): string =>
  [...text].map((character) => disguises[character] ?? character).join('')

/** `abcabcabcabc`: a part of up to a third of the text, repeated at least three times. */
function isRepetition(text: string): boolean {
  for (let length = 1; length <= text.length / 3; length += 1)
    if (
      text
        .slice(0, length)
        .repeat(Math.ceil(text.length / length))
        .startsWith(text)
    )
      return true
  return false
}

/** `abcdefghijkl`, in either direction. */
function isRun(text: string): boolean {
  const steps = [...text].slice(1).map((character, n) => character.charCodeAt(0) - text.charCodeAt(n))
  return steps.every((step) => step === 1) || steps.every((step) => step === -1)
}

/** Whether the text consists of at most `mostWords` words, disguised or not, and no other letters. */
function isMadeOf(text: string, isWord: (word: string) => boolean): boolean {
  const meant = undisguised(text)
  // The smallest number of words that make up the text so far.
  const fewest: number[] = [0]
  for (let end = 1; end <= text.length; end += 1) {
    let best = /\p{L}/u.test(text.charAt(end - 1)) ? Number.POSITIVE_INFINITY : (fewest[end - 1] ?? 0)
    for (let start = Math.max(0, end - longestWord); start < end; start += 1) {
      const before = fewest[start] ?? Number.POSITIVE_INFINITY
      if (before + 1 < best && (isWord(text.slice(start, end)) || isWord(meant.slice(start, end))))
        best = before + 1
    }
    fewest.push(best)
  }
  return (fewest.at(-1) ?? Number.POSITIVE_INFINITY) <= mostWords
}
