import { closeSync, ftruncateSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { haveDebian } from '../support/debian.ts'
import {
  atrium,
  cleanUpProcesses,
  makeFolder,
  root,
  serveReady,
  settingsIn,
  start,
} from '../support/process.ts'

cleanUpProcesses()

const gigabyte = 1024 ** 3

/** The first example of the guide, with the address of this service. */
function example(url: string): string {
  const guide = readFileSync(join(root, 'docs/guides/files.md'), 'utf8')
  const [, script] = /```sh\n(curl [\s\S]*?)```/.exec(guide) ?? []
  if (script === undefined) throw new Error('The guide to files has no example')
  return script.replace('https://atrium.example.com', url)
}

test('the upload example of the guide works for 1 GB', async (context) => {
  if (!haveDebian('/usr/bin/curl', 'curl')) context.skip('curl is not installed and cannot be installed here')
  const folder = makeFolder()
  const settings = settingsIn(folder)
  const words = ['--company', 'Acme', '--organization', 'accounts', '--admin', 'ada@example.com']
  const init = await atrium(['init', ...words, '--password-stdin'], {
    env: settings,
    input: 'correct horse battery',
  })
  expect(init.code, init.stderr).toBe(0)
  const { port } = await serveReady(settings)
  const url = `http://127.0.0.1:${port}`
  const file = openSync(join(folder, 'Offer.pdf'), 'w')
  ftruncateSync(file, gigabyte)
  closeSync(file)
  const env = { ...process.env, TOKEN: await tokenAt(url) }
  const { code, stdout, stderr } = await start('/bin/sh', ['-c', example(url)], { cwd: folder, env }).ended
  expect(code, stderr).toBe(0)
  expect(JSON.parse(stdout).details, stdout).toMatchObject({ fileName: 'Offer.pdf', size: gigabyte })
})

/** The web application's way to a token. */
async function tokenAt(url: string): Promise<string> {
  const post = async (path: string, body: object, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const signedIn = await post('/auth/sign-in', {
    email: 'ada@example.com',
    password: 'correct horse battery',
  })
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const { csrfToken } = (await signedIn.json()) as { csrfToken: string }
  const reply = await post('/auth/token', {}, { cookie, 'x-csrf-token': csrfToken })
  return ((await reply.json()) as { access_token: string }).access_token
}
