/** How many files are transferred at once. */
const atOnce = 4

/** Runs `work` for each, a few at a time, and stops at the first failure. */
export async function fewAtOnce<T>(
  all: AsyncIterable<T> | Iterable<T>,
  work: (each: T) => Promise<void>,
): Promise<void> {
  const waiting = oneByOne(all)
  let failed = false
  const go = async (): Promise<void> => {
    while (!failed) {
      const { done, value } = await waiting.next()
      if (done === true) return
      await work(value)
    }
  }
  const going = Array.from({ length: atOnce }, () =>
    go().catch((error: unknown) => {
      failed = true
      throw error
    }),
  )
  const ended = await Promise.allSettled(going)
  await waiting.return(undefined)
  for (const each of ended) if (each.status === 'rejected') throw each.reason
}

async function* oneByOne<T>(all: AsyncIterable<T> | Iterable<T>): AsyncGenerator<T, undefined> {
  yield* all
  return undefined
}
