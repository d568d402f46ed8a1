import { TextDecoder } from 'node:util'
import { problem } from '../base/errors.ts'

/**
 * Accepted bodies are shallow and simple. Without these limits, a body of brackets or names alone would block
 * the process far longer than its size suggests.
 */
const deepest = 64
const mostMembers = 1_000
const mostNames = 1_500
const mostParts = 100_000
const charactersOfPart = 10

let decoder: TextDecoder | undefined

/** Parses JSON strictly: valid UTF-8, and no member twice, about which parsers disagree. */
export function parseJson(bytes: Uint8Array): unknown {
  let text: string
  try {
    decoder ??= new TextDecoder('utf-8', { fatal: true })
    text = decoder.decode(bytes)
  } catch {
    throw problem('invalid_json', 'The body is not valid UTF-8.')
  }
  const excess = findExcess(text)
  if (excess !== undefined) throw problem('invalid_json', excess)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    // Without the excerpt in the error: it may be part of a password.
    const reason = error instanceof Error ? error.message.replace(/, (\.\.\.)?".*$/s, '').slice(0, 200) : ''
    throw problem('invalid_json', `The body is not valid JSON: ${reason}.`)
  }
  const repeated = findRepeatedMember(text)
  if (repeated !== undefined)
    throw problem('invalid_json', `The body repeats the member "${repeated.slice(0, 100)}".`)
  return value
}

const mark = 0x22
const backslash = 0x5c
const colon = 0x3a

/** The exceeded limit, if any. Stops at the limit, and skips strings. */
function findExcess(text: string): string | undefined {
  const members: number[] = []
  const most = Math.max(mostParts, text.length / charactersOfPart)
  let parts = 0
  let names = 0
  /** Of the current string. */
  let start = 0
  let end = 0
  generation += 1
  for (let n = 0; n < text.length; n += 1) {
    const code = text.charCodeAt(n)
    if (code === mark) {
      start = n
      end = endOfString(text, n)
      n = end
    }
    // `[` and `{`, `]` and `}`.
    else if (code === 0x5b || code === 0x7b) {
      members.push(0)
      parts += 1
      if (members.length > deepest) return `The body is nested deeper than ${deepest} levels.`
      if (parts > most) return `The body has more than ${Math.floor(most)} objects and lists.`
    } else if (code === 0x5d || code === 0x7d) members.pop()
    else if (code === colon) {
      const count = (members.pop() ?? 0) + 1
      if (count > mostMembers) return `An object of the body has more than ${mostMembers} members.`
      members.push(count)
      if (isNew(text, start, end)) names += 1
      if (names > mostNames) return `The members of the body have more than ${mostNames} different names.`
    }
  }
  return undefined
}

/** The hashes of names seen so far. Two names may share one, so this counts at most the real number. */
let seen: Uint32Array | undefined
let generation = 0

function isNew(text: string, start: number, end: number): boolean {
  let hash = end - start
  for (let n = start; n < end && n < start + 64; n += 1) hash = (hash * 31 + text.charCodeAt(n)) & 0xffff
  seen ??= new Uint32Array(65_536)
  if (seen[hash] === generation) return false
  seen[hash] = generation
  return true
}

/** The first repeated member of an object. The text is known to be JSON; one pass, no recursion. */
export function findRepeatedMember(text: string): string | undefined {
  // The names so far for an object, nothing for an array; a body can have many without names.
  const open: (Set<string> | 'no names' | undefined)[] = []
  let awaitsName = false
  for (let n = 0; n < text.length; n += 1) {
    const code = text.charCodeAt(n)
    if (code === mark) {
      const end = endOfString(text, n)
      if (awaitsName) {
        const name = nameIn(text, n, end)
        const names = open.at(-1)
        if (!(names instanceof Set)) open[open.length - 1] = new Set([name])
        else if (names.has(name)) return name
        else names.add(name)
        awaitsName = false
      }
      n = end
    } else if (code === 0x2c) {
      awaitsName = open.at(-1) !== undefined
    } else if (code === 0x5b || code === 0x7b) {
      awaitsName = code === 0x7b
      open.push(awaitsName ? 'no names' : undefined)
    } else if (code === 0x5d || code === 0x7d) {
      open.pop()
      awaitsName = false
    }
  }
  return undefined
}

/** Only names with escapes need decoding, and few have any. */
function nameIn(text: string, start: number, end: number): string {
  const name = text.slice(start + 1, end)
  return name.includes('\\') ? (JSON.parse(text.slice(start, end + 1)) as string) : name
}

function endOfString(text: string, start: number): number {
  const end = text.indexOf('"', start + 1)
  if (end === -1) return text.length
  if (text.charCodeAt(end - 1) !== backslash) return end
  // The mark may be escaped.
  let n = start + 1
  for (let code = text.charCodeAt(n); n < text.length && code !== mark; code = text.charCodeAt(n))
    n += code === backslash ? 2 : 1
  return n
}
