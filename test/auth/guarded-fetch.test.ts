import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { guardedFetch, isInnerAddress } from '../../src/sign-in/sso/guarded-fetch.ts'

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.31.255.255',
  '192.168.0.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  'fd00::1',
  'fe80::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '64:ff9b::7f00:1',
])('%s is a private address', (address) => {
  expect(isInnerAddress(address)).toBe(true)
})

test.each(['8.8.8.8', '172.32.0.1', '192.0.2.1', '2606:4700::1111', '::ffff:8.8.8.8'])(
  '%s is not',
  (address) => {
    expect(isInnerAddress(address)).toBe(false)
  },
)

describe('fetching', () => {
  let port = 0
  let asked = 0
  const server = createServer((request, response) => {
    asked += 1
    if (request.url === '/large') response.end('x'.repeat(2_000_000))
    else if (request.url === '/away') response.writeHead(302, { location: 'http://127.0.0.1/' }).end()
    else request.pipe(response.writeHead(201, { 'x-seen': request.headers['x-sent'] ?? '' }))
  })
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    port = typeof address === 'object' && address !== null ? address.port : 0
  })
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())))

  test('from private addresses is refused, by address and by name, before anything is sent', async () => {
    const fetch = guardedFetch(false)
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`, '2130706433', '0x7f.1'])
      for (const scheme of ['http', 'https'])
        await expect(fetch(`${scheme}://${host}/`, {}), `${scheme} ${host}`).rejects.toThrow(
          /private network/,
        )
    expect(asked).toBe(0)
  })

  test('works where it is allowed: the answer is unchanged, and a redirect is not followed', async () => {
    const fetch = guardedFetch(true)
    const body = new URLSearchParams({ a: 'b' })
    const reply = await fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      headers: { 'x-sent': 'y' },
      body,
    })
    expect([reply.status, reply.headers.get('x-seen'), await reply.text()]).toEqual([201, 'y', 'a=b'])
    expect((await fetch(`http://127.0.0.1:${port}/away`, {})).status).toBe(302)
  })

  test('stops when the response is too large', async () => {
    await expect(guardedFetch(true)(`http://127.0.0.1:${port}/large`, {})).rejects.toThrow()
  })
})
