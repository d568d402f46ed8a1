import { createServer, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { problem } from '../../src/base/errors.ts'
import { AnswersInProgress, gone, goneSignal, isGone } from '../../src/http/connections.ts'
import { sendProblem } from '../../src/http/problem-reply.ts'

/** A real connection, whose answer the test gives; a POST has half of its body. */
async function asked(method: 'GET' | 'POST' = 'GET') {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const arrived = new Promise<ServerResponse>((resolve) =>
    server.once('request', (_, response) => resolve(response)),
  )
  const sent = request({ host: '127.0.0.1', port, method }).on('error', () => undefined)
  sent.on('response', (incoming) => incoming.resume())
  if (method === 'GET') sent.end()
  else sent.write('half of a body')
  const response = await arrived
  const closed = new Promise<void>((resolve) => response.once('close', () => resolve()))
  const stop = (): void => {
    server.closeAllConnections()
    server.close()
  }
  return { sent, response, closed, stop }
}

test('a connection that closes before the response is reported, also to later listeners', async () => {
  const { sent, response, closed, stop } = await asked()
  const gone = goneSignal(response)
  expect(gone.aborted).toBe(false)
  sent.destroy()
  await closed
  expect(gone.aborted).toBe(true)
  expect(goneSignal(response).aborted).toBe(true)
  stop()
})

test('a response that was sent does not count as abandoned', async () => {
  const { response, closed, stop } = await asked()
  const gone = goneSignal(response)
  response.end('done')
  await closed
  expect(gone.aborted).toBe(false)
  stop()
})

test('garbage in a body waits for no response, unless one has started', async () => {
  const { response, closed, stop } = await asked('POST')
  const inProgress = new AnswersInProgress()
  inProgress.add(response.req, response)
  expect(response.req.complete).toBe(false)
  const { socket } = response.req
  await inProgress.whenNoMore(socket)
  response.write('begun')
  let isDone = false
  const done = inProgress.whenNoMore(socket).then(() => {
    isDone = true
  })
  await new Promise(setImmediate)
  expect(isDone).toBe(false)
  response.end()
  await Promise.all([closed, done])
  stop()
})

test('a client that has left is not an error in the log; other failures are', () => {
  const logged: unknown[] = []
  const request = { id: 'x', plainErrors: true, log: { error: (fields: unknown) => logged.push(fields) } }
  const reply = { code: () => reply, headers: () => reply, type: () => reply, send: () => reply }
  const told = (error: Error): unknown => sendProblem(request as never, reply as never, error, 'http://x')
  told(gone())
  expect(logged).toEqual([])
  told(problem('unavailable', 'The database is unavailable.'))
  expect(logged).toHaveLength(1)
  expect([isGone(gone()), isGone(new Error('x'))]).toEqual([true, false])
})
