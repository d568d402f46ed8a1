/** How many characters of a comment are shown. */
const longestQuote = 300

/** Escapes, emphasis, code, and the signs of links and mentions. A passage may begin or end in the middle of one. */
const signs =
  /(?<!\\)(?:\\(?=[!-/:-@[-`{-~])|\*\*|`|(?<=@)\[|\[(?=[^[\]]{0,300}\]\()|\]\([^)\n]{0,300}\)|\]\(\S{0,300}$)/g

interface Passage {
  text: string
  /** Where the matches begin and end. */
  ranges: readonly (readonly [number, number])[]
}

/** A passage of Markdown without its signs. */
export function plainPassage({ text, ranges }: Passage): Passage {
  const cuts = [...text.matchAll(signs)].map(({ index, 0: sign }) => [index, index + sign.length] as const)
  const shifted = (at: number): number =>
    at - cuts.reduce((sum, [start, end]) => sum + Math.max(0, Math.min(end, at) - start), 0)
  return {
    text: text.replaceAll(signs, ''),
    ranges: ranges
      .map(([start, end]) => [shifted(start), shifted(end)] as const)
      .filter(([start, end]) => start < end),
  }
}

/** The beginning of a Markdown text without its signs; of a link or a mention, the text is left. */
export const plainText = (markdown: string): string =>
  plainPassage({ text: markdown.slice(0, longestQuote), ranges: [] }).text

/** The marker at the start of a heading, list item or quotation. */
const opening = /^\d*[-+#>.)](?=[\s#])/
const special = /[\\`*~[\]]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu

/** A line of plain text as Markdown that shows it unchanged. */
export const asMarkdown = (text: string): string =>
  text.replaceAll(special, '\\$&').replace(opening, (sign) => `${sign.slice(0, -1)}\\${sign.slice(-1)}`)
