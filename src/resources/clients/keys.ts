import { type Addresses, buildCredential, newKeyPair } from '../../auth/client-keys.ts'
import type { Actor } from '../../base/actor.ts'
import { problem } from '../../base/errors.ts'
import type { Reader } from '../../db/database.ts'
import { createdWithSecret, nothing, one } from '../../http/answer.ts'
import type { Api } from '../../http/api.ts'
import type { Site } from '../../http/context.ts'
import { listOf } from '../../lists/list.ts'
import { present, type Representation } from '../../schema/present.ts'
import { type ClientKeyRow, clientKey } from '../../schema/records/client.ts'
import { findClient } from './client.ts'
import { credentialSchema } from './credential-schema.ts'
import { addKey } from './make.ts'

const clientKeys = listOf(clientKey)

const presentKey = (site: Site, row: ClientKeyRow): Representation =>
  present(clientKey, site.publicUrl, row.id, row)

async function findKey(reader: Reader, actor: Actor, clientId: string, keyId: string): Promise<ClientKeyRow> {
  await findClient(reader, actor, clientId)
  const row = await reader.query
    .selectFrom('clientKeys')
    .selectAll()
    .where('companyNo', '=', actor.companyNo)
    .where('clientId', '=', clientId)
    .where('id', '=', keyId)
    .executeTakeFirst()
  if (row === undefined) throw problem('not_found', 'There is no such key.')
  return row
}

export function clientKeyRoutes(api: Api, addresses: Addresses): void {
  api.get(
    '/v1/clients/:clientId/keys',
    { summary: 'Lists the keys of an API client.', needs: 'A company admin.', answer: { list: clientKeys } },
    async (ctx) => {
      const { id } = await findClient(ctx.db, ctx.actor, ctx.params.clientId)
      const part = clientKeys.where(ctx.actor, 'clientId', id)
      return ctx.page<ClientKeyRow>(clientKeys, [part], (found) =>
        found.map((row) => presentKey(ctx.site, row)),
      )
    },
  )

  api.get(
    '/v1/clients/:clientId/keys/:keyId',
    { summary: 'Shows one key of an API client.', needs: 'A company admin.', answer: { one: clientKey } },
    async ({ actor, db, site, params }) =>
      one(presentKey(site, await findKey(db, actor, params.clientId, params.keyId))),
  )

  api.postPrepared(
    '/v1/clients/:clientId/keys',
    {
      summary:
        'Creates a second key for an API client, so that the first can be replaced without a gap. The response contains the private key, which is never shown again.',
      needs: 'A company admin.',
      answer: { created: clientKey, with: { credential: credentialSchema } },
      problems: ['conflict'],
      secretAnswer: true,
    },
    async (ctx) => {
      await findClient(ctx.db, ctx.actor, ctx.params.clientId)
      return newKeyPair()
    },
    async ({ actor, tx, site, params }, pair) => {
      const found = await findClient(tx, actor, params.clientId)
      const row = await addKey(tx, found, actor.userId, pair)
      const credential = buildCredential(addresses, found.id, row.id, pair)
      return createdWithSecret(presentKey(site, row), `/v1/clients/${found.id}/keys/${row.id}`, {
        credential,
      })
    },
  )

  api.delete(
    '/v1/clients/:clientId/keys/:keyId',
    {
      summary: 'Revokes a key: it gets no more tokens, and its current ones stop working immediately.',
      needs: 'A company admin.',
      answer: 'nothing',
    },
    async (ctx) => {
      const { actor, tx, site, params } = ctx
      const before = await findKey(tx, actor, params.clientId, params.keyId)
      ctx.match(presentKey(site, before))
      const { row, fields, previous } = await tx.update(clientKey, before, { status: 'Revoked' })
      if (fields.length > 0)
        tx.log({ verb: 'revoked', kind: 'clientKey', recordId: row.id, fields, previous })
      return nothing()
    },
  )
}
