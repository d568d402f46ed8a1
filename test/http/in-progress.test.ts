import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import type { Database } from '../../src/db/database.ts'
import { asCaller } from '../../src/fairness/scheduler.ts'
import { InProgress } from '../../src/http/in-progress.ts'

const settled = async (): Promise<void> => {
  for (let n = 0; n < 3; n += 1) await new Promise((resolve) => setImmediate(resolve))
}

/** Requests of one caller, who may have two in progress: the test ends their work and sends their answers. */
function requests(poolSize = 3) {
  // Four fifths of the connections, and half of them for long work.
  const inProgress = new InProgress({ poolSize } as Database)
  const started: string[] = []
  const send = (name: string, { socket = new Socket(), callerId = 'ada', heavy = false } = {}) => {
    const request = new IncomingMessage(socket)
    const response = new ServerResponse(request)
    const { promise, resolve } = Promise.withResolvers<void>()
    const asked = { request: { raw: request }, reply: { raw: response } }
    const answered = asCaller(callerId, () =>
      inProgress.run({ bytes: 0, heavy }, asked, async (ticket) => {
        await inProgress.runHeavy({ heavy }, asked, () => {
          started.push(name)
          return promise
        })
        ticket.finish(8_000_000)
      }),
    )
    answered.catch(() => undefined)
    return {
      answered,
      socket,
      end: (): Promise<void> => {
        resolve()
        return settled()
      },
      leave: (): Promise<void> => {
        response.emit('close')
        return settled()
      },
    }
  }
  return { started, send }
}

test('a request is in progress until its work has ended and its response was sent', async () => {
  const { started, send } = requests()
  const [first] = [send('first'), send('second'), send('third')]
  await settled()
  expect(started).toEqual(['first', 'second'])
  await first.end()
  expect(started).toEqual(['first', 'second'])
  await first.leave()
  expect(started).toEqual(['first', 'second', 'third'])
})

// Or a client that sends requests and hangs up could have any number in progress.
test('a request whose client has left is in progress until its work has ended', async () => {
  const { started, send } = requests()
  const [first] = [send('first'), send('second'), send('third')]
  await first.leave()
  expect(started).toEqual(['first', 'second'])
  await first.end()
  expect(started).toEqual(['first', 'second', 'third'])
})

// Only the connection tells of answers that wait behind another one on it.
test('a connection that breaks takes its waiting requests out of the queue', async () => {
  const { started, send } = requests()
  const socket = new Socket()
  const [first, second] = [send('first', { socket }), send('second', { socket })]
  const gone = send('gone', { socket })
  send('other')
  socket.emit('close')
  await expect(gone.answered).rejects.toMatchObject({ code: 'unavailable' })
  await first.end()
  await second.end()
  expect(started).toEqual(['first', 'second', 'other'])
  expect(socket.listenerCount('close')).toBeLessThan(5)
})

test('a request whose connection is already closed is not started, and does not count', async () => {
  const { started, send } = requests()
  const socket = new Socket()
  socket.destroy()
  await settled()
  await expect(send('closed', { socket }).answered).rejects.toThrow('closed before the response')
  for (const name of ['first', 'second']) send(name)
  await settled()
  expect(started).toEqual(['first', 'second'])
})

test('long work of all callers shares one limit, and a slow reader does not occupy it', async () => {
  const { started, send } = requests()
  const [first] = ['ada', 'bob', 'eve'].map((callerId) => send(callerId, { callerId, heavy: true }))
  send('short', { callerId: 'bob' })
  await settled()
  expect(started).toEqual(['ada', 'short'])
  await first?.end()
  expect(started).toEqual(['ada', 'short', 'bob'])
})

test('a caller has two requests for long work in progress, and further ones do not keep its short requests waiting', async () => {
  const { started, send } = requests(20)
  const [first] = ['1', '2', '3'].map((name) => send(name, { heavy: true }))
  send('short')
  await settled()
  expect(started.toSorted()).toEqual(['1', '2', 'short'])
  await first?.end()
  await first?.leave()
  expect(started.toSorted()).toEqual(['1', '2', '3', 'short'])
})
