import { writeSync } from 'node:fs'
import { clock } from './clock.ts'
import { codeOf } from './errors.ts'

/** The file descriptors of standard output and standard error. */
export const [output, errors] = [1, 2] as const

/** Milliseconds to wait for a full pipe, in total and per attempt. */
const patience = 5_000
const pause = 10

/**
 * Writes a text synchronously and returns the error, if any. A closed pipe is not an error. Node's own
 * streams would end the process when the disk is full or the reader has gone.
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

/** Prints a line of the result. */
export function say(line: string): void {
  const fault = writeNow(output, `${line}\n`)
  if (fault !== undefined) throw new OutputFailed(fault)
}

/** Prints a line for people, apart from the result. */
export const note = (line: string): void => void writeNow(errors, `${line}\n`)

/** The output could not be written, but the command itself succeeded. */
export class OutputFailed extends Error {
  constructor(cause: unknown, left = 'The command itself succeeded.') {
    super(`Could not write to standard output (${messageOf(cause)}). ${left}`, { cause })
    this.name = 'OutputFailed'
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The destination of the log. A full disk costs log lines but does not stop the service. */
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

  /** Starts on a new line, because the previous one may be cut off. */
  #lossOf(): string {
    const msg = `${this.#lost} log lines are missing here because they could not be written.`
    return `\n${JSON.stringify({ level: 40, time: clock.now(), pid: process.pid, msg })}\n`
  }
}
