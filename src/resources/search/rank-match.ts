import { clock } from '../../base/clock.ts'
import { searchedTexts } from '../../db/search/file-texts.ts'
import { isWide } from '../../lists/declared.ts'
import { hasTerm, matchesOf, type SearchTerm, type Word, wordsOf } from '../../query/words.ts'
import type { Resource } from '../../schema/resource.ts'

interface Highlight {
  field: string
  text: string
  ranges: [number, number][]
}

const excerptLength = 200
const mostRanges = 20

/** A word of the name counts more than one of the description, and a whole word more than its beginning. */
export function rankMatch(
  resource: Resource,
  row: Readonly<Record<string, string>>,
  terms: readonly SearchTerm[],
): { highlights: Highlight[]; score: number } {
  const highlights: Highlight[] = []
  let score = 0
  const whole = terms.map((term) => ({ ...term, isPrefix: false }))
  const texts = searchedTexts(resource)
  // A comment has no name.
  const named = resource.fields[texts[0] ?? '']
  const isNamed = named !== undefined && !isWide(named)
  for (const [n, field] of texts.entries()) {
    const text = String(row[field] ?? '')
    const words = [...wordsOf(text)]
    const matches = matchesOf(words, terms)
    if (matches.length === 0) continue
    highlights.push(highlightOf(field, text, matches))
    const found = terms.filter((term) => hasTerm(words, term)).length
    const exact = whole.filter((term) => hasTerm(words, term)).length
    const isAll = found === terms.length
    const isName = n === 0 && isNamed
    score += (found + exact + (isAll ? 1 : 0)) * (isName ? 4 : 1)
    if (isName && isAll && words.length <= terms.length) score += 4
  }
  // Each doubling of the age costs as much as half a word.
  const days = Math.max(0, clock.now() - Date.parse(String(row['updatedAt']))) / 86_400_000
  return { highlights, score: score - Math.log2(1 + days) / 2 }
}

function highlightOf(field: string, text: string, matches: readonly Word[]): Highlight {
  const [first] = matches
  const from = text.length <= excerptLength ? 0 : Math.max(0, (first?.start ?? 0) - excerptLength / 4)
  const to = text.length <= excerptLength ? text.length : from + excerptLength
  const shown = matches.filter(({ start, end }) => start >= from && end <= to).slice(0, mostRanges)
  return {
    field,
    // An excerpt may begin or end inside a surrogate pair.
    text: text.slice(from, to).toWellFormed(),
    ranges: shown.map(({ start, end }) => [start - from, end - from]),
  }
}
