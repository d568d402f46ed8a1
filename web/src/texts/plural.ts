/** `toLocaleString` would create a formatter each time. */
const numbers = new Intl.NumberFormat()

/** A number formatted for people: "1,200". */
export const counted = (count: number): string => numbers.format(count)

/** A number of things: "1 task", "1,200 tasks". */
export const plural = (count: number, one: string, many: string): string =>
  `${counted(count)} ${count === 1 ? one : many}`
