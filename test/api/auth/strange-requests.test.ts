import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { useWorld } from '../../support/world.ts'

const world = useWorld({ ATRIUM_RATE_FAILURES_PER_MINUTE: '0' })
const paths = ['/oauth2/token', '/oauth2/revoke', '/oauth2/introspect']

test.each(paths)('%s refuses what is no media type in the form of the authorization server', async (url) => {
  for (const type of ['x', '/', 'application/json, text/plain']) {
    const reply = await world.nobody.send('POST', url, '{}', { 'content-type': type })
    expect([reply.status, reply.body.error]).toEqual([415, 'invalid_request'])
  }
})

test.each(paths)('%s lets somebody who sends far too much read that it is too much', async (path) => {
  const { server } = world.app.server
  if (!server.listening) await world.app.server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.address() as AddressInfo
  const status = await new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method: 'POST' })
    sent.setHeader('content-type', 'application/json')
    sent.once('error', reject).once('response', (response) => resolve(response.resume().statusCode))
    sent.end(' '.repeat(8_000_000))
  })
  expect(status).toBe(413)
})
