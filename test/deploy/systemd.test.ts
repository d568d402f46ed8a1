import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cleanUpProcesses, makeFolder, root } from '../support/process.ts'

cleanUpProcesses()

test('the systemd unit is valid', (context) => {
  const unit = readFileSync(join(root, 'deploy', 'atrium.service'), 'utf8')
  expect(unit).toMatch(/^ExecStart=\S+node --max-semi-space-size=8 bin\/atrium\.mjs serve$/m)
  const analyze = '/usr/bin/systemd-analyze'
  if (!existsSync(analyze)) context.skip('systemd-analyze is not installed')
  const folder = makeFolder()
  const file = join(folder, 'atrium.service')
  // Its paths are those of a machine where it is installed.
  writeFileSync(
    file,
    unit.replaceAll('/opt/atrium/node_modules/.bin/node', process.execPath).replaceAll('/opt/atrium', root),
  )
  expect(execFileSync(analyze, ['verify', file], { encoding: 'utf8', stdio: 'pipe' })).toBe('')
})
