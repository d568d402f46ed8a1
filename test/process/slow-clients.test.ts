import { once } from 'node:events'
import { beforeAll, describe, expect, test } from 'vitest'
import { timeEverywhere } from '../support/clock-server.ts'
import { readMetricsText, totalOf } from '../support/metrics.ts'
import { freePort } from '../support/postgres-server.ts'
import {
  answersIn,
  cleanUpProcesses,
  loopback,
  makeFolder,
  openWire,
  type Served,
  serveReady,
  settingsIn,
  until,
  type Wire,
} from '../support/process.ts'
import { seedCompany, withDatabase } from '../support/seed.ts'

cleanUpProcesses()

/** Seconds. A body may take longer than a connection may be idle: neither limit affects the other. Node enforces the header and idle timeouts by the machine's clock. */
const timeouts = { headers: 1, body: 60, idle: 3 }
let settings: ReturnType<typeof settingsIn>
let served: Served
let token = ''
let metricsPort = 0
let workspaceId = ''

beforeAll(async () => {
  metricsPort = await freePort()
  settings = settingsIn(makeFolder())
  ;({ token } = await withDatabase(settings, (db) => seedCompany(db)))
  served = await serveReady({
    ...settings,
    ATRIUM_METRICS_PORT: `${metricsPort}`,
    ATRIUM_HEADERS_TIMEOUT: `${timeouts.headers}`,
    ATRIUM_BODY_TIMEOUT: `${timeouts.body}`,
    ATRIUM_IDLE_TIMEOUT: `${timeouts.idle}`,
  })
  const reply = await fetch(`${served.url}/v1/workspaces`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ workspaceName: 'Slow' }),
  })
  expect(reply.status).toBe(201)
  workspaceId = ((await reply.json()) as { id: string }).id
})

const connections = async (): Promise<number | undefined> => {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  return totalOf(readMetricsText(text), 'atrium_http_connections')
}

const get = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'

function post(body: string, length = Buffer.byteLength(body), bearer = token): string {
  return `POST /v1/tasks HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${bearer}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`
}

/** Waits as long as a connection may be idle: until the service has closed one. */
async function idle(): Promise<void> {
  const wire = await openWire(served.port)
  wire.send(get)
  await wire.closed
}

/** Every error response has a request id, in a header too, that leads to a log line. */
async function expectProblem(text: string, status: number, code: string): Promise<void> {
  const answer = answersIn(text).at(-1)
  expect(answer?.status, text).toBe(status)
  expect(answer?.body).toMatchObject({ status, code })
  expect(answer?.headers).toContain('application/problem+json')
  expect(answer?.headers).toContain(`x-request-id: ${String(answer?.body['requestId']).toLowerCase()}`)
  expect(answer?.headers).toContain('x-content-type-options: nosniff')
  await until('it is in the log', () =>
    served.log().some((line) => line['requestId'] === answer?.body['requestId'] && line['status'] === status),
  )
}

describe('a slow client cannot outlast', () => {
  /** Lets time pass until the service closes the connection. */
  async function outlast(wire: Wire): Promise<void> {
    let isClosed = false
    wire.closed.then(() => {
      isClosed = true
    })
    await until('the service closes the connection', async () => {
      await timeEverywhere.advance(timeouts.body * 1_000)
      return isClosed
    })
  }

  test('the time for a body that stalls', async () => {
    const wire = await openWire(served.port)
    wire.send(post('{"title":', 5_000))
    await outlast(wire)
    await expectProblem(wire.text(), 408, 'request_timeout')
    expect(answersIn(wire.text())[0]?.headers).toContain('connection: close')
  })

  test('the time for a body, one byte at a time', async () => {
    const wire = await openWire(served.port)
    wire.send(post('', 60_000))
    await Promise.all([wire.trickle(' '.repeat(60_000)), outlast(wire)])
    await expectProblem(wire.text(), 408, 'request_timeout')
  })

  test('a response that did not need the body, however long the client keeps sending', async () => {
    const wire = await openWire(served.port)
    wire.send(post('', 60_000, 'unknown'))
    await wire.receives('invalid_token')
    await Promise.all([wire.trickle(' '.repeat(60_000)), outlast(wire)])
    await expectProblem(wire.text(), 401, 'invalid_token')
  })
})

describe.concurrent('a slow client cannot outlast', () => {
  test('the time for headers, one byte at a time', async () => {
    const wire = await openWire(served.port)
    await wire.trickle(`GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: ${'x'.repeat(60_000)}`)
    await wire.closed
    await expectProblem(wire.text(), 408, 'request_timeout')
  })

  test('the time for headers, nothing at all', async () => {
    const wire = await openWire(served.port)
    await wire.closed
  })

  test('the time for an idle connection', async () => {
    const wire = await openWire(served.port)
    wire.send(get)
    await wire.receives('"ok"')
    await wire.closed
  })
})

