import { isUtf8 } from 'node:buffer'
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { clock } from '../../base/clock.ts'
import type { TextKind } from '../../db/rows/files.ts'
import { lowerPriority } from '../priority.ts'
import { memoryGroup } from './memory-group.ts'

/** The preview process may read this program and its dependencies. */
function readable(): string[] {
  const roots = ['sharp', '@embedpdf/pdfium'].map((name) => {
    const path = fileURLToPath(import.meta.resolve(name))
    return path.slice(0, path.lastIndexOf('/node_modules/') + '/node_modules/'.length)
  })
  const own = fileURLToPath(new URL('../../../', import.meta.url))
  return [...new Set([own, ...roots])]
}

interface RunLimits {
  seconds: number
  /** JavaScript heap, in MB. */
  heap: number
  /** Memory that can be written to, in MB; the heap and every buffer are part of it. */
  data: number
  /** Address space, in MB. Node and WebAssembly reserve gigabytes that they do not use. */
  address: number
  /** Size of the image or text, in bytes. */
  output: number
}

export const usualLimits: RunLimits = {
  seconds: 20,
  heap: 256,
  data: 768,
  address: 8_000,
  output: 1_000_000,
}

/** Each thread takes memory of its own. */
const threads = { UV_THREADPOOL_SIZE: '2', VIPS_CONCURRENCY: '1', MALLOC_ARENA_MAX: '2' }

const shell = '/bin/sh'

/**
 * Node cannot set limits, but a shell can: on memory, processor time and core dumps; and when memory runs out, the
 * kernel ends this process first. A limit that is already lower stays.
 */
const setLimits = `
limit() { (ulimit "$1" "$2") 2>/dev/null && ulimit "$1" "$2"; }
limit -d "$1"; limit -v "$2"; limit -t "$3"; limit -c 0
(echo 1000 >/proc/$$/oom_score_adj) 2>/dev/null
(echo $$ >"$4/cgroup.procs") 2>/dev/null
shift 4
exec "$@"`

function limited(program: readonly string[], limits: RunLimits): [string, ...string[]] {
  const [command = '', ...words] = program
  if (process.platform !== 'linux' || !existsSync(shell)) return [command, ...words]
  const kilobytes = [limits.data, limits.address].map((megabytes) =>
    String(Math.floor((megabytes * 1e6) / 1_024)),
  )
  // What is mapped from files counts there too.
  const group = memoryGroup(limits.data + 256) ?? ''
  return [shell, '-c', setLimits, shell, ...kilobytes, String(Math.ceil(limits.seconds)), group, ...program]
}

/** Renders a preview. Returns undefined on failure. */
export async function drawInSeparateProcess(
  kind: 'image' | 'pdf',
  content: Readable,
  signal: AbortSignal,
  limits: RunLimits = usualLimits,
): Promise<Buffer | undefined> {
  const bytes = await runSeparately(kind, content, signal, limits)
  return bytes !== undefined && isWebp(bytes) ? bytes : undefined
}

/** A page of a PDF, and how many there are; no image if there are fewer. */
export interface DrawnPage {
  pages: number
  picture: Buffer | undefined
}

/** Renders a page of a PDF, counted from 1. Returns undefined on failure. */
export async function drawPageInSeparateProcess(
  page: number,
  content: Readable,
  signal: AbortSignal,
  limits: RunLimits = usualLimits,
): Promise<DrawnPage | undefined> {
  const bytes = await runSeparately(`pdf-${page}`, content, signal, limits)
  if (bytes === undefined || bytes.length < 4) return undefined
  const [pages, picture] = [bytes.readUInt32BE(), bytes.subarray(4)]
  if (picture.length === 0) return { pages, picture: undefined }
  return isWebp(picture) ? { pages, picture } : undefined
}

/** Reads the text of a document. Returns undefined on failure. */
export async function extractInSeparateProcess(
  kind: TextKind,
  content: Readable,
  signal: AbortSignal,
  limits: RunLimits = usualLimits,
): Promise<string | undefined> {
  const bytes = await runSeparately(`text-${kind}`, content, signal, limits)
  return bytes !== undefined && isUtf8(bytes) && !bytes.includes(0) ? bytes.toString('utf8') : undefined
}

/**
 * Runs in a separate process without settings, file writes or child processes, with limited memory, and kills it on
 * timeout, because the content is untrusted. Returns undefined on failure.
 */
async function runSeparately(
  task: string,
  content: Readable,
  signal: AbortSignal,
  limits: RunLimits,
): Promise<Buffer | undefined> {
  const { seconds, output } = limits
  const program = [
    process.execPath,
    `--max-old-space-size=${limits.heap}`,
    '--v8-pool-size=1',
    // Otherwise it reserves gigabytes of address space.
    '--disable-wasm-trap-handler',
    '--permission',
    '--allow-addons',
    '--allow-worker',
    ...readable().map((path) => `--allow-fs-read=${path}`),
    fileURLToPath(new URL('../../../bin/preview.mjs', import.meta.url)),
    task,
  ]
  const [command, ...words] = limited(program, limits)
  const child = spawn(command, words, { env: threads, stdio: ['pipe', 'pipe', 'ignore'] })
  const stop = (): void => {
    child.kill('SIGKILL')
  }
  const late = clock.setTimeout(stop, seconds * 1000)
  signal.addEventListener('abort', stop)
  child.on('error', () => undefined)
  lowerPriority(child)
  let size = 0
  child.stdout.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > output) stop()
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  try {
    const [bytes] = await Promise.all([
      buffer(child.stdout),
      // The process closes its input once it has read enough; the exit code reports failures.
      pipeline(content, child.stdin).catch(() => undefined),
    ])
    return (await ended) === 0 ? bytes : undefined
  } catch {
    return undefined
  } finally {
    clock.clear(late)
    signal.removeEventListener('abort', stop)
    stop()
    await ended
  }
}

/** The output is untrusted too. */
function isWebp(bytes: Buffer): boolean {
  return (
    bytes.length > 20 &&
    bytes.toString('latin1', 0, 4) === 'RIFF' &&
    bytes.toString('latin1', 8, 12) === 'WEBP'
  )
}
