import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { time } from '../support/clock.ts'
import { haveDebian } from '../support/debian.ts'
import {
  cleanUpProcesses,
  makeFolder,
  program,
  root,
  serveReady,
  settingsIn,
  start,
} from '../support/process.ts'

cleanUpProcesses()
const readme = readFileSync(join(root, 'README.md'), 'utf8')

/** The commands of a section of the README, in their order. */
function commandsOf(heading: string): string {
  const section = readme.split(/^## /m).find((text) => text.startsWith(`${heading}\n`))
  return [...(section ?? '').matchAll(/^```sh\n(.*?)^```/gms)].map(([, block]) => block).join('')
}

test('the README leads from nothing to a time entry, word for word', async (context) => {
  if (!haveDebian('/usr/bin/curl', 'curl')) context.skip('there is no curl, and it cannot be installed here')
  // The commands sign with the time of the machine.
  time.setToMachine()
  const folder = makeFolder()
  const { port } = await serveReady(settingsIn(folder))
  const commands = commandsOf('Your first requests')
  expect(commands).toContain('npm run atrium -- init')
  // Only the port differs, and the command line is called without npm: the credential goes into the test's own folder.
  const script = commands
    .replaceAll(/npm run (?:--silent )?atrium --/g, `'${process.execPath}' '${program}'`)
    .replaceAll('localhost:8080', `localhost:${port}`)
  writeFileSync(join(folder, 'readme.sh'), `set -eu\n${script}`)
  const env = { ...settingsIn(folder), ATRIUM_PORT: `${port}` }
  const { code, stdout, stderr } = await start('/bin/sh', ['readme.sh'], { cwd: folder, env }).ended
  expect([code, stderr]).toEqual([0, ''])
  const answers = stdout.slice(stdout.indexOf('{')).replaceAll('}{', '}\n{').split('\n')
  const [files, entry, task] = answers.map((answer) => JSON.parse(answer))
  expect(files.responses).toMatchObject([{ status: 201 }])
  expect(entry.details).toMatchObject({ minutes: 90, note: 'First draft', taskId: task.id })
  expect(task.details).toMatchObject({ title: 'Write the press release', spentMinutes: 90 })
})
