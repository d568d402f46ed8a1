import { execFileSync } from 'node:child_process'
import { cpSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FileCaller, sha256, someBytes } from '../support/file-requests.ts'
import { freePort } from '../support/postgres-server.ts'
import { answers, cleanUpProcesses, makeFolder, root, settingsIn, start } from '../support/process.ts'
import { seedCompany, withDatabase } from '../support/seed.ts'

cleanUpProcesses()

test('the build runs as an installed package, without the sources', {
  timeout: 60_000,
}, async () => {
  const folder = makeFolder()
  // Built in a copy, so that a checkout keeps running its sources.
  // The pages that the checkout has already built.
  const parts = ['bin', 'src', 'scripts', 'web', 'package.json', 'package-lock.json', 'tsconfig.json']
  for (const name of [...parts, 'tsconfig.build.json'])
    cpSync(join(root, name), join(folder, 'checkout', name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'checkout', 'node_modules'))
  const checkout = join(folder, 'checkout')
  execFileSync(process.execPath, ['scripts/build.ts'], { cwd: checkout, stdio: 'pipe' })
  const installed = join(folder, 'installed')
  for (const name of ['bin', 'dist', 'web/dist', 'package.json'])
    cpSync(join(checkout, name), join(installed, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(installed, 'node_modules'))

  const { token } = await withDatabase(settingsIn(folder), (db) => seedCompany(db))
  const port = await freePort()
  const env = { ...settingsIn(folder), ATRIUM_PORT: `${port}` }
  const served = start(process.execPath, [join(installed, 'bin', 'atrium.mjs'), 'serve'], {
    env,
    cwd: folder,
  })
  await answers(served, `http://127.0.0.1:${port}/readyz`)
  for (const path of ['/', '/explorer', '/openapi.json', '/swagger.json', '/problems'])
    expect((await fetch(`http://127.0.0.1:${port}${path}`)).status, path).toBe(200)
  // Large enough for a thread, which is also loaded from the package.
  const caller = new FileCaller(`http://127.0.0.1:${port}`, token)
  const content = someBytes(300_000)
  const { id } = (await (await caller.upload('large', content)).json()) as { id: string }
  const file = await caller.claim(await caller.workspace(), id)
  const sent = await (await caller.fetch(`/v1/files/${file.body}/content`)).bytes()
  expect(sha256(sent)).toBe(sha256(content))
  served.signal('SIGTERM')
  expect((await served.ended).code).toBe(0)
})
