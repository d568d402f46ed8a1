import { exitCodes } from './command.ts'

/** While this is in use, SIGINT and SIGTERM end the process with a word of how it goes on. What it does outlives a kill. */
export function toldToStop(note: (line: string) => void, next: string): Disposable {
  const stop = (): void => {
    note(`Stopped. Give the same command again${next}`)
    process.exit(exitCodes.failed)
  }
  const signals = ['SIGINT', 'SIGTERM'] as const
  for (const signal of signals) process.once(signal, stop)
  return {
    [Symbol.dispose]() {
      for (const signal of signals) process.off(signal, stop)
    },
  }
}
