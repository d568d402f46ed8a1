import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OutwardClient } from '../../src/outward/client.ts'
import { guardedFetch } from '../../src/outward/fetch.ts'
import { NameLookups } from '../../src/outward/lookups.ts'
import { AdmittedNetworks, rangeOf } from '../../src/outward/ranges.ts'
import { AddressRefused } from '../../src/outward/rules.ts'
import { time } from '../support/clock.ts'
import { hostileHosts } from '../support/hostile-addresses.ts'
import { startNameServer } from '../support/name-server.ts'
import { until } from '../support/process.ts'

const listen = (server: Server, host: string, port = 0): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, host, () => resolve((server.address() as AddressInfo).port))
  })
const close = (server: Server): Promise<void> => new Promise((resolve) => server.close(() => resolve()))

const asked = {
  method: 'POST',
  headers: {},
  body: '{}',
  seconds: 2,
  mostBytes: 1_000,
  whenLonger: 'cut',
} as const

test.each([
  ['192.0.2.1', 'documentation'],
  ['198.19.0.1', 'benchmark'],
  ['100.64.0.1', 'shared'],
  ['192.88.99.1', 'tunnel'],
  ['255.255.255.255', 'reserved'],
  ['::ffff:7f00:1', 'loopback'],
  ['::7f00:1', 'tunnel'],
  ['2002:7f00:1::', 'tunnel'],
  ['2001:0:1::', 'tunnel'],
  ['64:ff9b:1::1', 'tunnel'],
  ['fec0::1', 'private'],
  ['fe80::1%eth0', 'link-local'],
  ['4000::1', 'reserved'],
])('%s is a %s address', (address, range) => {
  expect(rangeOf(address)).toBe(range)
})

test.each(['8.8.8.8', '172.32.0.1', '2606:4700::1111', '::ffff:8.8.8.8'])('%s is public', (address) => {
  expect(rangeOf(address)).toBeUndefined()
})

test('a network admits its private addresses, but no loopback, link-local or metadata address inside', () => {
  const wide = new AdmittedNetworks([{ address: '0.0.0.0', bits: 0 }], [])
  expect(['10.1.1.1', '192.168.1.1', '::ffff:10.1.1.1'].every((one) => wide.hasAddress(one))).toBe(true)
  expect(['127.0.0.1', '169.254.169.254', '100.100.100.200'].some((one) => wide.hasAddress(one))).toBe(false)
  expect(new AdmittedNetworks([{ address: '127.0.0.1', bits: 32 }], []).hasAddress('127.0.0.1')).toBe(true)
})

