import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildClient, buildFixture } from '../api/fixture.ts'
import { tokenIn } from '../support/browser.ts'
import { outside, toolCommand } from '../support/outside-tools.ts'
import { freePort } from '../support/postgres-server.ts'
import { assertionOf } from '../support/signer.ts'
import { closeWorld, openWorld, unlimited, type World } from '../support/world.ts'

const folder = mkdtempSync(join(tmpdir(), 'atrium-postman-'))
let world: World
let url: string

beforeAll(async () => {
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  // Nobody listens there: mail waits in the outbox.
  const mail = { ATRIUM_SMTP_URL: 'smtp://127.0.0.1:9' }
  world = await openWorld('sqlite', folder, { ...unlimited, ...mail, ATRIUM_PUBLIC_URL: url })
  await world.app.server.listen({ port, host: '127.0.0.1' })
})
afterAll(async () => {
  await closeWorld(world)
  rmSync(folder, { recursive: true, force: true })
})

interface Collection {
  item: unknown[]
  variable: { key: string; value: string }[]
  event?: unknown[]
}

type Convert = (
  input: { type: 'string'; data: string },
  options: Readonly<Record<string, unknown>>,
  done: (error: Error | null, result: { result: boolean; output: { data: Collection }[] }) => void,
) => void

/** Imports the description as Postman does, with "Parameter generation: Example". */
async function importedCollection(): Promise<Collection> {
  const load = createRequire(join(outside, 'package.json'))
  const { convertV2 } = load('openapi-to-postmanv2') as { convertV2: Convert }
  const data = JSON.stringify(world.app.description)
  return new Promise((resolve, reject) =>
    convertV2({ type: 'string', data }, { parametersResolution: 'Example' }, (error, result) => {
      const [made] = result?.output ?? []
      if (made === undefined) reject(error ?? new Error('The description cannot be imported'))
      else resolve(made.data)
    }),
  )
}

/** What somebody has before they start: a company with one record of each kind, and Ada, who can sign in. */
async function prepared(): Promise<{ bearerToken: string; known: object }> {
  const { company, admin, ids } = await buildFixture(world, 'accounts')
  const example = 'several unrelated words'
  const ada = `/v1/users/${company.adminId}`
  await admin.ok('PUT', ada, { email: 'ada@example.com', fullName: 'Ada Lovelace' })
  const { link } = (await admin.ok('POST', `${ada}/invitation`, { mailed: false })).body
  await world.browser().ok('/auth/invitations/accept', { token: tokenIn(link), password: example })
  const assertion = assertionOf(await buildClient(world, company, 'Postman'))
  const named = Object.entries(ids).map(([place, id]) => [/\{(\w+)\}/.exec(place)?.[1] ?? '', [id]])
  const workspaceId = ids['workspaces/{workspaceId}']
  const report = await admin.create('/v1/reports', { reportName: 'Time', source: 'times', workspaceId })
  const timesheet = await admin.create('/v1/timesheets', { week: '2026-03-09' })
  const file = await admin.file(`/v1/workspaces/${workspaceId}`, 'Other.pdf')
  const others = {
    userHash: [ids['members/{userHash}']],
    otherUserHash: [ids['users/{userHash}']],
    otherTagId: [ids['tags/{into}']],
    reportId: [report.id],
    timesheetId: [ids['timesheets/{timesheetId}'], timesheet.id],
    kind: ['task'],
    recordId: [ids['tasks/{taskId}']],
    // The first one has a preview.
    fileId: [ids['files/{fileId}'], file],
  }
  return {
    bearerToken: await world.token(company, company.adminId),
    known: {
      ids: { ...Object.fromEntries(named), ...others },
      deleted: {},
      linkTokens: {},
      csrfToken: '',
      assertion,
    },
  }
}

interface Report {
  run: {
    executions: {
      item: { name: string }
      request: { method: string; url: { path: string[] } }
      response?: { code: number; stream?: { data: number[] } }
    }[]
  }
}

/** Runs all requests of the collection in order, each once. */
async function run(collection: Collection, variables: Readonly<Record<string, string>>): Promise<Report> {
  const script = (listen: string, file: string): object => ({
    listen,
    script: {
      type: 'text/javascript',
      exec: readFileSync(join(outside, 'postman', file), 'utf8').split('\n'),
    },
  })
  const events = [script('prerequest', 'before-request.js'), script('test', 'after-response.js')]
  const variable = Object.entries(variables).map(([key, value]) => ({ key, value }))
  const file = join(folder, 'collection.json')
  const report = join(folder, 'report.json')
  writeFileSync(file, JSON.stringify({ ...collection, event: events, variable }))
  const words = ['run', file, '--reporters', 'json', '--reporter-json-export', report, '--ignore-redirects']
  const child = spawn(toolCommand('newman'), words, { stdio: 'inherit' })
  await new Promise((resolve) => child.once('close', resolve))
  return JSON.parse(readFileSync(report, 'utf8')) as Report
}

test('the Postman collection runs in order, and nine of ten requests succeed', async () => {
  const { bearerToken, known } = await prepared()
  const collection = await importedCollection()
  const { run: done } = await run(collection, { baseUrl: url, bearerToken, known: JSON.stringify(known) })
  const operations = Object.values(world.app.description.paths).flatMap((item) => Object.keys(item))
  expect(done.executions).toHaveLength(operations.length)
  const failed = done.executions
    .filter(({ response }) => (response?.code ?? 500) >= 400)
    .map(({ request, response }) => {
      const detail = Buffer.from(response?.stream?.data ?? []).toString()
      return `${request.method} /${request.url.path.join('/')}: ${response?.code} ${/"detail":"([^"]+)/.exec(detail)?.[1]}`
    })
  expect(failed.length / operations.length, failed.join('\n')).toBeLessThanOrEqual(0.1)
})
