/** Work in progress that will change the page: requests, loading code, timers of live updates. */
let inProgress = 0
/** Increases with every start, so that `settleSoon` notices work that began while it waited. */
let begun = 0

const page = document.documentElement

/** React renders the result a task or a frame later. That may start more work, or move the focus. */
function settleSoon(): void {
  const last = begun
  const settle = (): void => {
    if (begun === last) page.setAttribute('data-settled', '')
  }
  setTimeout(() => requestAnimationFrame(() => setTimeout(() => requestAnimationFrame(settle))))
}

/**
 * Marks the page as unsettled until the returned function is called. The attribute `data-settled` tells programs that
 * operate the page, such as the tests, when it shows the result of what they did.
 */
export function unsettle(): () => void {
  inProgress += 1
  begun += 1
  page.removeAttribute('data-settled')
  let isOver = false
  return () => {
    if (isOver) return
    isOver = true
    inProgress -= 1
    if (inProgress === 0) settleSoon()
  }
}

/** The page is unsettled until this work has ended. */
export async function unsettledUntil<T>(work: Promise<T>): Promise<T> {
  const end = unsettle()
  try {
    return await work
  } finally {
    end()
  }
}

/** A timer until which the page is unsettled. Returns a function that cancels it. */
export function unsettledTimer(work: () => void, milliseconds: number): () => void {
  const end = unsettle()
  const timer = setTimeout(() => {
    try {
      work()
    } finally {
      end()
    }
  }, milliseconds)
  return () => {
    clearTimeout(timer)
    end()
  }
}
