import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, test } from 'vitest'
import { Problem } from '../../src/base/errors.ts'
import { readBody, streamBody } from '../../src/http/body.ts'
import { limitRest } from '../../src/http/connections.ts'
import { time } from '../support/clock.ts'
import { until } from '../support/process.ts'

/** A real connection to a server whose requests the test answers. */
async function connected(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => undefined)
  const stop = (): void => {
    socket.destroy()
    server.closeAllConnections()
    server.close()
  }
  return { socket, stop }
}

test('a client that disconnects during a body is not mistaken for an unreachable database', async () => {
  const refused = Promise.withResolvers<unknown>()
  const { socket, stop } = await connected((request) => {
    readBody(request, { bytes: 1_000, seconds: 10 }).then(refused.reject, refused.resolve)
  })
  socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nhalf', () =>
    socket.resetAndDestroy(),
  )
  const error = await refused.promise
  expect(error).toBeInstanceOf(Problem)
  expect(error).toMatchObject({ code: 'request_timeout' })
  stop()
})

test('unread bodies leave nothing behind on their connection', async () => {
  const counts: number[] = []
  let ended = Promise.withResolvers<void>()
  const { socket, stop } = await connected((request, response) => {
    counts.push(request.socket.listenerCount('close'))
    // It is answered before its body has arrived.
    response.end('no')
    limitRest(request, 10)
    request.once('close', ended.resolve)
  })
  const rounds = 20
  for (let n = 1; n <= rounds; n += 1) {
    const answered = new Promise((resolve) => socket.once('data', resolve))
    socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\n\r\nha')
    await answered
    socket.write('lf')
    // The next one must not arrive with the end of this one, whose listener would still be there.
    await ended.promise
    ended = Promise.withResolvers()
  }
  expect(counts).toEqual(Array.from({ length: rounds }, () => counts[0]))
  stop()
})

test('a client that has disconnected before its body is read is not waited for', async () => {
  const refused = Promise.withResolvers<unknown>()
  const { socket, stop } = await connected(async (request) => {
    await new Promise((resolve) => request.socket.once('close', resolve))
    readBody(request, { bytes: 1_000, seconds: 10 }).then(refused.reject, refused.resolve)
  })
  socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nhalf', () =>
    socket.resetAndDestroy(),
  )
  expect(await refused.promise).toMatchObject({ code: 'request_timeout' })
  stop()
})

test('the time it takes to store a body does not count against its sender', async () => {
  const read = Promise.withResolvers<number>()
  const idle = 0.2
  using _frozen = time.freeze()
  const { socket, stop } = await connected(async (request) => {
    let size = 0
    try {
      for await (const chunk of streamBody(
        request,
        { idleSeconds: idle, bytesPerSecond: 0 },
        new AbortController().signal,
      )) {
        size += chunk.length
        // A slow disk, once.
        if (size === chunk.length) await time.advance(idle * 3_000)
      }
      read.resolve(size)
    } catch (error) {
      read.reject(error)
    }
  })
  const body = Buffer.alloc(5_000_000, 'x')
  socket.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length}\r\n\r\n`)
  socket.write(body)
  expect(await read.promise).toBe(body.length)
  stop()
})

test('a sender who had to wait for a slow store is not too slow', async () => {
  const pace = { idleSeconds: 10, bytesPerSecond: 1_000_000, slowSeconds: 0.5 }
  using _frozen = time.freeze()
  const read = Promise.withResolvers<number>()
  let size = 0
  const { socket, stop } = await connected(async (request) => {
    try {
      for await (const chunk of streamBody(request, pace, new AbortController().signal)) {
        if (size === 0) await until('the sender has to wait', () => request.isPaused())
        size += chunk.length
      }
      read.resolve(size)
    } catch (error) {
      read.reject(error)
    }
  })
  const body = Buffer.alloc(400_000, 'x')
  socket.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length + 1}\r\n\r\n`)
  socket.write(body)
  await until('the rest is read', () => size === body.length)
  await time.advance(600)
  socket.write('x')
  expect(await read.promise).toBe(body.length + 1)
  stop()
})

test('a sender who is too slow is given up, even if it never pauses for long', async () => {
  const pace = { idleSeconds: 10, bytesPerSecond: 10_000, slowSeconds: 0.3 }
  using _frozen = time.freeze()
  const read = Promise.withResolvers<number>()
  let size = 0
  const { socket, stop } = await connected(async (request) => {
    try {
      for await (const chunk of streamBody(request, pace, new AbortController().signal)) size += chunk.length
      read.resolve(size)
    } catch (error) {
      read.reject(error)
    }
  })
  socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100000\r\n\r\n')
  const refused = expect(read.promise).rejects.toMatchObject({
    code: 'request_timeout',
    message: expect.stringContaining('less than 10000 bytes per second'),
  })
  // As fast as it must be, and then a byte now and then.
  socket.write(Buffer.alloc(4_000, 'x'))
  await until('these are read', () => size === 4_000)
  for (let more = 1; more <= 3; more += 1) {
    await time.advance(100)
    socket.write('x')
    await until('one more is read', () => size === 4_000 + more)
  }
  await time.advance(300)
  await refused
  stop()
})