describe('sending', () => {
  let port = 0
  let count = 0
  const free = new OutwardClient({ admitted: undefined, fewPorts: true }, { keepsConnections: true })
  const server = createServer((request, response) => {
    count += 1
    if (request.url === '/large') response.end('x'.repeat(2_000_000))
    else if (request.url === '/endless') {
      response.writeHead(200)
      const more = (): void => {
        while (response.write('x'.repeat(65_536)));
      }
      response.on('drain', more)
      more()
    } else if (request.url === '/silent') return
    else if (request.url === '/half') {
      response.writeHead(200, { 'content-length': '100' })
      response.write('x', () => response.destroy())
    } else if (request.url === '/away')
      response.writeHead(302, { location: `http://127.0.0.1:${port}/seen` }).end()
    else request.pipe(response.writeHead(201, { 'x-seen': request.headers['x-sent'] ?? '' }))
  })
  beforeAll(async () => {
    port = await listen(server, '::')
  })
  afterAll(() => {
    free.close()
    server.closeAllConnections()
    return close(server)
  })

  test('to any of 300 hostile hosts is refused before anything is sent', async () => {
    const client = new OutwardClient({ admitted: new AdmittedNetworks([], []), fewPorts: true })
    count = 0
    expect(hostileHosts.length).toBeGreaterThan(300)
    for (const host of hostileHosts)
      for (const scheme of ['http', 'https'])
        await expect(client.send(`${scheme}://${host}:${port}/`, asked), host).rejects.toThrow(AddressRefused)
    expect(count).toBe(0)
  })

  test('uses the address that was checked, although the next lookup would return another', async () => {
    const names = await startNameServer((_name, before) => [before === 0 ? '127.0.0.2' : '127.0.0.1'])
    const admitted = new AdmittedNetworks([{ address: '127.0.0.2', bits: 32 }], [])
    const client = new OutwardClient({ admitted, fewPorts: true }, { lookups: new NameLookups(names.lookup) })
    const seen: (string | undefined)[] = []
    const watch = (request: { socket: { localAddress?: string } }) => seen.push(request.socket.localAddress)
    server.on('request', watch)
    try {
      expect((await client.send(`http://rebinding.example:${port}/`, asked)).status).toBe(201)
      await expect(client.send(`http://rebinding.example:${port}/`, asked)).rejects.toThrow(AddressRefused)
      expect(names.asked('rebinding.example')).toBe(2)
      expect(seen).toEqual(['::ffff:127.0.0.2'])
    } finally {
      server.off('request', watch)
      names.stop()
    }
  })

  test('is refused if only one of several addresses of a name is private', async () => {
    const names = await startNameServer(() => ['8.8.8.8', '127.0.0.1'])
    const reach = { admitted: new AdmittedNetworks([], []), fewPorts: true }
    const client = new OutwardClient(reach, { lookups: new NameLookups(names.lookup) })
    await expect(client.send('https://two.example/', asked)).rejects.toThrow('loopback address')
    names.stop()
  })

  test('over plain http, with credentials, or to a privileged port is refused by its rule', async () => {
    const client = new OutwardClient({ admitted: new AdmittedNetworks([], []), fewPorts: true })
    for (const [address, rule] of [
      ['http://example.com/', 'scheme'],
      ['ftp://example.com/', 'scheme'],
      ['https://user:password@example.com/', 'credentials'],
      ['https://example.com:22/', 'port'],
    ] as const)
      await expect(client.send(address, asked), address).rejects.toMatchObject({ rule })
  })

  test('by an admitted name works, and a redirect is not followed', async () => {
    const admitted = new AdmittedNetworks([], ['localhost'])
    const client = new OutwardClient({ admitted, fewPorts: true })
    expect((await client.send(`http://localhost:${port}/`, asked)).status).toBe(201)
    await expect(client.send(`http://127.0.0.1:${port}/`, asked)).rejects.toThrow(AddressRefused)
    count = 0
    const reply = await client.send(`http://localhost:${port}/away`, asked)
    expect([reply.status, count]).toEqual([302, 1])
  })

  test('ends when the receiver is silent, closes half-way or never stops', async () => {
    const at = `http://127.0.0.1:${port}`
    using frozen = time.freeze()
    const silent = expect(free.send(`${at}/silent`, asked)).rejects.toThrow('No response within')
    await time.advance(asked.seconds * 1_000)
    await silent
    frozen[Symbol.dispose]()
    await expect(free.send(`${at}/half`, asked)).rejects.toThrow('aborted')
    const reply = await free.send(`${at}/endless`, asked)
    expect([reply.status, reply.body.length]).toEqual([200, 1_000])
    await expect(free.send(`${at}/large`, { ...asked, whenLonger: 'fail' })).rejects.toThrow('longer than')
    const gone = new AbortController()
    const before = count
    const left = expect(free.send(`${at}/silent`, { ...asked, signal: gone.signal })).rejects.toThrow('gone')
    await until('it arrives', () => count > before)
    gone.abort(new Error('gone'))
    await left
  })

  test('again on a connection that the receiver closed while it was idle works', async () => {
    const fickle = createServer((_request, response) => response.end('ok'))
    fickle.keepAliveTimeout = 1
    fickle.keepAliveTimeoutBuffer = 0
    const own = await listen(fickle, '127.0.0.1')
    for (let n = 0; n < 30; n += 1)
      expect((await free.send(`http://127.0.0.1:${own}/`, asked)).status).toBe(200)
    fickle.closeAllConnections()
    await close(fickle)
  })

  test('a fetch for an identity provider returns the answer unchanged, and explains how to allow a private one', async () => {
    const body = new URLSearchParams({ a: 'b' })
    const reply = await guardedFetch(true)(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      headers: { 'x-sent': 'y' },
      body,
    })
    expect([reply.status, reply.headers.get('x-seen'), await reply.text()]).toEqual([201, 'y', 'a=b'])
    await expect(guardedFetch(true)(`http://127.0.0.1:${port}/large`, {})).rejects.toThrow('longer than')
    await expect(guardedFetch(false)(`https://127.0.0.1:${port}/`, {})).rejects.toThrow(
      'ATRIUM_SSO_PRIVATE_ADDRESSES',
    )
  })
})

test('lookups for failing destinations never delay those for healthy ones', async () => {
  const held: (() => void)[] = []
  const lookups = new NameLookups((name, _options, done) => {
    if (name.startsWith('dead')) held.push(() => done(null, []))
    else done(null, [{ address: '8.8.8.8', family: 4 }])
  })
  const gone = new AbortController()
  const dead = Array.from({ length: 100 }, (_, n) => lookups.find(`dead${n}.example`, 'failing', gone.signal))
  expect(await lookups.find('alive.example', 'healthy', new AbortController().signal)).toHaveLength(1)
  expect(held).toHaveLength(1)
  gone.abort(new Error('gave up'))
  const ends = await Promise.allSettled(dead)
  expect(ends.every(({ status }) => status === 'rejected')).toBe(true)
})
