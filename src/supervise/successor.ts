import { fork, type SendHandle } from 'node:child_process'
import { clock } from '../base/clock.ts'
import type { ListeningSocket } from '../http/listen.ts'
import type { FromReplacement, ToReplacement } from './messages.ts'
import { receiveSockets } from './receive-sockets.ts'

/** The process that serves: the first one, or a replacement. */
export interface Serving {
  /** Resolves with the exit code. */
  ended: Promise<number>
  sockets: () => Promise<readonly ListeningSocket[]>
  /** Call it for each of them once it has been passed on. */
  dropSocket: (socket: ListeningSocket) => void
  /** Serves the open connections until their clients have moved on; resolves when it has ended. */
  leave: () => Promise<unknown>
  stop: () => void
  /** Ends it immediately. */
  kill: () => void
  /** Call it when the replaced process has ended. */
  succeed: () => void
  /** When its event loop last gave a sign of life, by `clock.ticks`; undefined for this process. */
  lastAlive: () => number | undefined
}

/** Starts a process that takes over the listening sockets, and resolves when it serves. Rejects if it cannot start. */
export async function startSuccessor(
  environment: NodeJS.ProcessEnv,
  before: Pick<Serving, 'sockets' | 'dropSocket'>,
): Promise<Serving> {
  const child = fork(process.argv[1] ?? '', ['serve', '--replacing'], { env: { ...environment } })
  const sendMessage = (message: ToReplacement, socket?: ListeningSocket): void => {
    const onSent = (): void => {
      if (socket !== undefined) before.dropSocket(socket)
    }
    // The types know only whole servers.
    if (child.connected) child.send(message, socket as unknown as SendHandle | undefined, onSent)
    else onSent()
  }
  let lastAlive = clock.ticks()
  const ended = new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? 1)))
  const ready = new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    ended.then((code) => reject(new Error(`The new process ended with exit code ${code}.`)))
    child.on('message', (message: FromReplacement) => {
      lastAlive = clock.ticks()
      if (message.kind === 'ready') resolve()
      if (message.kind === 'prepared')
        before.sockets().then((sockets) => {
          for (const socket of sockets) sendMessage({ kind: 'socket', count: sockets.length }, socket)
        }, reject)
    })
  })
  const kill = (): void => void child.kill('SIGKILL')
  await ready.catch((error: unknown) => {
    kill()
    throw error
  })
  return {
    ended,
    sockets: () => receiveSockets(child, () => sendMessage({ kind: 'lend' })),
    // An open copy here would keep the port after the processes that serve have ended.
    dropSocket: (socket) => void socket.close(),
    leave() {
      sendMessage({ kind: 'leave' })
      return ended
    },
    stop: () => sendMessage({ kind: 'stop' }),
    kill,
    succeed: () => sendMessage({ kind: 'succeed' }),
    lastAlive: () => lastAlive,
  }
}
