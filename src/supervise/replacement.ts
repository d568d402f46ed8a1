import type { SendHandle } from 'node:child_process'
import { clock } from '../base/clock.ts'
import type { Config } from '../base/config.ts'
import type { ListeningSocket } from '../http/listen.ts'
import { type ServeOptions, serve } from '../serve.ts'
import type { FromReplacement, ToReplacement } from './messages.ts'
import { receiveSockets } from './receive-sockets.ts'
import { heartbeat, mostMilliseconds } from './times.ts'

/** Serves in place of the process that started this one, on its listening sockets. */
export async function serveAsReplacement(config: Config, options: ServeOptions): Promise<void> {
  const ignore = (): void => undefined
  // A terminal signals every process; the first one decides.
  process.on('SIGINT', ignore).on('SIGHUP', ignore)
  let stop = (): void => process.exit(1)
  const onSignal = (): void => stop()
  // The first process was killed.
  process.on('SIGTERM', onSignal).once('disconnect', onSignal)
  try {
    const running = await serve(config, { ...options, takeSockets })
    stop = () => {
      clock.setTimeout(() => process.exit(0), mostMilliseconds).unref()
      running.stop().catch(ignore)
    }
    process.on('message', (message: ToReplacement) => {
      if (message.kind === 'stop') stop()
      else if (message.kind === 'leave') running.leave().catch(ignore)
      else if (message.kind === 'succeed')
        running.succeed().catch((error: Error) => options.note(`After replacing a process: ${error.message}`))
      else if (message.kind === 'lend') {
        const sockets = running.sockets()
        for (const socket of sockets) send({ kind: 'socket', count: sockets.length }, socket)
      }
    })
    send({ kind: 'ready' })
    clock.setInterval(() => send({ kind: 'alive' }), heartbeat).unref()
    await running.stopped
  } finally {
    process.off('disconnect', onSignal)
    // The open channel would keep the process alive.
    if (process.connected) process.disconnect()
  }
}

/** Requests the listening sockets when everything else is open, because connections arrive from then on. */
const takeSockets = (): Promise<readonly ListeningSocket[]> =>
  receiveSockets(process, () => send({ kind: 'prepared' }))

function send(message: FromReplacement, socket?: ListeningSocket): void {
  // The types know only whole servers.
  if (process.connected) process.send?.(message, socket as unknown as SendHandle | undefined)
}
