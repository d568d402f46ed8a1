import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Credential } from '../../src/auth/client-keys.ts'
import { bootDebian, type DebianMachine } from '../support/debian-machine.ts'
import { breakInstallation, commandsWith, installService } from '../support/installed-unit.ts'
import { isListening } from '../support/listening.ts'
import { freePort } from '../support/postgres-server.ts'
import { cleanUpProcesses, makeFolder, openWire, start, until } from '../support/process.ts'
import { assertionOf, jwtBearer } from '../support/signer.ts'
import { resolveTool } from '../support/tools.ts'

cleanUpProcesses()

/** One black point. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const command = 'node_modules/.bin/node bin/atrium.mjs'

describe('the unit of systemd, installed as the manual describes, on a Debian of its own', () => {
  let debian: DebianMachine | string = 'not booted'
  let machine: DebianMachine
  let url = ''
  let port = 0
  let token = ''

  beforeAll(async () => {
    debian = await bootDebian('atrium-test')
  })

  beforeEach((context) => {
    if (typeof debian === 'string') context.skip(debian)
    else machine = debian
  })

  afterAll(async () => {
    if (typeof debian !== 'string') await debian.stop()
  })

  const property = (name: string): string =>
    machine.run(`systemctl show atrium --value --property=${name}`).trim()

  /** A kept connection would not survive a restart. */
  const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${url}${path}`, { ...init, headers: { ...(init.headers as object), connection: 'close' } })

  const api = async (method: string, path: string, body?: unknown, more: Record<string, string> = {}) => {
    const isRaw = Buffer.isBuffer(body)
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': isRaw ? 'image/png' : 'application/json' }),
      ...more,
    }
    const reply = await ask(path, {
      method,
      headers,
      ...(body !== undefined && { body: isRaw ? new Uint8Array(body) : JSON.stringify(body) }),
    })
    const text = await reply.text()
    return { status: reply.status, body: text.startsWith('{') ? JSON.parse(text) : text }
  }

  const readiness = async (): Promise<{ backup: { state: string; lastGoodAt: string | null } }> =>
    (await ask('/readyz?verbose')).json() as never

  test('starts, and is active once it serves', async () => {
    port = await freePort()
    url = `http://127.0.0.1:${port}`
    // Its last command is `atrium doctor`.
    expect(installService(machine, port)).toMatch(/^No problems(?:, \d+ warnings?)?\.$/m)
    expect((await ask('/readyz')).status).toBe(200)
    expect([property('ActiveState'), property('StatusText')]).toEqual(['active', `Serving ${url}`])
    expect(machine.run('systemd-analyze verify atrium.service')).toBe('')
  })

  test('commands run as its user, no matter who starts them', async () => {
    const password = 'correct horse battery'
    machine.run(
      'atrium init --company Acme --admin ada@example.com --organization accounts --password-stdin',
      password,
    )
    // Its user may not enter the home of root.
    expect(machine.run('cd /root && atrium client list')).not.toBe('')
    const settings = 'ATRIUM_DATA=/var/lib/atrium'
    // Directly, as root: it switches to the owner of the data.
    const created = machine.run(
      `env ${settings} ATRIUM_PUBLIC_URL=${url} ${command} client create --act-as ada@example.com 2> /dev/null`,
    )
    const assertion = assertionOf(JSON.parse(created) as Credential)
    const reply = await ask('/oauth2/token', {
      method: 'POST',
      body: new URLSearchParams({ grant_type: jwtBearer, assertion }),
    })
    token = ((await reply.json()) as { access_token: string }).access_token
    expect(token).toBeTruthy()
    // Stores file content in a folder of its own.
    machine.run(`env ${settings} ${command} demo`)
    expect(machine.run('find /var/lib/atrium ! -user atrium')).toBe('')
    // Somebody else is refused, and nothing is there afterwards.
    machine.run('useradd --system visitor')
    const refused = machine.try(`runuser -u visitor -- env ${settings} ${command} client list`)
    expect(refused).toEqual({ code: 3, output: expect.stringContaining('sudo -u atrium') })
  })

  test('a command uses the settings in front of it, and leaves nothing of them behind', () => {
    const elsewhere = `/var/lib/atrium/a "quoted" \\$x.db`
    const said = machine.try(`ATRIUM_DATABASE_URL='sqlite:${elsewhere}' atrium client list`)
    expect(said).toEqual({ code: 3, output: expect.stringContaining(`${elsewhere} does not exist`) })
    expect(machine.try('runuser -u visitor -- atrium client list')).toMatchObject({ code: 2 })
    expect(machine.run('find /run -maxdepth 1 -name "atrium.*"')).toBe('')
    // Nor do the arguments of commands, such as the address of a database with its password.
    machine.try('atrium move --to-database postgres://atrium:hidden@127.0.0.1:1/atrium')
    const journal = machine.run('journalctl --no-pager')
    expect(journal).toContain('atrium move')
    expect(journal).not.toMatch(/quoted|hidden/)
  })

  test('draws a preview and makes a scheduled backup', async () => {
    machine.run(commandsWith('ReadWritePaths='))
    const made = await api('POST', '/v1/workspaces', { workspaceName: 'Pictures' })
    expect(made.status).toBe(201)
    const asset = await api('POST', '/v1/files/upload', picture, {
      'content-disposition': 'attachment; filename="point.png"',
    })
    expect(asset.status).toBe(201)
    const kept = await api('POST', `/v1/workspaces/${made.body.id}/files`, {
      deferredAssetIds: [asset.body.id],
    })
    const fileId = kept.body.responses[0].body
    await until('it is drawn', async () => (await api('GET', `/v1/files/${fileId}/preview`)).status === 200)
    expect(['waiting', 'fine']).toContain((await readiness()).backup.state)
    await until('a backup is made', async () => (await readiness()).backup.state === 'fine')
    expect(machine.run('ls /backups/atrium')).toMatch(/^\d{8}T\d{9}Z$/m)
    expect([property('NRestarts'), property('ActiveState')]).toEqual(['0', 'active'])
  })

  test('a reload replaces the process without refusing a request', async () => {
    const before = property('MainPID')
    const statuses = new Set<string>()
    let stopping = false
    const asking = (async () => {
      while (!stopping) {
        const wire = await openWire(port)
        wire.send(
          `GET /v1/workspaces HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\nconnection: close\r\n\r\n`,
        )
        await wire.closed
        statuses.add(wire.text().slice(0, 12))
      }
    })()
    machine.run('systemctl reload atrium')
    await until('it is replaced', () =>
      machine.run('journalctl --unit=atrium').includes('Replaced the process.'),
    )
    stopping = true
    await asking
    expect([...statuses]).toEqual(['HTTP/1.1 200'])
    await until('systemd knows', () => property('SubState') === 'running')
    expect([property('MainPID'), property('NRestarts')]).toEqual([before, '0'])
    expect(property('StatusText')).toBe(`Serving ${url}`)
  })

  test('a restart, and a process that hangs: the watchdog starts it again', async () => {
    machine.run('systemctl restart atrium')
    expect((await ask('/readyz')).status).toBe(200)
    const watchdog = '/run/systemd/system/atrium.service.d/watchdog.conf'
    machine.run(`mkdir -p $(dirname ${watchdog}); printf '[Service]\\nWatchdogSec=6\\n' > ${watchdog}
      systemctl daemon-reload; systemctl restart atrium`)
    const secondsOf = (name: string): number => Number(property(`${name}TimestampMonotonic`)) / 1_000_000
    // Longer than the watchdog's patience.
    await until('it has reported for a while', () => secondsOf('Watchdog') > secondsOf('ExecMainStart') + 8)
    expect(property('NRestarts')).toBe('0')
    machine.run('kill -STOP $(systemctl show atrium --value --property=MainPID)')
    await until('it is started again', () => property('NRestarts') === '1')
    await until('it serves', () =>
      ask('/readyz').then(
        ({ status }) => status === 200,
        () => false,
      ),
    )
  })

  test('doctor finds what is broken, and its advice repairs it', () => {
    breakInstallation(machine)
    const { code, output } = machine.try('atrium doctor')
    expect(code, output).toBe(1)
    for (const about of ['owners', 'permissions', 'mail', 'backups', 'file store', 'service'])
      expect(output).toMatch(new RegExp(`^(wrong|warning) +${about} `, 'm'))
    // As root it sees everything, and as somebody else nothing.
    expect(machine.try(`env ATRIUM_DATA=/var/lib/atrium ${command} doctor`).code).toBe(1)
    const visitor = machine.try(`runuser -u visitor -- env ATRIUM_DATA=/var/lib/atrium ${command} doctor`)
    expect(visitor).toEqual({ code: 1, output: expect.stringContaining('you are visitor') })
    expect(machine.run('find /var/lib/atrium -user visitor')).toBe('')

    const advice = [...output.matchAll(/→ (ch(?:own|mod) .*)$/gm)].map(([, line = '']) => line)
    expect(advice.length).toBeGreaterThan(1)
    for (const line of advice) machine.run(line)
    machine.run("sed -i '/ATRIUM_SMTP_URL/d' /etc/atrium.env; install -d -o atrium /backups/atrium")
    machine.run('atrium backup /backups/atrium; systemctl start atrium')
    expect(machine.run('atrium doctor')).toMatch(/^No problems(?:, \d+ warnings?)?\.$/m)
  })

  test('a backup is restored into a new installation, as in the guide', async () => {
    machine.run('atrium backup /backups/atrium')
    machine.run(commandsWith('mv /var/lib/atrium', 'guides/backups.md'))
    expect((await ask('/readyz')).status).toBe(200)
    expect(machine.run('atrium client list')).toContain('acts as ada@example.com')
    expect(machine.run('find /var/lib/atrium ! -user atrium')).toBe('')
    await until('its backups go on', async () => (await readiness()).backup.state === 'fine')
  })

  test('moves to an object store, as in the manual', async () => {
    // A separate process, because this one does nothing else while a command runs.
    const own = `${await freePort()}`
    const words = ['-s', '-d', makeFolder(), '-a', '127.0.0.1', '-p', own, '--configure-bucket', 'bucket']
    start(process.execPath, [resolveTool('s3rver/bin/s3rver.js'), ...words])
    const endpoint = `http://127.0.0.1:${own}`
    await until('it listens', () => isListening(endpoint))
    const said = machine.run(
      commandsWith('--to-blobs')
        .replaceAll('https://storage.example.com', endpoint)
        .replaceAll('KEY_ID=…', 'KEY_ID=S3RVER')
        .replaceAll('ACCESS_KEY=…', 'ACCESS_KEY=S3RVER'),
    )
    expect(said).toMatch(/^Moved and verified \d+ stored files?,.*^No problems found\.$/ms)
    expect(machine.run('atrium doctor')).toMatch(/^ok +file store +s3:/m)
  })

  test('stops in order', () => {
    machine.run('systemctl stop atrium')
    expect([property('ActiveState'), property('Result')]).toEqual(['inactive', 'success'])
    expect(machine.run('journalctl --unit=atrium')).not.toMatch(/SIGSYS|core-dump/)
  })
})
