import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { codeOf } from '../base/errors.ts'
import { NotPlain, notPlain, plainFile } from '../base/plain-file.ts'
import { Damaged } from './damage.ts'

/** A file of rows: compressed lines of JSON, with the hash of the compressed file. */
export interface RowFile {
  /** Relative to the folder of the backup. */
  file: string
  rows: number
  bytes: number
  sha256: string
}

/** Fast rather than small: another thread compresses while the next rows are read. */
const level = 1
const newline = '\n'

/** Writes lines, in batches, to a new file; it is durable when this resolves. */
export async function writeLines(
  path: string,
  batches: AsyncIterable<readonly string[]>,
): Promise<Omit<RowFile, 'file'>> {
  const hash = createHash('sha256')
  let [rows, bytes] = [0, 0]
  const handle = await open(path, 'wx', 0o600)
  try {
    await pipeline(
      async function* (): AsyncGenerator<string> {
        for await (const lines of batches) {
          rows += lines.length
          yield lines.map((line) => line + newline).join('')
        }
      },
      createGzip({ level }),
      async (source: AsyncIterable<Buffer>) => {
        for await (const chunk of source) {
          hash.update(chunk)
          bytes += chunk.length
          await handle.writeFile(chunk)
        }
        await handle.sync()
      },
    )
  } finally {
    await handle.close()
  }
  return { rows, bytes, sha256: hash.digest('hex') }
}

/** The lines of a file, in batches. Throws `Damaged`, at the latest at its end, if the file has changed. */
export async function* readLines(
  folder: string,
  { file: name, rows, sha256 }: Pick<RowFile, 'file' | 'rows' | 'sha256'>,
): AsyncGenerator<string[]> {
  const hash = createHash('sha256')
  const path = join(folder, name)
  const file = createReadStream(plainOrDamaged(folder, name), { highWaterMark: 256 * 1024 })
  const unpacked = createGunzip({ chunkSize: 256 * 1024 })
  const reading = pipeline(
    file,
    async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      for await (const chunk of source) {
        hash.update(chunk)
        yield chunk
      }
    },
    unpacked,
  )
  // The error surfaces where the decompressed lines are read.
  reading.catch(() => undefined)
  let [rest, found] = ['', 0]
  try {
    for await (const text of unpacked.setEncoding('utf8')) {
      const lines = (rest + text).split(newline)
      rest = lines.pop() ?? ''
      found += lines.length
      if (lines.length > 0) yield lines
    }
    await reading
  } catch (error) {
    throw isDamage(error) ? new Damaged(path) : error
  }
  if (rest !== '' || found !== rows || hash.digest('hex') !== sha256) throw new Damaged(path)
}

function isDamage(error: unknown): boolean {
  const code = codeOf(error)
  return code.startsWith('Z_') || code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ENOENT'
}

/** The path of a file of a backup, which its manifest names. */
export function plainOrDamaged(folder: string, name: string): string {
  try {
    return plainFile(folder, name)
  } catch (error) {
    const path = join(folder, name)
    if (error instanceof NotPlain) throw new Damaged(path, notPlain)
    throw isDamage(error) ? new Damaged(path) : error
  }
}
