import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
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

/** The guide's programs, run as they stand there against a real server. */
cleanUpProcesses()
const folder = makeFolder()
const guide = readFileSync(join(root, 'docs', 'guides', 'auth.md'), 'utf8')

function program(language: string, containing: string): string {
  const blocks = [...guide.matchAll(/```(\w+)\n([\s\S]*?)```/g)]
  const found = blocks.find(([, named, text]) => named === language && text?.includes(containing))
  if (found?.[2] === undefined) throw new Error(`The guide has no ${language} program with ${containing}`)
  return found[2]
}

beforeAll(async () => {
  const settings = settingsIn(folder)
  const init = [
    'init',
    '--company',
    'Acme',
    '--admin',
    'ada@example.com',
    '--organization',
    'accounts',
    '--password-stdin',
    '--name',
    'Ada',
  ]
  expect((await atrium(init, { env: settings, input: 'correct horse battery' })).code).toBe(0)
  const { port } = await serveReady(settings)
  const url = `http://localhost:${port}`
  const created = await atrium(['client', 'create', '--act-as', 'ada@example.com'], {
    env: { ...settings, ATRIUM_PUBLIC_URL: url },
  })
  expect(created.code, created.stderr).toBe(0)
  expect(created.stderr).toBe('')
  writeFileSync(join(folder, 'credential.json'), created.stdout)
})

async function tells(file: string, words: readonly string[]): Promise<void> {
  const { code, stdout, stderr } = await start(file, words, { cwd: folder }).ended
  expect([code, stderr]).toEqual([0, ''])
  expect(JSON.parse(stdout).details).toMatchObject({ email: 'ada@example.com', fullName: 'Ada' })
}

const python = '/usr/bin/python3'
const php = '/usr/bin/php'

test('curl and openssl', async (context) => {
  if (!haveDebian('/usr/bin/curl', 'curl')) context.skip('there is no curl, and it cannot be installed here')
  writeFileSync(join(folder, 'first.sh'), program('sh', 'openssl dgst'))
  await tells('/bin/sh', ['first.sh'])
})

test('Node', async () => {
  writeFileSync(join(folder, 'first.mjs'), program('js', 'createSign'))
  await tells(process.execPath, ['first.mjs'])
})

test('Python', async (context) => {
  if (
    !haveDebian(
      '/usr/lib/python3/dist-packages/jwt/__init__.py',
      'python3',
      'python3-jwt',
      'python3-cryptography',
    )
  )
    context.skip('there is no python3-jwt, and it cannot be installed here')
  writeFileSync(join(folder, 'first.py'), program('python', 'import jwt'))
  await tells(python, ['first.py'])
})

test('PHP', async (context) => {
  if (!haveDebian(php, 'php-cli')) context.skip('there is no php-cli, and it cannot be installed here')
  writeFileSync(join(folder, 'first.php'), program('php', 'openssl_sign'))
  await tells(php, ['first.php'])
})
