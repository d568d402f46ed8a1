import { type Addresses, newKeyPair } from '../../auth/client-keys.ts'
import { demand, mayAdministerCompany } from '../../auth/permissions.ts'
import { problem } from '../../base/errors.ts'
import { changed, createdWithSecret, nothing, one } from '../../http/answer.ts'
import type { Api } from '../../http/api.ts'
import { type ClientRow, client } from '../../schema/records/client.ts'
import { clients, demandCanBeActedAs, findClient, presentClient, presentClients } from './client.ts'
import { credentialSchema } from './credential-schema.ts'
import { makeClient } from './make.ts'

const onlyAdmins = 'Only company admins may see and manage API clients.'

export function clientRoutes(api: Api, addresses: Addresses): void {
  api.get(
    '/v1/clients',
    {
      summary: 'Lists the API clients of the company.',
      needs: 'A company admin.',
      answer: { list: clients },
      problems: ['forbidden'],
    },
    (ctx) => {
      demand(mayAdministerCompany(ctx.actor), onlyAdmins)
      return ctx.page<ClientRow>(clients, [], (found) => presentClients(ctx.db, ctx.site, found))
    },
  )

  api.get(
    '/v1/clients/:clientId',
    { summary: 'Shows one API client.', needs: 'A company admin.', answer: { one: client } },
    async ({ actor, db, site, params }) =>
      one(await presentClient(db, site, await findClient(db, actor, params.clientId))),
  )

  api.postPrepared(
    '/v1/clients',
    {
      summary:
        'Creates an API client and its first key. The response contains the private key, which is never shown again.',
      needs: 'A company admin.',
      body: { new: client },
      answer: { created: client, with: { credential: credentialSchema } },
      problems: ['forbidden', 'duplicate'],
      secretAnswer: true,
    },
    async (ctx) => {
      demand(mayAdministerCompany(ctx.actor), onlyAdmins)
      // Generating a key is slow, so validate the body first.
      await ctx.newRecord(client)
      return newKeyPair()
    },
    async (ctx, pair) => {
      const { actor, tx, site } = ctx
      const values = await ctx.newRecord(client)
      await demandCanBeActedAs(tx, actor.companyNo, values.actAs)
      const given = { ...values, companyNo: actor.companyNo, createdBy: actor.userId }
      const { row, credential } = await makeClient(tx, given, pair, addresses)
      return createdWithSecret(await presentClient(tx, site, row), `/v1/clients/${row.id}`, { credential })
    },
  )

  api.change(
    '/v1/clients/:clientId',
    {
      summary: 'Changes an API client.',
      needs: 'A company admin.',
      body: { change: client },
      answer: { changed: client },
      problems: ['duplicate', 'conflict'],
    },
    async (ctx) => {
      const { actor, tx, site, params } = ctx
      const before = await findClient(tx, actor, params.clientId)
      const changes = await ctx.changes(client, await presentClient(tx, site, before))
      const { row, fields, previous } = await tx.update(client, before, changes)
      if (fields.length > 0 && before.status === 'Revoked')
        throw problem('conflict', 'The client is revoked.')
      if (fields.includes('actAs')) await demandCanBeActedAs(tx, actor.companyNo, row.actAs)
      if (fields.length > 0) tx.log({ verb: 'updated', kind: 'client', recordId: row.id, fields, previous })
      return changed(await presentClient(tx, site, row))
    },
  )

  api.delete(
    '/v1/clients/:clientId',
    {
      summary:
        'Revokes an API client: it gets no more tokens, and its current ones stop working immediately.',
      needs: 'A company admin.',
      answer: 'nothing',
    },
    async (ctx) => {
      const { actor, tx, site, params } = ctx
      const before = await findClient(tx, actor, params.clientId)
      ctx.match(await presentClient(tx, site, before))
      const { row, fields, previous } = await tx.update(client, before, { status: 'Revoked' })
      if (fields.length > 0) tx.log({ verb: 'revoked', kind: 'client', recordId: row.id, fields, previous })
      return nothing()
    },
  )
}
