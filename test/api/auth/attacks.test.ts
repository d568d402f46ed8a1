import { createPublicKey, generateKeyPairSync, type KeyPairKeyObjectResult } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import type { Credential } from '../../../src/auth/client-keys.ts'
import { insertRow, newRow } from '../../../src/db/records.ts'
import {
  askToken,
  assertionOf,
  claimsOf,
  encode,
  hmacAssertion,
  jwtBearer,
  makeClient,
  postForm,
  postJson,
} from '../../support/signer.ts'
import { type Company, useWorld } from '../../support/world.ts'

const world = useWorld({ ATRIUM_RATE_FAILURES_PER_MINUTE: '0' })
let company: Company
let credential: Credential

beforeAll(async () => {
  company = await world.company()
  credential = await makeClient(company)
})

async function getsNothing(assertion: unknown): Promise<void> {
  const reply = await askToken(world.app.server, assertion)
  expect([reply.status, reply.body.error], String(assertion).slice(0, 200)).toEqual([400, 'invalid_grant'])
  expect(JSON.stringify(reply.body)).not.toContain('access_token')
}

test('alg none, in every spelling, with and without a signature', async () => {
  for (const alg of ['none', 'None', 'NONE', 'nOnE', 'none ', '', null, 0, false, [], ['none']])
    for (const signature of ['', 'x', encode('x')])
      await getsNothing(`${encode({ alg, typ: 'JWT' })}.${encode(claimsOf(credential))}.${signature}`)
})

test('HS256 keyed with the public key, in every known form', async () => {
  const { publicKey } = await world.db.query
    .selectFrom('clientKeys')
    .select('publicKey')
    .where('clientId', '=', credential.client_id)
    .executeTakeFirstOrThrow()
  const key = createPublicKey(publicKey)
  const forms = [
    publicKey,
    publicKey.trim(),
    key.export({ type: 'spki', format: 'der' }).toString('latin1'),
    key.export({ type: 'pkcs1', format: 'pem' }).toString(),
    JSON.stringify(key.export({ format: 'jwk' })),
  ]
  for (const secret of forms)
    for (const alg of ['HS256', 'HS512', 'RS256'])
      await getsNothing(hmacAssertion(credential, { alg, typ: 'JWT' }, secret))
})

test('an embedded key, or one at an address: never read, nothing fetched', async () => {
  const evil = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const jwk = { ...evil.publicKey.export({ format: 'jwk' }), kid: credential.key_id, alg: 'RS256' }
  let calls = 0
  const listener = createServer((_request, response) => {
    calls += 1
    response.end(JSON.stringify({ keys: [jwk] }))
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/keys`
  const key = evil.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const x5c = [evil.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')]
  for (const more of [
    { jwk },
    { jku: address },
    { x5u: address },
    { x5c },
    { jwk, jku: address, x5u: address, x5c, kid: address },
  ])
    await getsNothing(assertionOf(credential, { key, header: { alg: 'RS256', typ: 'JWT', ...more } }))
  // A request would have been sent before the next one is answered.
  await getsNothing(assertionOf(credential, { key, header: { alg: 'RS256', typ: 'JWT' } }))
  expect(calls).toBe(0)
  await new Promise((resolve) => listener.close(resolve))
})

test('altered but decodable: every byte of the signature, and of what is signed', async () => {
  const [header = '', payload = '', signature = ''] = assertionOf(credential).split('.')
  const bytes = Buffer.from(signature, 'base64url')
  for (const at of [0, 1, 127, 254, 255]) {
    const altered = Buffer.from(bytes)
    altered[at] = (altered[at] ?? 0) ^ 1
    await getsNothing(`${header}.${payload}.${altered.toString('base64url')}`)
  }
  await getsNothing(`${header}.${payload}.${bytes.subarray(1).toString('base64url')}`)
  await getsNothing(`${header}.${payload}.${Buffer.concat([Buffer.alloc(1), bytes]).toString('base64url')}`)
  await getsNothing(`${header}.${payload}.${Buffer.alloc(256).toString('base64url')}`)
  const richer = encode({ ...claimsOf(credential), sub: 'somebody' })
  await getsNothing(`${header}.${richer}.${signature}`)
})

test('a key of fewer than 2048 bits, or of another kind, cannot sign', async () => {
  const owner = await makeClient(company)
  const written = ({ publicKey, privateKey }: KeyPairKeyObjectResult) => ({
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  })
  const fit = written(generateKeyPairSync('rsa', { modulusLength: 2048 }))
  const unfit = [
    written(generateKeyPairSync('rsa', { modulusLength: 1024 })),
    written(generateKeyPairSync('rsa-pss', { modulusLength: 2048 })),
    written(generateKeyPairSync('ec', { namedCurve: 'P-256' })),
  ]
  // No method accepts such a key, so it is inserted next to the client's own.
  await world.db.transaction(async (tx) => {
    for (const { publicKey } of [fit, ...unfit])
      await insertRow(tx, 'clientKeys', {
        ...newRow(company.companyNo, null),
        externalId: null,
        clientId: owner.client_id,
        publicKey,
        fingerprint: '',
        status: 'Active',
        lastUsedAt: null,
      })
  })
  expect((await askToken(world.app.server, assertionOf(owner, { key: fit.privateKey }))).status).toBe(200)
  for (const { privateKey: key } of unfit)
    for (const alg of ['RS256', 'PS256', 'ES256'])
      await getsNothing(assertionOf(owner, { key, header: { alg, typ: 'JWT' } }))
})

test('huge and deeply nested bodies are refused', async () => {
  const { server } = world.app
  const nested = `${'['.repeat(8_000)}${']'.repeat(8_000)}`
  expect((await postJson(server, '/oauth2/token', nested)).status).toBe(400)
  expect((await postJson(server, '/oauth2/token', `{"a":${nested}}`)).status).toBe(400)
  expect((await postJson(server, '/oauth2/token', 'x'.repeat(2_000_000))).status).toBe(413)
  expect((await postForm(server, '/oauth2/token', 'a=b&'.repeat(4_000))).status).toBe(400)
  expect(
    (await postForm(server, '/oauth2/token', `grant_type=${jwtBearer}&assertion=${'.'.repeat(15_000)}`))
      .status,
  ).toBe(400)
})

test('claims from a prototype do not count', async () => {
  const claims = claimsOf(credential)
  const text = JSON.stringify({ ...claims, scp: undefined }).replace(/}$/, ',"__proto__":{"scp":"cd.user"}}')
  const reply = await askToken(world.app.server, assertionOf(credential, { claims: text }))
  expect([reply.status, reply.body.error]).toEqual([400, 'invalid_scope'])
})
