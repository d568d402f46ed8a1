import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownDescription } from '../../scripts/docs/own-description.ts'
import { outside, toolCommand } from '../support/outside-tools.ts'

const folder = mkdtempSync(join(tmpdir(), 'atrium-generators-'))

beforeAll(async () => {
  symlinkSync(join(outside, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(await ownDescription()))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** How each generator is called, as its own documentation shows it. */
const generators: readonly [command: string, ...words: string[]][] = [
  ['openapi-typescript', 'openapi.json', '-o', 'openapi-typescript.ts'],
  ['openapi-ts', '-i', 'openapi.json', '-o', 'hey-api'],
  ['orval', '--input', 'openapi.json', '--output', 'orval.ts'],
  ['oazapfts', 'openapi.json', 'oazapfts.ts'],
  ['swagger-typescript-api', 'generate', '-p', 'openapi.json', '-o', '.', '-n', 'swagger-typescript-api.ts'],
]

test.each(generators)('%s generates a client', (command, ...words) => {
  const output = execFileSync(toolCommand(command), words, { cwd: folder, encoding: 'utf8' })
  expect(output).not.toMatch(/\berror\b/i)
})
