/** Asking each number for its text would create a formatter each time. */
const numbers = new Intl.NumberFormat()

/** A number of things: "1 task", "1,200 tasks". */
export const plural = (count: number, one: string, many: string): string =>
  `${numbers.format(count)} ${count === 1 ? one : many}`
