/** A number of things: "1 task", "1,200 tasks". */
export const plural = (count: number, one: string, many: string): string =>
  `${count.toLocaleString()} ${count === 1 ? one : many}`