test('a client that never reads a response cannot outlast the time for an idle connection', async () => {
  await until('no other connection is open', async () => (await connections()) === 0)
  const times = 200
  const wires = await Promise.all([openWire(served.port), openWire(served.port)])
  for (const [n, wire] of wires.entries()) {
    const after = n === 0 ? '' : 'what is this\r\n\r\n'
    wire.send('GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(times) + after)
    await wire.receives('HTTP/1.1 ')
    wire.socket.pause()
  }
  await until('the service closes them', async () => (await connections()) === 0)
  for (const wire of wires) {
    wire.socket.resume()
    await wire.closed
    expect(wire.text().split('HTTP/1.1 200').length - 1).toBeLessThan(times)
  }
})

test('a client that does not read large pages waits for the next one, and nobody else does', async () => {
  const own = settingsIn(makeFolder())
  const { token: bearer } = await withDatabase(own, (db) => seedCompany(db))
  const other = await withDatabase(own, (db) => seedCompany(db, 'Other'))
  // Stalled connections must outlive the other requests, even on a busy machine.
  const { port, url, stop } = await serveReady({ ...own, ATRIUM_IDLE_TIMEOUT: '120' })
  const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' }
  const create = async (path: string, values: object): Promise<{ id: string }> => {
    const reply = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(values) })
    expect(reply.status).toBe(201)
    return (await reply.json()) as { id: string }
  }
  const { id } = await create('/v1/workspaces', { workspaceName: 'Large' })
  for (let n = 0; n < 200; n += 1)
    await create('/v1/tasks', { title: 'Large', workspaceId: id, description: 'x'.repeat(65_000) })
  const asks = (token: string): string =>
    `GET /v1/tasks?limit=500 HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`
  const wires = await Promise.all([1, 2, 3].map(() => openWire(port)))
  const [first, second, third] = wires as [Wire, Wire, Wire]
  const begins = once(first.socket, 'data').then(() => first.socket.pause())
  first.send(asks(bearer))
  await begins
  second.send(asks(bearer))
  second.socket.pause()
  third.send(asks(bearer))
  for (let n = 0; n < 3; n += 1) {
    const quick = await openWire(port)
    quick.send(asks(other.token))
    await quick.receives('"links"')
  }
  expect(third.text()).toBe('')
  for (const { socket } of [first, second]) socket.destroy()
  await third.receives('"links"')
  expect(answersIn(third.text())).toMatchObject([{ status: 200 }])
  await stop()
})

describe.concurrent('a client that is slow but in time is served', () => {
  test('with a body in two parts, and a pause longer than a connection may be idle', async () => {
    const wire = await openWire(served.port)
    const body = JSON.stringify({ title: 'In time', workspaceId })
    wire.send(post(body.slice(0, 10), body.length))
    await idle()
    wire.send(body.slice(10))
    expect(await wire.receives('"In time"')).toMatch(/^HTTP\/1.1 201/)
    wire.socket.destroy()
  })

  test('with one request after another on the same connection', async () => {
    const wire = await openWire(served.port)
    let isOver = false
    idle().then(() => {
      isOver = true
    })
    // Together longer than a connection may be idle.
    for (let n = 1; !isOver || n <= 8; n += 1) {
      wire.send(get)
      await until(`answer ${n} has come`, () => answersIn(wire.text()).length === n)
    }
    wire.socket.destroy()
  })
})

