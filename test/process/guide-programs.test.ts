import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clock } from '../../src/base/clock.ts'
import { time } from '../support/clock.ts'
import { isListening } from '../support/listening.ts'
import { freePort } from '../support/postgres-server.ts'
import { cleanUpProcesses, makeFolder, root, start, until } from '../support/process.ts'
import { closeWorld, openWorld, unlimited, type World } from '../support/world.ts'

cleanUpProcesses()

const python = spawnSync('python3', ['--version']).status === 0 ? 'python3' : undefined

function programIn(name: string, language: string): string {
  const guide = readFileSync(join(root, 'docs', 'guides', name), 'utf8')
  const found = [...guide.matchAll(/```(\w+)\n([\s\S]*?)```/g)].find(([, named]) => named === language)
  if (found?.[2] === undefined) throw new Error(`${name} has no ${language} program`)
  return found[2]
}

let world: World

beforeAll(async () => {
  world = await openWorld('sqlite', makeFolder(), unlimited)
  world.app.dispatcher.start()
  await world.app.server.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => closeWorld(world))

test.each([
  { language: 'ts', file: 'receiver.ts', interpreter: process.execPath },
  // Where Python is not installed, this only finds out that the guide has the program.
  { language: 'python', file: 'receiver.py', interpreter: python },
])(
  'the receiver of the guide in $language accepts what is signed, and nothing else',
  async ({ language, file, interpreter }) => {
    const path = join(makeFolder(), file)
    writeFileSync(path, programIn('webhooks.md', language))
    if (interpreter === undefined) return
    // It compares the time of a delivery with that of the machine.
    time.setToMachine()
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const { admin } = await world.company()
    const { id, secret } = await admin.create('/v1/webhooks', { name: 'Guide', url, types: ['tag.*'] })
    const receiver = start(interpreter, [path], { env: { WEBHOOK_SECRET: secret, PORT: String(port) } })
    await until('it listens', () => isListening(url))
    const { body } = await admin.ok('POST', `/v1/webhooks/${id}/ping`)
    expect(body).toMatchObject({ delivered: true, status: 204 })
    const tag = await admin.create('/v1/tags', { tagName: 'Sent' })
    await until('it prints the change', () => receiver.stdout().includes(`tag.created ${tag.id}`))
    const headers = {
      'webhook-id': 'forged',
      'webhook-timestamp': String(Math.floor(clock.now() / 1_000)),
      'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')}`,
    }
    const forged = await fetch(url, { method: 'POST', headers, body: '{"type":"tag.created","data":{}}' })
    expect(forged.status).toBe(401)
  },
)

test.each([
  { language: 'ts', file: 'reader.ts', interpreter: process.execPath },
  { language: 'python', file: 'reader.py', interpreter: python },
])(
  'the reader of the guide in $language gets every change, also those that were made while it was stopped',
  async ({ language, file, interpreter }) => {
    const folder = makeFolder()
    const path = join(folder, file)
    writeFileSync(path, programIn('changes.md', language))
    if (interpreter === undefined) return
    const company = await world.company()
    const { port } = world.app.server.server.address() as AddressInfo
    const env = {
      ATRIUM_URL: `http://127.0.0.1:${port}`,
      ATRIUM_TOKEN: await world.token(company, company.adminId),
    }
    const begin = () => start(interpreter, [path], { env, cwd: folder })
    const newTag = async (tagName: string): Promise<string> =>
      (await company.admin.create('/v1/tags', { tagName })).id
    const position = join(folder, 'position.txt')
    const first = begin()
    const waiting = world.app.countReaders
    await until('it waits', () => waiting() === 1)
    const one = await newTag('One')
    await until('it prints the change', () => first.stdout().includes(`tag.created ${one}`))
    await until('it has stored its position', () => existsSync(position) && waiting() === 1)
    first.signal('SIGKILL')
    await first.ended
    const two = await newTag('Two')
    const second = begin()
    await until('it prints the other change', () => second.stdout().includes(`tag.created ${two}`))
    expect(second.stdout()).not.toContain(one)
    second.signal('SIGKILL')
    await second.ended
    await until('nobody waits any more', () => waiting() === 0)
  },
)
