import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { operated } from '../support/copies.ts'
import { makeDatabase } from '../support/postgres-server.ts'
import { cleanUpProcesses, makeFolder, settingsIn } from '../support/process.ts'
import { closeWorld, openWorld, unlimited, type World } from '../support/world.ts'

cleanUpProcesses()

const secret = { ATRIUM_SECRET: 'a secret that only tests know, 32+' }
const postgresUrl = inject('postgresUrl')

/** Commands that copy an installation or a company; each returns the settings of the copy. */
const copying: Record<string, (own: Record<string, string>, companyId: string) => Promise<Settings>> = {
  restore: async (own) => {
    const [backup, target] = [makeFolder(), { ...settingsIn(makeFolder()), ...secret }]
    await operated(['backup', backup], own)
    await operated(['restore', backup], target)
    return target
  },
  move: async (own) => {
    const name = await makeDatabase(postgresUrl, `test_copied_${process.pid}`)
    const there = `${postgresUrl}/${name}`
    await operated(['move', '--to-database', there], own)
    return { ...own, ATRIUM_DATABASE_URL: there }
  },
  import: async (own, companyId) => {
    const [archive, target] = [join(makeFolder(), 'archive'), settingsIn(makeFolder())]
    await operated(['export', '--company', companyId, archive], own)
    await operated(['import', archive], target)
    return target
  },
}

type Settings = Record<string, string>

const open = (settings: Settings): Promise<World> =>
  openWorld(
    settings['ATRIUM_DATABASE_URL']?.startsWith('postgres') === true ? 'postgres' : 'sqlite',
    settings['ATRIUM_DATA'] ?? '',
    { ...unlimited, ...settings },
  )

test.each(Object.keys(copying))('after %s webhooks are paused, and old positions are a 410', async (how) => {
  const own = { ...settingsIn(makeFolder()), ...secret }
  const source = await open(own)
  const company = await source.company()
  const given = { name: 'Copied', url: 'https://hooks.example.com/', types: ['task.*'] }
  const hook = await company.admin.create('/v1/webhooks', given)
  const { position } = (await company.admin.ok('GET', '/v1/changes?after=now')).body
  await closeWorld(source)
  const target = await copying[how]?.(own, company.companyId)
  const copy = await open({ ...secret, ...target })
  try {
    const { companyNo } = await copy.db.query
      .selectFrom('companies')
      .select('companyNo')
      .executeTakeFirstOrThrow()
    const admin = copy.client(await copy.token({ ...company, companyNo }, company.adminId))
    const path = `/v1/webhooks/${hook.id}`
    const { details } = (await admin.ok('GET', path)).body
    expect(details).toMatchObject({ ...given, status: 'Paused', statusReason: 'copied' })
    const reset = await admin.send('GET', `/v1/changes?after=${position}`)
    expect([reset.status, reset.body.code]).toEqual([410, 'feed_reset'])
    const { body } = await admin.ok('GET', '/v1/changes?after=start&types=webhook.created')
    expect(body.items).toHaveLength(1)
    // Signing keys are not exported: an imported webhook needs new ones.
    const resumed = await admin.send('POST', `${path}/resume`)
    expect(resumed.status).toBe(how === 'import' ? 409 : 204)
    if (how !== 'import') return
    expect((await admin.send('POST', `${path}/ping`)).status).toBe(409)
    expect((await admin.send('POST', `${path}/secret`)).body.secret).toMatch(/^whsec_/)
    await admin.ok('POST', `${path}/resume`)
  } finally {
    await closeWorld(copy)
  }
})
