import type { ChildProcess } from 'node:child_process'

const running = new Set<ChildProcess>()
let isOver = false

const killNow = (): void => {
  for (const child of running) child.kill('SIGKILL')
}

// Whatever ends the proofs, nothing of them stays behind.
process.once('exit', killNow)

/** Remembers a process that was started until it has ended. */
export function keepTrack<Child extends ChildProcess>(child: Child): Child {
  // One that could not be started tells so by itself.
  if (child.pid === undefined) return child
  running.add(child)
  child.once('exit', () => running.delete(child))
  if (isOver) child.kill('SIGKILL')
  return child
}

/** A proof that broke off leaves none behind, on which the next, and the end, would wait. */
export async function killAll(): Promise<void> {
  const ends = [...running].map((child) => new Promise((resolve) => child.once('exit', resolve)))
  killNow()
  await Promise.all(ends)
}

/** A proof that is interrupted may still be about to start another. */
export async function killForGood(): Promise<void> {
  isOver = true
  await killAll()
}
