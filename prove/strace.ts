import { spawn, spawnSync } from 'node:child_process'
import { keepTrack } from './children.ts'

/** Why processes cannot be traced on this machine; undefined if they can. */
export function whyNotTrace(): string | undefined {
  const { error, status } = spawnSync('strace', ['-e', 'trace=none', 'true'], { stdio: 'ignore' })
  if (error !== undefined) return 'strace is not installed here'
  return status === 0 ? undefined : 'strace may not trace here'
}

/** Traces a running process, or makes its calls fail, until `leave` is called. */
export async function attach(pid: number, words: readonly string[]): Promise<{ leave: () => Promise<void> }> {
  const child = keepTrack(
    spawn('strace', ['-f', '-p', String(pid), ...words], { stdio: ['ignore', 'ignore', 'pipe'] }),
  )
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  let said = ''
  await new Promise<void>((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text
      if (/^strace: Process \d+ attached/m.test(said)) resolve()
    })
    child.once('error', reject)
    child.once('close', () => reject(new Error(`strace does not attach: ${said}`)))
  })
  return {
    async leave() {
      child.kill('SIGINT')
      await ended
    },
  }
}
