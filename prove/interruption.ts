import { constants } from 'node:os'
import { CannotGoOn } from './cannot-go-on.ts'

/**
 * Rejects when the run is interrupted. A repeated signal changes nothing: npm forwards the signals it gets. Call it once
 * the embedded PostgreSQL is loaded, whose handlers would end the process.
 */
export function interruption(): Promise<never> {
  const interrupted = new Promise<never>((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      const others = process.listeners(signal)
      process.on(signal, () => {
        // Errors of the interrupted proof no longer matter.
        process.on('uncaughtException', () => undefined).on('unhandledRejection', () => undefined)
        reject(new CannotGoOn(`Interrupted by ${signal}`, 128 + constants.signals[signal]))
      })
      // Not earlier: without any handler, a signal would be lost.
      for (const other of others) process.off(signal, other)
    }
  })
  interrupted.catch(() => undefined)
  return interrupted
}
