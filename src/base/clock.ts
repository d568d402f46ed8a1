/** A running timer. */
export interface Timer {
  /** Starts its time from the beginning. */
  refresh(): Timer
  /** It no longer keeps the process alive. */
  unref(): Timer
  close(): void
}

/** Where time comes from: the machine, or a test that moves it. */
export interface TimeSource {
  /** Milliseconds since 1970. */
  now(): number
  /** Milliseconds since an arbitrary moment; never goes back. */
  ticks(): number
  setTimeout(run: () => void, milliseconds: number): Timer
  setInterval(run: () => void, milliseconds: number): Timer
}

const machine: TimeSource = {
  now: () => Date.now(),
  ticks: () => performance.now(),
  setTimeout: (run, milliseconds) => setTimeout(run, milliseconds),
  setInterval: (run, milliseconds) => setInterval(run, milliseconds),
}

let source = machine

/** For tests: everything that waits, expires or is limited follows this time from now on. */
export function replaceTime(replacement: TimeSource): void {
  source = replacement
}

interface PauseOptions {
  signal?: AbortSignal
  /** Whether it keeps the process alive. */
  ref?: boolean
}

/** The only access to time. `test/rules/time.test.ts` lists the exceptions, and why. */
export const clock = {
  /** Milliseconds since 1970. */
  now: (): number => source.now(),
  /** The current time as records store it. */
  timestamp: (): string => new Date(source.now()).toISOString(),
  /** Milliseconds since an arbitrary moment; never goes back. For durations and deadlines within the process. */
  ticks: (): number => source.ticks(),
  setTimeout: (run: () => void, milliseconds: number): Timer => source.setTimeout(run, milliseconds),
  setInterval: (run: () => void, milliseconds: number): Timer => source.setInterval(run, milliseconds),
  clear: (timer: Timer | undefined): void => timer?.close(),
  /** A signal that aborts after this time. It does not keep the process alive. */
  timeout(milliseconds: number): AbortSignal {
    const late = new AbortController()
    source.setTimeout(() => late.abort(new DOMException('Timed out', 'TimeoutError')), milliseconds).unref()
    return late.signal
  },
  /** Rejects with the reason of the signal if it aborts. */
  pause(milliseconds: number, { signal, ref = true }: PauseOptions = {}): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted === true) return reject(signal.reason)
      const onAbort = (): void => {
        timer.close()
        reject(signal?.reason)
      }
      const timer = source.setTimeout(() => {
        signal?.removeEventListener('abort', onAbort)
        resolve()
      }, milliseconds)
      if (!ref) timer.unref()
      signal?.addEventListener('abort', onAbort, { once: true })
    })
  },
}
