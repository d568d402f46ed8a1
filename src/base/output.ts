import { writeSync } from 'node:fs'
import { codeOf } from './errors.ts'

/** Standard output, and standard error. */
export const [output, errors] = [1, 2] as const

/** Milliseconds that a full pipe is waited for, a little at a time. */
const patience = 5_000
const pause = 10

/**
 * Writes a text to where this process says things, now. Gives what was in the way; that nobody reads it any more is not.
 * Node's own streams end the process when a disk is full, or when whoever read has seen enough.
 */
export function writeNow(to: 1 | 2, text: string): Error | undefined {
  const bytes = Buffer.from(text)
  for (let [done, waited] = [0, 0]; done < bytes.length; )
    try {
      done += writeSync(to, bytes, done)
    } catch (error) {
      const code = codeOf(error)
      if (code === 'EPIPE') return undefined
      if (code !== 'EAGAIN' || waited >= patience) return error as Error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause)
      waited += pause
    }
  return undefined
}

/** Says a line to whoever called. */
export function say(line: string): void {
  const fault = writeNow(output, `${line}\n`)
  if (fault !== undefined) throw new CannotSay(fault)
}

/** Says a line beside what was asked for. */
export const note = (line: string): void => void writeNow(errors, `${line}\n`)

/** What could not be said; whatever it was about is done. */
export class CannotSay extends Error {
  constructor(cause: unknown, left = 'What was to be done is done.') {
    super(`What there is to say cannot be written (${messageOf(cause)}). ${left}`, { cause })
    this.name = 'CannotSay'
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Where the log goes. A full disk costs lines of it, and not the service. */
export class LogOutput {
  #lost = 0
  readonly #write: (text: string) => Error | undefined

  constructor(write: (text: string) => Error | undefined = (text) => writeNow(output, text)) {
    this.#write = write
  }

  write(line: string): void {
    const fault = this.#write(this.#lost === 0 ? line : this.#lossOf() + line)
    if (fault === undefined) this.#lost = 0
    else this.#lost += 1
  }

  /** Begins a line, for the one before may have been cut. */
  #lossOf(): string {
    const msg = `${this.#lost} lines of this log are missing, because they could not be written.`
    return `\n${JSON.stringify({ level: 40, time: Date.now(), pid: process.pid, msg })}\n`
  }
}
