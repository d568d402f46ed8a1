import cluster from 'node:cluster'
import type { Config } from '../base/config.ts'
import { type ServeOptions, serve } from '../serve.ts'
import type { Order, Report } from './messages.ts'
import { mostMilliseconds } from './signals.ts'

/** Serves as one of several processes on this machine, until the one that watches over them says otherwise. */
export async function serveAmongSeveral(
  config: Config,
  options: ServeOptions & { processNumber: number },
): Promise<void> {
  // A terminal signals all processes at once; those are for the one that watches.
  const ignore = (): void => undefined
  process.on('SIGINT', ignore).on('SIGHUP', ignore)
  const note = (line: string): void => options.note(`Process ${options.processNumber}: ${line}`)
  try {
    const running = await serve(config, { ...options, note })
    const stop = (): void => {
      setTimeout(() => process.exit(0), mostMilliseconds).unref()
      running.stop().catch(ignore)
    }
    process.on('SIGTERM', stop)
    process.on('message', (order: Order) => {
      if (order.kind === 'stop') stop()
      else if (order.kind === 'leave') running.leave().catch(ignore)
      else
        running
          .readMetrics(order.shared)
          .then((metrics) => report({ kind: 'metrics', question: order.question, metrics }), ignore)
    })
    if (options.processNumber === 1) await running.greet()
    report({ kind: 'ready' })
    await running.stopped
  } finally {
    // Else it would hear on, and not end.
    cluster.worker?.disconnect()
  }
}

function report(said: Report): void {
  if (process.connected) process.send?.(said)
}
