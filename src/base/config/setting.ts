/** A setting: its default, its documentation, and how its text is parsed. `read` throws an explanation. */
export interface Setting<T> {
  fallback: string
  shows: string
  sentence: string
  read: (text: string) => T
}

export function setting<T>(
  fallback: string,
  shows: string,
  sentence: string,
  read: (text: string) => T,
): Setting<T> {
  return { fallback, shows, sentence, read }
}

export const text = (value: string): string => value

export function whole(least: number, most: number): (value: string) => number {
  return (value) => {
    const number = Number(value)
    if (!/^\d{1,15}$/.test(value) || number < least || number > most)
      throw new Error(`must be a whole number from ${least} to ${most}`)
    return number
  }
}

export function oneOf<const T extends string>(...choices: T[]): (value: string) => T {
  return (value) => {
    const found = choices.find((choice) => choice === value)
    if (found === undefined) throw new Error(`must be one of ${choices.join(', ')}`)
    return found
  }
}
