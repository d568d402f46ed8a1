import { execFile } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { outside, toolCommand } from '../support/outside-tools.ts'
import { freePort } from '../support/postgres-server.ts'
import { closeWorld, openWorld, unlimited, type World } from '../support/world.ts'

const folder = mkdtempSync(join(tmpdir(), 'atrium-generators-'))
let world: World
let url: string

beforeAll(async () => {
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  world = await openWorld('sqlite', folder, { ...unlimited, ATRIUM_PUBLIC_URL: url })
  await world.app.server.listen({ port, host: '127.0.0.1' })
  symlinkSync(join(outside, 'node_modules'), join(folder, 'node_modules'))
  for (const name of ['openapi.json', 'swagger.json'])
    writeFileSync(join(folder, name), await (await fetch(`${url}/${name}`)).text())
})
afterAll(async () => {
  await closeWorld(world)
  rmSync(folder, { recursive: true, force: true })
})

/** Runs a tool in the folder of the descriptions, and returns what it prints, even if it fails. */
async function output(command: string, ...words: string[]): Promise<string> {
  const run = promisify(execFile)
  const options = { cwd: folder, maxBuffer: 64 * 1024 * 1024 }
  const done = await run(toolCommand(command), words, options).catch((error) => error)
  return done.stdout
}

/** How each generator is called, as its own documentation shows it, and the program that uses the result. */
const generators: readonly [program: string, command: string, ...words: string[]][] = [
  ['openapi-fetch', 'openapi-typescript', 'openapi.json', '-o', 'openapi-typescript.ts'],
  ['hey-api', 'openapi-ts', '-i', 'openapi.json', '-o', 'hey-api'],
  ['orval', 'orval', '--input', 'openapi.json', '--output', 'orval-client.ts', '--client', 'fetch'],
  ['oazapfts', 'oazapfts', 'openapi.json', 'oazapfts-client.ts'],
  [
    'swagger-typescript-api',
    'swagger-typescript-api',
    'generate',
    '-p',
    'openapi.json',
    '-n',
    'api-client.ts',
  ],
]

const compilerOptions = {
  noEmit: true,
  strict: true,
  skipLibCheck: true,
  module: 'nodenext',
  allowImportingTsExtensions: true,
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: [],
}

test.each(generators)('a plain program with %s has no type errors', async (program, command, ...words) => {
  expect(await output(command, ...words)).not.toMatch(/\berror\b/i)
  const file = `${program}.ts`
  copyFileSync(join(outside, 'programs', file), join(folder, file))
  writeFileSync(join(folder, `${program}.json`), JSON.stringify({ compilerOptions, files: [file] }))
  expect(await output('tsc', '-p', `${program}.json`)).toBe('')
})

interface Program {
  main: (url: string, token: string) => Promise<string[]>
}

test('the program with openapi-fetch works as described', async () => {
  const company = await world.company()
  const token = await world.token(company, company.adminId)
  const { main } = (await import(join(folder, 'openapi-fetch.ts'))) as Program
  expect(await main(url, token)).toEqual(['90', 'Write the press release (5)', 'invalid_filter'])
})

interface Finding {
  code: string
  message: string
  path: string[]
}

test.each(['openapi.json', 'swagger.json'])('Spectral finds no error in /%s', async (file) => {
  writeFileSync(join(folder, '.spectral.yaml'), 'extends: ["spectral:oas"]\n')
  const words = ['--format', 'json', '--quiet', '--display-only-failures']
  const found: Finding[] = JSON.parse(await output('spectral', 'lint', file, ...words))
  expect(found.map(({ code, path, message }) => `${code} at ${path.join('.')}: ${message}`)).toEqual([])
})
