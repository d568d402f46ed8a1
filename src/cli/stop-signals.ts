import { exitCodes } from './command.ts'

/**
 * Until disposed, SIGINT and SIGTERM end the process with a hint on how to continue. For commands that
 * survive being killed.
 */
export function exitOnStopSignal(note: (line: string) => void, next: string): Disposable {
  const stop = (): void => {
    note(`Stopped. Run the same command again${next}`)
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
