import type { ChildProcess } from 'node:child_process'
import { getPriority, setPriority } from 'node:os'

/** Lets requests go first. A system that forbids it must not prevent the work. */
export function lowerPriority({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    setPriority(pid, Math.max(10, getPriority()))
  } catch {
    // It has ended already, or this is forbidden here.
  }
}
