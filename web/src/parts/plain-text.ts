/** How many characters of a comment are shown. */
const longestQuote = 300

/** Markdown without its signs; of a link or a mention, the text is left. */
export function plainText(markdown: string): string {
  const text = markdown.slice(0, longestQuote).replaceAll('**', '').replaceAll('`', '')
  let plain = ''
  for (let at = 0; at < text.length; at += 1) {
    const middle = text[at] === '[' ? text.indexOf('](', at) : -1
    const end = middle === -1 ? -1 : text.indexOf(')', middle)
    // The text ends in the middle of a link.
    if (middle !== -1 && end === -1) break
    if (end === -1) plain += text[at]
    else {
      plain += text.slice(at + 1, middle)
      at = end
    }
  }
  return plain
}
