import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { useWorld } from '../support/world.ts'

const world = useWorld({ ATRIUM_RATE_FAILURES_PER_MINUTE: '0' })
const paths = ['/oauth2/token', '/oauth2/revoke', '/oauth2/introspect']

test.each(paths)(
  '%s refuses an invalid media type in the format of the authorization server',
  async (url) => {
    for (const type of ['x', '/', 'application/json, text/plain']) {
      const reply = await world.nobody.send('POST', url, '{}', { 'content-type': type })
      expect([reply.status, reply.body.error]).toEqual([415, 'invalid_request'])
    }
  },
)

/** Sent on a real connection. */
async function post(
  path: string,
  headers: Record<string, string>,
  body: string,
): Promise<{ status: number | undefined; text: string }> {
  const { server } = world.app.server
  if (!server.listening) await world.app.server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method: 'POST', headers })
    sent.once('error', reject).once('response', async (response) => {
      resolve({ status: response.statusCode, text: (await response.toArray()).join('') })
    })
    sent.end(body)
  })
}

test.each(paths)('%s lets a client that sends far too much read that it is too much', async (path) => {
  const { status } = await post(path, { 'content-type': 'application/json' }, ' '.repeat(8_000_000))
  expect(status).toBe(413)
})

test.each([
  ...[...paths, '/v1/tasks', '/auth/sign-in'].map((path) => [path, 'application/json'] as const),
  ['/v1/files/upload', 'application/octet-stream'] as const,
])('%s refuses an encoded body', async (path, type) => {
  const company = await world.company()
  const headers = {
    authorization: `Bearer ${await world.token(company, company.adminId)}`,
    origin: new URL(world.config.publicUrl).origin,
    'content-type': type,
    'content-disposition': 'attachment; filename="a.bin"',
  }
  const sent = (coding: string) => post(path, { ...headers, 'transfer-encoding': coding }, '{}')
  for (const coding of ['gzip, chunked', 'identity, chunked']) {
    const { status, text } = await sent(coding)
    expect([coding, status]).toEqual([coding, 415])
    expect(text).toContain('Transfer-Encoding')
  }
  for (const coding of ['chunked', 'Chunked']) expect((await sent(coding)).status).not.toBe(415)
})
