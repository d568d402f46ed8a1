import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { compiledBefore } from '../support/process.ts'
import { root } from './project.ts'

const run = promisify(execFile)

test('generated pages are up to date', async () => {
  const env = { ...process.env, ...compiledBefore }
  const { stdout } = await run(process.execPath, ['scripts/write-docs.ts', '--check'], { cwd: root, env })
  expect(stdout).toContain('All generated pages are up to date.')
})
