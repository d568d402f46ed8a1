import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { createSecureContext, TLSSocket } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Diagnosis } from '../../src/cli/doctor/finding.ts'
import { operated } from '../support/copies.ts'
import { atrium, cleanUpProcesses, makeFolder, settingsIn } from '../support/process.ts'
import { type S3Server, startS3 } from '../support/s3-server.ts'
import { seedCompany, withDatabase } from '../support/seed.ts'

cleanUpProcesses()

const servers = new Set<Server>()
const sockets = new Set<Socket>()

afterAll(() => {
  for (const socket of sockets) socket.destroy()
  for (const server of servers) server.close()
})

async function listen(talk: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket))
    talk(socket)
  })
  servers.add(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

/** The output and exit code of a command that fails. There must be no stack trace. */
async function refusal(
  words: readonly string[],
  env: Record<string, string>,
): Promise<[number | null, string]> {
  const { code, stderr } = await atrium(words, { env: { ATRIUM_PORT: '1', ...env } })
  expect(stderr, 'no stack').not.toContain('    at ')
  return [code, stderr.replaceAll(/^Migrating .*\n/gm, '').trim()]
}

test('a database server that accepts connections and stays silent is a sentence', async () => {
  const port = await listen(() => undefined)
  const env = { ...settingsIn(makeFolder()), ATRIUM_DATABASE_URL: `postgres://a:b@127.0.0.1:${port}/atrium` }
  const sentence = /^The database server accepts connections but does not respond\. Check .*\.$/
  const commands = [['serve'], ['check'], ['migrate', '--check']]
  const refused = await Promise.all(commands.map((words) => refusal(words, env)))
  expect(refused).toEqual(commands.map(() => [4, expect.stringMatching(sentence)]))
})

describe('a file store that cannot be used is a sentence', () => {
  let s3: S3Server
  let env: Record<string, string>
  const backups = makeFolder()
  beforeAll(async () => {
    s3 = await startS3()
    env = settingsIn(makeFolder())
    await withDatabase(env, (db) => seedCompany(db))
    await operated(['backup', backups], env)
  })
  afterAll(() => s3.stop())

  const keys = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' }
  const elsewhere = (endpoint: string): string => s3.url.replace(/endpoint=.*/, `endpoint=${endpoint}`)

  test.each([
    [
      'a bucket that does not exist',
      keys,
      () => s3.url.replace(/s3:\/\/[^/]*/, 's3://nowhere'),
      /^The file store has no bucket nowhere\.$/,
    ],
    [
      'an unknown key',
      { ...keys, AWS_ACCESS_KEY_ID: 'nobody' },
      () => s3.url,
      /refuses the credentials.* \(403\)\. Check AWS_ACCESS_KEY_ID/,
    ],
    // Nor one in a file of this user, or from the metadata service of a virtual machine.
    [
      'no key',
      { HOME: '/nowhere', AWS_EC2_METADATA_DISABLED: 'true' },
      () => s3.url,
      /^There are no credentials.* Set AWS_ACCESS_KEY_ID/,
    ],
    [
      'a refused connection',
      keys,
      () => elsewhere('http://127.0.0.1:1'),
      /ECONNREFUSED.*\. Check the endpoint in ATRIUM_BLOBS_URL\.$/,
    ],
    [
      'an unknown host',
      keys,
      () => elsewhere('http://nowhere.invalid'),
      /nowhere\.invalid\. Check the endpoint/,
    ],
    [
      'a server without TLS',
      keys,
      () => elsewhere(String(/http:.*/.exec(s3.url)).replace('http:', 'https:')),
      /^[^\n]*does not speak TLS at this address/,
    ],
  ] as const)('%s', async (_, credentials, url, sentence) => {
    const settings = { ...env, ...credentials, ATRIUM_BLOBS_URL: url() }
    expect(await refusal(['serve'], settings)).toEqual([4, expect.stringMatching(sentence)])
    // Nor can it be the target of a copy.
    const moved = await refusal(['move', '--to-blobs', url()], { ...env, ...credentials })
    expect(moved).toEqual([4, expect.stringMatching(sentence)])
    const empty = { ...settings, ...settingsIn(makeFolder()) }
    expect(await refusal(['restore', backups], empty)).toEqual([4, expect.stringMatching(sentence)])
  })

  test('an endpoint that stays silent', async () => {
    const port = await listen(() => undefined)
    const settings = { ...env, ...keys, ATRIUM_BLOBS_URL: elsewhere(`http://127.0.0.1:${port}`) }
    expect(await refusal(['serve'], settings)).toEqual([
      4,
      'The file store does not respond. Check the endpoint in ATRIUM_BLOBS_URL.',
    ])
  })
})

describe('servers whose certificate has expired', () => {
  const folder = makeFolder()
  const file = (name: string): string => join(folder, name)

  beforeAll(() => {
    const openssl = (line: string): void => {
      execFileSync('openssl', line.split(' '), { cwd: folder, stdio: 'pipe' })
    }
    openssl(
      'req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=localhost -addext subjectAltName=DNS:localhost -keyout key -out request',
    )
    openssl('x509 -req -in request -signkey key -days -1 -copy_extensions copy -out certificate')
  })

  const encrypt = (socket: Socket): void => {
    const secureContext = createSecureContext({
      cert: readFileSync(file('certificate')),
      key: readFileSync(file('key')),
    })
    new TLSSocket(socket, { isServer: true, secureContext }).on('error', () => undefined)
  }

  /** PostgreSQL answers the request for TLS with one letter. */
  const asPostgres = (socket: Socket): void => {
    socket.once('data', () => socket.write('S', () => encrypt(socket)))
  }

  async function examine(): Promise<Diagnosis[]> {
    const [plain, postgres] = [await listen(encrypt), await listen(asPostgres)]
    const env = {
      ATRIUM_DATA: join(folder, 'nowhere'),
      ATRIUM_DATABASE_URL: `postgres://a:b@localhost:${postgres}/atrium?sslmode=verify-full&sslrootcert=${file('certificate')}`,
      ATRIUM_BLOBS_URL: `s3://bucket?endpoint=https://localhost:${plain}`,
      ATRIUM_SMTP_URL: `smtps://localhost:${plain}`,
      ATRIUM_SECRET: 's'.repeat(64),
      ATRIUM_PORT: '1',
      ...{ AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' },
    }
    const trusted = { ...env, NODE_EXTRA_CA_CERTS: file('certificate') }
    return JSON.parse((await atrium(['doctor', '--json'], { env: trusted })).stdout) as Diagnosis[]
  }

  test('doctor suggests renewing it', async () => {
    const findings = await examine()
    for (const about of ['database', 'file store', 'mail']) {
      const found = findings.find((each) => each.about === about)
      expect(found, about).toMatchObject({
        state: 'wrong',
        text: expect.stringContaining('certificate has expired'),
      })
      expect(`${found?.text} ${found?.remedy}`, about).toContain('Renew the certificate of the server')
    }
  })
})
