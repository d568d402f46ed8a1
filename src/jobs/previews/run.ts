import { spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'

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
  /** Size of the image, in bytes. */
  output: number
}

export const usualLimits: RunLimits = { seconds: 20, heap: 256, output: 1_000_000 }

/**
 * Draws a preview in a separate process without settings, file writes or child processes, and kills it on
 * timeout, because the content is untrusted. Returns undefined on failure.
 */
export async function drawInSeparateProcess(
  kind: 'image' | 'pdf',
  content: Readable,
  signal: AbortSignal,
  { seconds, heap, output }: RunLimits = usualLimits,
): Promise<Buffer | undefined> {
  const words = [
    `--max-old-space-size=${heap}`,
    '--permission',
    '--allow-addons',
    '--allow-worker',
    ...readable().map((path) => `--allow-fs-read=${path}`),
    fileURLToPath(new URL('../../../bin/preview.mjs', import.meta.url)),
    kind,
  ]
  const child = spawn(process.execPath, words, { env: {}, stdio: ['pipe', 'pipe', 'ignore'] })
  const stop = (): void => {
    child.kill('SIGKILL')
  }
  const late = setTimeout(stop, seconds * 1000)
  signal.addEventListener('abort', stop)
  child.on('error', () => undefined)
  if (child.pid !== undefined) setPriority(child.pid, 10)
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
    return (await ended) === 0 && isWebp(bytes) ? bytes : undefined
  } catch {
    return undefined
  } finally {
    clearTimeout(late)
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
