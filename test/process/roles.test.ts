import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { operate, operated } from '../support/copies.ts'
import { freePort } from '../support/postgres-server.ts'
import { cleanUpProcesses, makeFolder, serveReady, settingsIn, until } from '../support/process.ts'
import { seedCompany, withDatabase } from '../support/seed.ts'

cleanUpProcesses()

/** The statements of the operating guide, before and after connecting to the new database. */
function statementsOfGuide(names: Readonly<Record<string, string>>): [string[], string[]] {
  const guide = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8')
  const section = guide.split('### A role that only serves')[1] ?? ''
  const block = /```sql\n([\s\S]*?)```/.exec(section)?.[1] ?? ''
  const text = block.replaceAll(/\b(atrium_owner|atrium)\b/g, (name) => names[name] ?? name)
  const [before = '', after = ''] = text.split(/\\connect .*\n/)
  const split = (part: string): string[] => part.split(';').filter((each) => each.trim() !== '')
  return [split(before), split(after)]
}

async function run(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/** A database with two roles, as the guide creates them. */
async function makeRoles(): Promise<{ owner: string; serving: string; drop: () => Promise<void> }> {
  const server = inject('postgresUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const names = { atrium_owner: `${name}_owner`, atrium: name }
  const [before, after] = statementsOfGuide(names)
  await run(`${server}/postgres`, before)
  await run(`${server}/${name}`, after)
  const addressOf = (role: string): string => {
    const url = new URL(`${server}/${name}`)
    Object.assign(url, { username: role, password: 'secret' })
    return url.href
  }
  return {
    owner: addressOf(names.atrium_owner),
    serving: addressOf(names.atrium),
    drop: () =>
      run(`${server}/postgres`, [
        `DROP DATABASE ${name} WITH (FORCE)`,
        `DROP ROLE ${names.atrium_owner}`,
        `DROP ROLE ${name}`,
      ]),
  }
}

test('a role with the privileges of the guide serves, and the owner migrates', async () => {
  const { owner, serving, drop } = await makeRoles()
  const settings = { ...settingsIn(makeFolder()), ATRIUM_DATABASE_URL: serving }
  const pending = await operate(['serve'], { ...settings, ATRIUM_PORT: '1' })
  expect([pending.code, pending.noted]).toEqual([4, expect.stringContaining('run "atrium migrate"')])

  await operated(['migrate'], { ...settings, ATRIUM_DATABASE_URL: owner })
  const { token } = await withDatabase(settings, (db) => seedCompany(db))
  const metricsPort = await freePort()
  const served = await serveReady({ ...settings, ATRIUM_METRICS_PORT: `${metricsPort}` })
  const call = async (method: string, path: string, body?: object): Promise<{ id: string }> => {
    const reply = await fetch(`${served.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    expect(reply.status, `${method} ${path}`).toBeLessThan(300)
    return reply.status === 204 ? { id: '' } : ((await reply.json()) as { id: string })
  }
  const workspace = await call('POST', '/v1/workspaces', { workspaceName: 'One' })
  const task = await call('POST', `/v1/workspaces/${workspace.id}/tasks`, { title: 'Two', tags: ['three'] })
  await call('PUT', `/v1/tasks/${task.id}`, { title: 'Four' })
  await call('GET', '/v1/tasks?sort=-priority')
  await call('DELETE', `/v1/tasks/${task.id}`)
  await call('GET', '/v1/company/backup')
  await until('the jobs have run', async () => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    return (text.match(/^atrium_job_last_success_timestamp_seconds\{/gm)?.length ?? 0) >= 8
  })
  expect((await served.stop()).code).toBe(0)
  expect(served.log().filter(({ level }) => Number(level) >= 50)).toEqual([])

  for (const statement of [
    'CREATE TABLE "other" ("id" text)',
    'DROP TABLE "tasks"',
    'TRUNCATE "tasks"',
    'ALTER TABLE "tasks" ADD COLUMN "other" text',
  ])
    await expect(run(serving, [statement]), statement).rejects.toThrow(/permission denied|must be owner/)

  // The service itself migrates as the owner, if it knows an address with that role.
  const direct = { ...settings, ATRIUM_DATABASE_DIRECT_URL: owner }
  expect((await (await serveReady(direct)).stop()).code).toBe(0)
  for (const each of [settings, direct]) {
    await operated(['backup', makeFolder()], each)
    await operated(['check'], each)
  }
  await drop()
})
