/** Characters of JSON: of one value, and of all values of a change. */
const longest = { value: 1_024, all: 8_192 }

/** The values of these fields before a change, as stored. A long one is replaced by `{"omitted": <its length>}`. */
export function encodePrevious(
  values: Readonly<Record<string, unknown>> = {},
  names: readonly string[] = Object.keys(values),
): string {
  const kept: Record<string, unknown> = {}
  let length = 2
  for (const name of names) {
    if (!Object.hasOwn(values, name)) continue
    const value = values[name]
    const text = JSON.stringify(value ?? null)
    const size = name.length + 4 + text.length
    const fits = text.length <= longest.value && length + size <= longest.all
    kept[name] = fits ? value : { omitted: text.length }
    length += fits ? size : name.length + 24
  }
  return JSON.stringify(kept)
}
