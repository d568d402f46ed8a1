import cluster from 'node:cluster'
import { clock } from '../base/clock.ts'
import type { Config } from '../base/config.ts'
import { type ServeOptions, serve } from '../serve.ts'
import type { SupervisorMessage, WorkerMessage } from './messages.ts'
import { heartbeat, mostMilliseconds } from './times.ts'

/** Serves as one of several processes on this machine, until the supervisor stops it. */
export async function serveAsWorker(
  config: Config,
  options: ServeOptions & { processNumber: number },
): Promise<void> {
  // A terminal signals every process; only the supervisor reacts.
  const ignore = (): void => undefined
  process.on('SIGINT', ignore).on('SIGHUP', ignore)
  const note = (line: string): void => options.note(`Process ${options.processNumber}: ${line}`)
  try {
    const running = await serve(config, { ...options, note })
    const stop = (): void => {
      clock.setTimeout(() => process.exit(0), mostMilliseconds).unref()
      running.stop().catch(ignore)
    }
    process.on('SIGTERM', stop)
    process.on('message', (message: SupervisorMessage) => {
      if (message.kind === 'stop') stop()
      else if (message.kind === 'leave') running.leave().catch(ignore)
      else
        running
          .readMetrics(message.shared)
          .then((metrics) => send({ kind: 'metrics', question: message.question, metrics }), ignore)
    })
    if (options.processNumber === 1) await running.greet()
    send({ kind: 'ready' })
    clock.setInterval(() => send({ kind: 'alive' }), heartbeat).unref()
    await running.stopped
  } finally {
    // The open channel would keep the process alive.
    cluster.worker?.disconnect()
  }
}

function send(message: WorkerMessage): void {
  if (process.connected) process.send?.(message)
}
