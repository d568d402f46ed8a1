import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { root } from './project.ts'

const run = promisify(execFile)

test('the pages that are made from code are fresh', async () => {
  const { stdout } = await run(process.execPath, ['scripts/write-docs.ts', '--check'], { cwd: root })
  expect(stdout).toContain('fresh')
})
