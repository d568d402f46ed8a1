import type { ChildProcess } from 'node:child_process'

const running = new Set<ChildProcess>()
let isOver = false

const killNow = (): void => {
  for (const child of running) child.kill('SIGKILL')
}

// However the proofs end, nothing stays behind.
process.once('exit', killNow)

/** Tracks a started process until it has ended. */
export function keepTrack<Child extends ChildProcess>(child: Child): Child {
  // A process that could not be started reports that itself.
  if (child.pid === undefined) return child
  running.add(child)
  child.once('exit', () => running.delete(child))
  if (isOver) child.kill('SIGKILL')
  return child
}

/** Kills what a failed proof left behind; otherwise the next proof, and the end of the run, would wait for it. */
export async function killAll(): Promise<void> {
  const ends = [...running].map((child) => new Promise((resolve) => child.once('exit', resolve)))
  killNow()
  await Promise.all(ends)
}

/** An interrupted proof may still be about to start another process. */
export async function killForGood(): Promise<void> {
  isOver = true
  await killAll()
}