describe.concurrent('data that is not an acceptable request', () => {
  test.each(loopback)('garbage on %s gets a problem', async (host) => {
    const wire = await openWire(served.port, host)
    wire.send('what is this\r\n\r\n')
    await wire.closed
    await expectProblem(wire.text(), 400, 'invalid_request')
  })

  test('garbage after a request gets a problem after its response', async () => {
    const wire = await openWire(served.port)
    wire.send(`${post(JSON.stringify({ title: 'First', workspaceId }))}what is this\r\n\r\n`)
    await wire.closed
    expect(answersIn(wire.text()).map(({ status }) => status)).toEqual([201, 400])
    await expectProblem(wire.text(), 400, 'invalid_request')
  })

  test('garbage after several requests gets a problem after all their responses', async () => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ title: 'To be deleted', workspaceId })
    const made = await fetch(`${served.url}/v1/tasks`, { method: 'POST', headers, body })
    const { id } = (await made.json()) as { id: string }
    const ask = (method: string): string =>
      `${method} /v1/tasks/${id} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n\r\n`
    const wire = await openWire(served.port)
    wire.send(`${ask('GET')}${ask('DELETE')}what is this\r\n\r\n`)
    await wire.closed
    expect(answersIn(wire.text()).map(({ status }) => status)).toEqual([200, 204, 400])
    await expectProblem(wire.text(), 400, 'invalid_request')
  })

  test.each([
    ['headers that are too large', `GET / HTTP/1.1\r\nX-Long: ${'x'.repeat(66_000)}\r\n\r\n`, 431],
    ['headers that never end', 'GET / HTTP/1.1\r\nHost: local', 408],
  ])('%s after a request get a problem after its answer', async (_what, sent, status) => {
    const wire = await openWire(served.port)
    wire.send(`${get}${sent}`)
    await wire.closed
    expect(answersIn(wire.text()).map(({ status }) => status)).toEqual([200, status])
  })

  test('a body that ends halfway is not waited for, and nobody else is blamed for it', async () => {
    const wire = await openWire(served.port)
    wire.send(post('{"title":', 5_000))
    await until('the request is in progress', async () => (await fetch(`${served.url}/healthz`)).ok)
    wire.socket.end()
    await wire.closed
    await expectProblem(wire.text(), 400, 'invalid_request')
    expect(wire.text()).toContain('in the middle of a request')
    expect(served.log().filter(({ level }) => Number(level) >= 50)).toEqual([])
  })

  test('garbage in the middle of a body gets a problem immediately', async () => {
    const wire = await openWire(served.port)
    wire.send(post('', 0).replace('Content-Length: 0', 'Transfer-Encoding: chunked'))
    wire.send('5\r\n{"tit\r\nwhat is this\r\n')
    await wire.closed
    await expectProblem(wire.text(), 400, 'invalid_request')
  })

  test('headers of more than 64 KiB are a 431', async () => {
    const wire = await openWire(served.port)
    wire.send(`GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'x'.repeat(66_000)}\r\n\r\n`)
    await wire.closed
    await expectProblem(wire.text(), 431, 'headers_too_large')
  })

  test('an address of more than 64 KiB is a 431 that names it', async () => {
    const wire = await openWire(served.port)
    wire.send(`GET /v1/tasks?filter=${'x'.repeat(66_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    await wire.closed
    await expectProblem(wire.text(), 431, 'headers_too_large')
    expect(wire.text()).toContain('The address and the headers')
  })

  test('an address of 60 KiB is read, and refused for its content', async () => {
    const wire = await openWire(served.port)
    wire.send(
      `GET /v1/tasks?filter=${'x'.repeat(60_000)} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`,
    )
    await wire.closed
    await expectProblem(wire.text(), 400, 'invalid_filter')
  })

  test('an id of a thousand characters is a 414', async () => {
    const wire = await openWire(served.port)
    wire.send(
      `GET /v1/tasks/${'x'.repeat(1_000)} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`,
    )
    await wire.closed
    await expectProblem(wire.text(), 414, 'uri_too_long')
  })

  test('a path that is not percent-encoded is a 400', async () => {
    const wire = await openWire(served.port)
    wire.send('GET /%zz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
    await wire.closed
    await expectProblem(wire.text(), 400, 'invalid_request')
  })

  test.each(['', 'Host: a\r\nHost: b\r\n'])('not exactly one Host (%j) is a 400', async (hosts) => {
    const wire = await openWire(served.port)
    wire.send(`GET /healthz HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`)
    await wire.closed
    await expectProblem(wire.text(), 400, 'invalid_request')
  })

  test.each(['Expect: the-unexpected\r\n', 'Connection: Upgrade\r\nUpgrade: websocket\r\n'])(
    'unsupported features (%j) are ignored',
    async (header) => {
      for (const host of loopback) {
        const wire = await openWire(served.port, host)
        wire.send(`GET /healthz HTTP/1.1\r\nHost: localhost\r\n${header}\r\n`)
        expect(await wire.receives('"ok"')).toMatch(/^HTTP\/1.1 200/)
        wire.socket.destroy()
      }
    },
  )
})

describe.concurrent('a body that is too large', () => {
  const large = Buffer.alloc(8 * 1024 * 1024, ' ')

  test.each(['with its length', 'in chunks'])('%s: its sender reads the 413', async (how) => {
    const body =
      how === 'in chunks'
        ? new ReadableStream({
            start(controller) {
              for (let n = 0; n < large.length; n += 65_536) controller.enqueue(large.subarray(n, n + 65_536))
              controller.close()
            },
          })
        : large
    const reply = await fetch(`${served.url}/v1/tasks`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body,
      duplex: 'half',
    })
    expect(reply.status).toBe(413)
    expect(await reply.json()).toMatchObject({ code: 'too_large' })
  })

  test('is refused for a client that reads only after sending everything, and the connection stays open', async () => {
    const wire = await openWire(served.port)
    wire.socket.pause()
    wire.send(post('', large.length))
    await new Promise((resolve) => wire.socket.write(large, resolve))
    wire.socket.resume()
    wire.send(get)
    await wire.receives('"ok"')
    expect(answersIn(wire.text()).map(({ status }) => status)).toEqual([413, 200])
    wire.socket.destroy()
  })
})
