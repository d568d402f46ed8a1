import { describe, expect, test } from 'vitest'
import { LogOutput } from '../../src/base/output.ts'
import { freePort } from '../support/postgres-server.ts'
import { answers, cleanUpProcesses, makeFolder, program, settingsIn, start } from '../support/process.ts'

cleanUpProcesses()

/** Arguments of the command line, with what a shell does to its output. */
const inShell = (words: string, env: Record<string, string> = {}, before = '') =>
  start('bash', ['-c', `${before} "$0" "$1" ${words}`, process.execPath, program], { env, input })

const init = 'init --company Acme --admin ada@example.com --organization accounts --password-stdin'
const input = 'correct horse battery staple'

describe('on a disk without space for its output', () => {
  test('a command reports it in a sentence', async () => {
    const { code, stderr } = await inShell('help > /dev/full').ended
    expect(code).toBe(1)
    expect(stderr).toBe(
      'Could not write to standard output (ENOSPC: no space left on device, write). The command itself succeeded.\n',
    )
  })

  test('a client whose key could not be written is named', async () => {
    const env = settingsIn(makeFolder())
    const made = await inShell(init, env).ended
    expect(made.code, made.stderr).toBe(0)
    const { code, stderr } = await inShell('client create --act-as ada@example.com > /dev/full', env).ended
    expect(code).toBe(1)
    const [, id] = /The key of client (\w{22}) is lost/.exec(stderr) ?? []
    const again = await inShell(`client rotate ${id} --revoke-others`, env).ended
    expect(JSON.parse(again.stdout).client_id).toBe(id)
  })

  test('the service keeps running, and stops when it is asked to', async () => {
    const port = await freePort()
    const env = { ...settingsIn(makeFolder()), ATRIUM_PORT: String(port) }
    const service = start('sh', ['-c', 'exec "$0" "$1" serve > /dev/full', process.execPath, program], {
      env,
    })
    const url = `http://127.0.0.1:${port}/readyz`
    await answers(service, url)
    for (let n = 0; n < 20; n += 1) expect((await fetch(url)).status).toBe(200)
    service.signal('SIGTERM')
    expect(await service.ended).toMatchObject({ code: 0 })
  })
})

test('a reader that stops reading does not make a command fail', async () => {
  const { code, stdout, stderr } = await inShell('help | true; echo "and on"').ended
  expect([code, stdout, stderr]).toEqual([0, 'and on\n', ''])
  const env = settingsIn(makeFolder())
  const made = await inShell(`${init} | true`, env, 'set -o pipefail;').ended
  expect([made.code, made.stderr]).toEqual([0, expect.not.stringContaining('Error')])
})

test('the log has the number of its missing lines', () => {
  const written: string[] = []
  let isFull = false
  const log = new LogOutput((text) => {
    if (isFull) return new Error('ENOSPC')
    written.push(text)
    return undefined
  })
  log.write('{"msg":"one"}\n')
  isFull = true
  log.write('{"msg":"two"}\n')
  log.write('{"msg":"three"}\n')
  isFull = false
  log.write('{"msg":"four"}\n')
  log.write('{"msg":"five"}\n')
  const lines = written
    .join('')
    .split('\n')
    .filter((line) => line !== '')
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
    'one',
    '2 log lines are missing here because they could not be written.',
    'four',
    'five',
  ])
})
