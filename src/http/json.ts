import { problem } from '../errors.ts'

/** Reads a JSON text strictly: valid UTF-8, and no member named twice, which readers disagree about. */
export function parseJson(bytes: Uint8Array): unknown {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw problem('invalid_json', 'The body is not valid UTF-8.')
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^.*?, /, '').slice(0, 200) : ''
    throw problem('invalid_json', `The body is not valid JSON: ${reason}.`)
  }
  const repeated = findRepeatedMember(text)
  if (repeated !== undefined)
    throw problem('invalid_json', `The body names the member "${repeated.slice(0, 100)}" twice.`)
  return value
}

/** The first member that one object names twice. The text is known to be JSON; one pass, no recursion. */
export function findRepeatedMember(text: string): string | undefined {
  const open: (Set<string> | undefined)[] = []
  let awaitsName = false
  for (let n = 0; n < text.length; n += 1) {
    const character = text[n]
    if (character === '{' || character === '[') {
      open.push(character === '{' ? new Set() : undefined)
      awaitsName = character === '{'
    } else if (character === '}' || character === ']') {
      open.pop()
      awaitsName = false
    } else if (character === ',') {
      awaitsName = open.at(-1) !== undefined
    } else if (character === '"') {
      const end = endOfString(text, n)
      const names = open.at(-1)
      if (awaitsName && names !== undefined) {
        const name = JSON.parse(text.slice(n, end + 1)) as string
        if (names.has(name)) return name
        names.add(name)
        awaitsName = false
      }
      n = end
    }
  }
  return undefined
}

function endOfString(text: string, start: number): number {
  let n = start + 1
  while (n < text.length && text[n] !== '"') n += text[n] === '\\' ? 2 : 1
  return n
}
