import { createPrivateKey, createPublicKey } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { makeClient } from '../../support/signer.ts'
import { type Company, useSharedWorld } from '../../support/world.ts'

const world = useSharedWorld()
let company: Company

beforeAll(async () => {
  company = await world.company()
})

test('creating one returns its credential, once', async () => {
  const reply = await company.admin.send('POST', '/v1/clients', { name: 'Import', actAs: company.adminId })
  expect(reply.status).toBe(201)
  const { credential, ...record } = reply.body
  expect(credential).toMatchObject({
    client_id: record.id,
    key_id: record.details.keys[0].keyId,
    audience: 'atrium.example.com',
    token_url: 'https://atrium.example.com/oauth2/token',
    api_url: 'https://atrium.example.com',
  })
  expect(credential.private_key).toMatch(/^-----BEGIN PRIVATE KEY-----/)
  expect(createPrivateKey(credential.private_key).asymmetricKeyDetails?.modulusLength).toBeGreaterThanOrEqual(
    2048,
  )
  const read = await company.admin.get(`/v1/clients/${record.id}`)
  expect(read.body).toEqual(record)
  const stored = JSON.stringify([
    await world.db.query.selectFrom('clients').selectAll().execute(),
    await world.db.query.selectFrom('clientKeys').selectAll().execute(),
    await world.db.query.selectFrom('changes').selectAll().execute(),
    await world.db.query.selectFrom('idempotencyKeys').selectAll().execute(),
  ])
  expect(stored).not.toContain('PRIVATE')
  expect(stored).toContain(
    JSON.stringify(createPublicKey(credential.private_key).export({ type: 'spki', format: 'pem' })).slice(
      1,
      -1,
    ),
  )
})

test('an Idempotency-Key does not store the secret, and Accept: text/plain does not lose it', async () => {
  const body = { name: 'Twice', actAs: company.adminId }
  const headers = { 'idempotency-key': 'secret', accept: 'text/plain, application/json;q=0.5' }
  const first = await company.admin.send('POST', '/v1/clients', body, headers)
  const second = await company.admin.send('POST', '/v1/clients', body, headers)
  expect([first.status, second.status]).toEqual([201, 201])
  expect(first.body.id).not.toBe(second.body.id)
  expect(second.body.credential.private_key).toMatch(/PRIVATE/)
})

test('only a user who may create workspaces and manage accounts can be chosen', async () => {
  const plain = await world.person(company)
  const half = await world.person(company, { permissions: ['createWorkspaces'] })
  const full = await world.person(company, { permissions: ['createWorkspaces', 'manageAccounts'] })
  const stranger = await world.company()
  for (const actAs of [plain.id, half.id, stranger.adminId, '034xoOp7QM7UE5C1GyMpSt', 'x', null, undefined]) {
    const reply = await company.admin.send('POST', '/v1/clients', { name: 'No', actAs })
    expect([reply.status, reply.body.errors[0].pointer]).toEqual([400, '/actAs'])
  }
  const made = await makeClient(company, { actAs: full.id })
  await company.admin.ok('PUT', `/v1/clients/${made.client_id}`, { actAs: company.adminId })
  expect((await company.admin.send('PUT', `/v1/clients/${made.client_id}`, { actAs: plain.id })).status).toBe(
    400,
  )
})

test('compatibility is chosen when it is created', async () => {
  const made = await makeClient(company, { compatibility: true })
  expect(
    (await company.admin.send('PUT', `/v1/clients/${made.client_id}`, { compatibility: false })).status,
  ).toBe(400)
  expect(
    (await company.admin.send('PUT', `/v1/clients/${made.client_id}`, { compatibility: true, name: 'Same' }))
      .status,
  ).toBe(204)
})

test('lists are sorted and filtered; a revoked client stays visible', async () => {
  const made = await makeClient(company, { name: 'Revoked one' })
  await company.admin.ok('DELETE', `/v1/clients/${made.client_id}`)
  await company.admin.ok('DELETE', `/v1/clients/${made.client_id}`)
  const revoked = await company.admin.list(
    `/v1/clients?sort=-name&filter=${encodeURIComponent('status="Revoked"')}`,
  )
  expect(revoked.items.map(({ details }) => details.name)).toEqual(['Revoked one'])
  expect((await company.admin.send('PUT', `/v1/clients/${made.client_id}`, { name: 'Again' })).status).toBe(
    409,
  )
  expect((await company.admin.send('POST', `/v1/clients/${made.client_id}/keys`, {})).status).toBe(409)
})

test('they are for company admins, and hidden from other companies', async () => {
  const made = await makeClient(company)
  const person = await world.person(company, { permissions: ['createWorkspaces', 'manageAccounts'] })
  const stranger = await world.company()
  const paths = [
    ['GET', '/v1/clients'],
    ['POST', '/v1/clients'],
    ['GET', `/v1/clients/${made.client_id}`],
    ['PUT', `/v1/clients/${made.client_id}`],
    ['DELETE', `/v1/clients/${made.client_id}`],
    ['GET', `/v1/clients/${made.client_id}/keys`],
    ['POST', `/v1/clients/${made.client_id}/keys`],
    ['GET', `/v1/clients/${made.client_id}/keys/${made.key_id}`],
    ['DELETE', `/v1/clients/${made.client_id}/keys/${made.key_id}`],
  ] as const
  for (const [method, path] of paths) {
    expect(
      (await person.client.send(method, path, method === 'PUT' ? {} : undefined)).status,
      `${method} ${path}`,
    ).toBe(403)
    if (path !== '/v1/clients')
      expect((await stranger.admin.send(method, path, method === 'PUT' ? {} : undefined)).status).toBe(404)
  }
})

test('every change of clients and keys is in the change log', async () => {
  const made = await makeClient(company)
  const { id: second } = await company.admin.create(`/v1/clients/${made.client_id}/keys`, {})
  await company.admin.ok('PUT', `/v1/clients/${made.client_id}`, { name: 'Renamed' })
  await company.admin.ok('DELETE', `/v1/clients/${made.client_id}/keys/${second}`)
  await company.admin.ok('DELETE', `/v1/clients/${made.client_id}`)
  const changes = await world.db.query
    .selectFrom('changes')
    .select(['type', 'userId'])
    .where('recordId', 'in', [made.client_id, made.key_id, second])
    .orderBy('id')
    .execute()
  expect(changes.map(({ type }) => type).sort()).toEqual(
    [
      'client.created',
      'client.revoked',
      'client.updated',
      'clientKey.created',
      'clientKey.created',
      'clientKey.revoked',
    ].sort(),
  )
  expect(changes.every(({ userId }) => userId === company.adminId)).toBe(true)
})

test('the keys of a client are listed and shown, and updateDetails changes it as PUT does', async () => {
  const company = await world.company()
  const made = await makeClient(company)
  const path = `/v1/clients/${made.client_id}`
  const { items } = await company.admin.list(`${path}/keys`)
  expect(items.map(({ id }) => id)).toEqual([made.key_id])
  expect((await company.admin.ok('GET', `${path}/keys/${made.key_id}`)).body).toEqual(items[0])
  await company.admin.ok('POST', `${path}/updateDetails`, { name: 'Renamed' })
  expect((await company.admin.get(path)).body.details.name).toBe('Renamed')
})
