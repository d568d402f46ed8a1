const known = new Map<string, Intl.DateTimeFormat>()

/** A date format. Creating one takes longer than rendering a row, so each is created once. */
export function dateFormat(options: Intl.DateTimeFormatOptions, locale?: string): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, options])
  const format = known.get(key) ?? new Intl.DateTimeFormat(locale, options)
  known.set(key, format)
  return format
}
