/** Characters of JSON: of one value, and of all values of a change. */
const longest = { value: 1_024, all: 8_192 }

/** The values before a change, as stored. A long one is replaced by `{"omitted": <its length>}`. */
export function encodePrevious(values: Readonly<Record<string, unknown>> = {}): string {
  const kept: Record<string, unknown> = {}
  let length = 2
  for (const [name, value] of Object.entries(values)) {
    const text = JSON.stringify(value ?? null)
    const size = name.length + 4 + text.length
    const fits = text.length <= longest.value && length + size <= longest.all
    kept[name] = fits ? value : { omitted: text.length }
    length += fits ? size : name.length + 24
  }
  return JSON.stringify(kept)
}
