import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { ArchiveFault } from './archive-fault.ts'

/** The largest record has about 400 KiB of text, and JSON may need six bytes per character. */
const longestLine = 4 * 1024 * 1024
const newline = 10

interface Line {
  number: number
  text: string
}

/**
 * Reads a file line by line. Only "\n" ends a line: other Unicode line separators may occur in texts. Calls
 * `onBytes` with everything it reads.
 */
export async function* readLines(
  path: string,
  name: string,
  onBytes: (bytes: Uint8Array) => void = () => undefined,
): AsyncGenerator<Line> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let rest: Uint8Array = new Uint8Array()
  let number = 0
  const lineOf = (bytes: Uint8Array): Line => {
    number += 1
    try {
      return { number, text: decoder.decode(bytes) }
    } catch {
      throw new ArchiveFault([`${name}, line ${number}: is not UTF-8`])
    }
  }
  for await (const chunk of createReadStream(path) as AsyncIterable<Uint8Array>) {
    onBytes(chunk)
    let from = 0
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, from)) {
      yield lineOf(Buffer.concat([rest, chunk.subarray(from, end)]))
      rest = new Uint8Array()
      from = end + 1
    }
    rest = Buffer.concat([rest, chunk.subarray(from)])
    if (rest.length > longestLine) throw new ArchiveFault([`${name}, line ${number + 1}: is too long`])
  }
  if (rest.length > 0)
    throw new ArchiveFault([`${name}, line ${number + 1}: the file ends in the middle of a line`])
}

/**
 * Writes a file line by line. When closed, the file is durable, and its line count and sha-256 are returned.
 */
export class LineWriter {
  readonly #stream: WriteStream
  readonly #hash = createHash('sha256')
  #count = 0

  constructor(path: string) {
    this.#stream = createWriteStream(path, { mode: 0o600, flags: 'wx', flush: true })
    // `write` and `close` report errors.
    this.#stream.on('error', () => undefined)
  }

  async write(values: readonly unknown[]): Promise<void> {
    const text = values.map((value) => `${JSON.stringify(value)}\n`).join('')
    this.#count += values.length
    this.#hash.update(text)
    const isFull = !this.#stream.write(text)
    // `once` also rejects on an error.
    if (isFull) await once(this.#stream, 'drain')
    if (this.#stream.errored !== null) throw this.#stream.errored
  }

  async close(): Promise<{ count: number; sha256: string }> {
    this.#stream.end()
    await finished(this.#stream)
    return { count: this.#count, sha256: this.#hash.digest('hex') }
  }
}
