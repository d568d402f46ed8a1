import type { EventEmitter } from 'node:events'
import type { ListeningSocket } from '../http/listen.ts'
import type { FromReplacement, ToReplacement } from './messages.ts'

/** Requests the listening sockets of the other process, and resolves when all of them have arrived. */
export function receiveSockets(channel: EventEmitter, ask: () => void): Promise<readonly ListeningSocket[]> {
  const { promise, resolve } = Promise.withResolvers<readonly ListeningSocket[]>()
  const sockets: ListeningSocket[] = []
  const onMessage = (message: FromReplacement | ToReplacement, socket: unknown): void => {
    if (message.kind !== 'socket') return
    sockets.push(socket as ListeningSocket)
    if (sockets.length < message.count) return
    channel.off('message', onMessage)
    resolve(sockets)
  }
  channel.on('message', onMessage)
  ask()
  return promise
}
