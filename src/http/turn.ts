/** Milliseconds for which requests are begun in one turn of the event loop before the rest has to wait. */
const longest = 5
/** How many of those that wait are let in with each further turn. */
const atOnce = 16

const waiting: (() => void)[] = []
let since: number | undefined

/**
 * "Nothing holds the process over 20 ms": when hundreds of requests arrive at one moment, the loop would serve them
 * all before it looks at anything else. So they are begun for a few milliseconds, and the rest with the next turns,
 * in the order of their arrival. Undefined: go on at once.
 */
export function turn(): Promise<void> | undefined {
  const now = performance.now()
  if (since === undefined) {
    since = now
    setImmediate(nextTurn)
  }
  if (waiting.length === 0 && now - since < longest) return undefined
  return new Promise((resolve) => waiting.push(resolve))
}

function nextTurn(): void {
  since = undefined
  if (waiting.length === 0) return
  for (const letIn of waiting.splice(0, atOnce)) letIn()
  since = performance.now()
  setImmediate(nextTurn)
}
