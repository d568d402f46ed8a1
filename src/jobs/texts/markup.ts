/** Characters that HTML and XML write by name. */
const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  szlig: 'ß',
  eacute: 'é',
  egrave: 'è',
  agrave: 'à',
  ccedil: 'ç',
}

const decodeCharacters = (text: string): string =>
  text.includes('&') ? text.replaceAll(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,8});/gi, decodeCharacter) : text

function decodeCharacter(whole: string, name: string): string {
  if (!name.startsWith('#')) return named[name] ?? whole
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : ' '
}

interface Tag {
  name: string
  isClosing: boolean
}

/** HTML elements whose content is not text, and the end tags of those in which `<` does not start a tag. */
const unread = new Set(['head', 'noscript', 'script', 'style', 'svg', 'template'])
const rawEnds: Readonly<Record<string, RegExp>> = { script: /<\/script/gi, style: /<\/style/gi }
/** Elements that do not separate words. */
const inline = new Set([
  'a',
  'abbr',
  'b',
  'em',
  'font',
  'i',
  'mark',
  's',
  'small',
  'span',
  'strong',
  'sub',
  'sup',
  'u',
])

/** The text of an HTML document, without scripts and styles. */
export function textOfHtml(html: string, most: number): string {
  const parts: string[] = []
  let length = 0
  let skipped = ''
  for (const { text, tag } of piecesOf(html)) {
    if (skipped === '' && text !== '') {
      const decoded = decodeCharacters(text)
      parts.push(decoded)
      length += decoded.length
      if (length > most) break
    }
    if (tag === undefined) continue
    const name = tag.name.toLowerCase()
    if (skipped === '' && !tag.isClosing && unread.has(name)) skipped = name
    else if (tag.isClosing && name === skipped) skipped = ''
    if (!inline.has(name)) parts.push(' ')
  }
  return parts.join('').slice(0, most)
}

/**
 * The text of a part of an office document: the content of its `t` elements. Pieces of a word may be in several of them;
 * every other element except those around such pieces separates words.
 */
export function textOfOfficeXml(xml: string, most: number): string {
  const parts: string[] = []
  let length = 0
  let isText = false
  for (const { text, tag } of piecesOf(xml)) {
    if (isText && text !== '') {
      const decoded = decodeCharacters(text)
      parts.push(decoded)
      length += decoded.length
      if (length > most) break
    }
    if (tag === undefined) continue
    const name = tag.name.slice(tag.name.indexOf(':') + 1)
    if (name === 't') isText = !tag.isClosing
    else if (separating.has(name)) parts.push(' ')
  }
  return parts.join('').slice(0, most)
}

/** Paragraphs, breaks, tabs, cells and shared strings. */
const separating = new Set(['p', 'br', 'tab', 'cr', 'tc', 'tr', 'si', 'is', 'c', 'row'])

/** Texts, each with the tag that follows it. Reads each character once. */
function* piecesOf(markup: string): Generator<{ text: string; tag: Tag | undefined }> {
  for (let at = 0; at < markup.length; ) {
    const start = markup.indexOf('<', at)
    if (start < 0) {
      yield { text: markup.slice(at), tag: undefined }
      return
    }
    const text = markup.slice(at, start)
    const isComment = markup.startsWith('<!--', start)
    const end = markup.indexOf(isComment ? '-->' : '>', start)
    if (end < 0) {
      yield { text, tag: undefined }
      return
    }
    const tag = isComment ? undefined : tagOf(markup, start + 1, end)
    yield { text, tag }
    at = end + (isComment ? 3 : 1)
    const rawEnd = tag === undefined || tag.isClosing ? undefined : rawEnds[tag.name.toLowerCase()]
    if (rawEnd !== undefined) at = indexFrom(markup, rawEnd, at)
  }
}

/** Where the expression matches next; the end if nowhere. */
function indexFrom(text: string, expression: RegExp, at: number): number {
  expression.lastIndex = at
  return expression.exec(text)?.index ?? text.length
}

function tagOf(markup: string, start: number, end: number): Tag | undefined {
  // An empty element has no content.
  if (markup[end - 1] === '/') return { name: nameAt(markup, start, end - 1), isClosing: true }
  const isClosing = markup[start] === '/'
  return { name: nameAt(markup, isClosing ? start + 1 : start, end), isClosing }
}

const longestName = 40

function nameAt(markup: string, start: number, end: number): string {
  return /^[\w:.-]*/.exec(markup.slice(start, Math.min(end, start + longestName)))?.[0] ?? ''
}
