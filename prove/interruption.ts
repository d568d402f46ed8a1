import { constants } from 'node:os'
import { CannotGoOn } from './cannot-go-on.ts'

/** Rejects when the run is told to stop. A signal that is repeated changes nothing: npm repeats those that it gets. */
export function interruption(): Promise<never> {
  const interrupted = new Promise<never>((_, reject) => {
    // Without this the embedded PostgreSQL ends the process by itself.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      const others = process.listeners(signal)
      process.on(signal, () => {
        // What the proof still does, without what it was about, is of no interest.
        process.on('uncaughtException', () => undefined).on('unhandledRejection', () => undefined)
        reject(new CannotGoOn(`Interrupted by ${signal}`, 128 + constants.signals[signal]))
      })
      // The embedded PostgreSQL would end the process by itself. Only now: a signal that nobody listens for is lost.
      for (const other of others) process.off(signal, other)
    }
  })
  interrupted.catch(() => undefined)
  return interrupted
}
