import { foldText } from '../../query/fields.ts'

/** Names that Windows reserves for devices. */
const reserved = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i
const unsafe = /[\p{Cc}<>:"/\\|?*]/gu

/** A name that every system can store: no slashes, reserved names, or dots and spaces at the end. */
function safeName(name: string): string {
  const text = name.replace(unsafe, '_')
  let end = text.length
  while (end > 0 && (text[end - 1] === '.' || text[end - 1] === ' ')) end -= 1
  const trimmed = text.slice(0, end)
  return trimmed === '' || reserved.test(trimmed) ? `_${trimmed}` : trimmed
}

/** Assigns unique names within one folder: duplicates get a number. */
export class FreeNames {
  readonly #taken = new Set<string>()
  /** By name, the next number to try: thousands of names can become the same one. */
  readonly #next = new Map<string, number>()

  take(name: string): string {
    const safe = safeName(name)
    const key = foldText(safe)
    const dot = safe.lastIndexOf('.')
    const [stem, end] = dot > 0 ? [safe.slice(0, dot), safe.slice(dot)] : [safe, '']
    let free = safe
    let n = this.#next.get(key) ?? 2
    for (; this.#taken.has(foldText(free)); n += 1) free = `${stem} (${n})${end}`
    this.#next.set(key, n)
    this.#taken.add(foldText(free))
    return free
  }
}
