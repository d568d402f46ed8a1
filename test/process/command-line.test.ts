import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { databaseAddress } from '../../src/base/config/storage-settings.ts'
import { main } from '../../src/cli/main.ts'
import { ProgressBar } from '../../src/cli/progress-bar.ts'
import { migrate, migrations } from '../../src/db/migrate.ts'
import { connected } from '../../src/db/postgres/migrate.ts'
import { isPassword } from '../../src/sign-in/passwords.ts'
import { time } from '../support/clock.ts'
import { operate } from '../support/copies.ts'
import { makeDatabase } from '../support/postgres-server.ts'
import { atrium, cleanUpProcesses, makeFolder, serveReady, settingsIn, until } from '../support/process.ts'
import { withDatabase } from '../support/seed.ts'

cleanUpProcesses()

const commands = ['serve', 'init', 'migrate']
const password = 'correct horse battery'

/** Runs a statement on the server. */
const ask = (url: string, sql: string): Promise<unknown> => connected(url, (client) => client.query(sql))

/** Runs a command in this process and returns its exit code, as `bin/atrium.mjs` would. */
async function command(words: readonly string[], env: Record<string, string> = {}, input = password) {
  const written = { stdout: '', stderr: '' }
  const code = await main(words, {
    say: (line) => {
      written.stdout += `${line}\n`
    },
    note: (line) => {
      written.stderr += `${line}\n`
    },
    readInput: async () => `${input}\n`,
    environment: env,
  })
  return { code, ...written }
}

const init = (env: Record<string, string>, words: readonly string[], input?: string) =>
  command(['init', ...words], env, input)

const acme = [
  '--company',
  'Acme',
  '--admin',
  'ada@example.com',
  '--organization',
  'workspaceGroups',
  '--password-stdin',
]

async function emptyPostgres(): Promise<string> {
  const url = inject('postgresUrl')
  return `${url}/${await makeDatabase(url, `test_${randomUUID().replaceAll('-', '')}`)}`
}

describe('the program itself', () => {
  test('writes results to standard output, everything else to standard error, and sets the exit code', async () => {
    const [helped, wrong] = await Promise.all([atrium(['--help']), atrium(['dance'])])
    expect(helped).toMatchObject({ code: 0, stderr: '' })
    expect(helped.stdout).toMatch(/^Usage: atrium/)
    expect(wrong).toMatchObject({ code: 2, stdout: '' })
    expect(wrong.stderr).toMatch(/^Unknown command "dance"/)
  })
})

describe.concurrent('help', () => {
  test.each(['--help', '-h', 'help'])('%s lists the commands and the exit codes', async (word) => {
    const { code, stdout, stderr } = await command([word])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    for (const command of commands) expect(stdout).toMatch(new RegExp(`^  ${command} `, 'm'))
    expect(stdout).toContain('Exit codes: 0 success')
  })

  test('help with a command is the help of that command', async () => {
    const [helped, same] = await Promise.all([
      command(['help', 'client', 'create']),
      command(['client', 'create', '--help']),
    ])
    expect(helped.stdout).toBe(same.stdout)
  })

  test.each(commands)('%s --help explains its usage', async (name) => {
    const { code, stdout, stderr } = await command([name, '--help'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(new RegExp(`^atrium ${name}: .+\\.\\n\\nUsage: atrium ${name}`))
  })

  test.each([[[]], [['dance']], [['serve', '--fast']], [['migrate', 'now']]])(
    '%j is wrong usage',
    async (words) => {
      const { code, stdout, stderr } = await command(words)
      expect(code).toBe(2)
      expect(stdout + stderr).toMatch(/Usage|See: atrium/)
      expect(stderr).not.toContain('    at ')
    },
  )
})

describe.concurrent('settings', () => {
  test.each(commands)('with faults stop %s, and all faults are reported together', async (name) => {
    const env = { ATRIUM_PORT: 'x', ATRIUM_LOG_LEVEL: 'y', ATRIUM_SECRET: 'short', ATRIUM_PRT: '1' }
    const words = name === 'init' ? [name, ...acme] : [name]
    const { code, stdout, stderr } = await command(words, env)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr.match(/^ {2}ATRIUM_\w+ /gm)).toHaveLength(4)
  })
})

describe.concurrent('init', () => {
  test('reports all faults together', async () => {
    const settings = settingsIn(makeFolder())
    const words = ['--company', ' ', '--admin', 'nobody', '--organization', 'x', '--password-stdin']
    const { code, stdout, stderr } = await init(settings, words, 'short')
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    const lines = stderr.trim().split('\n')
    expect(lines).toHaveLength(5)
    expect(lines[0]).toMatch(/^--company /)
    expect(lines[1]).toMatch(/^--admin /)
    expect(lines[2]).toMatch(/^--organization must be accounts or workspaceGroups/)
    expect(lines[3]).toBe('The password must have at least 12 characters.')
    expect(lines[4]).toBe('See: atrium init --help')
    expect(existsSync(join(String(settings['ATRIUM_DATA']), 'atrium.db'))).toBe(false)
  })

  test('names what is missing, and nothing that is optional', async () => {
    const { code, stderr } = await init(settingsIn(makeFolder()), [])
    expect(code).toBe(2)
    expect(stderr).toMatch(/--company is required/)
    expect(stderr).toMatch(/--admin is required/)
    expect(stderr).toMatch(/--password-stdin is required/)
    expect(stderr).not.toMatch(/--name/)
  })

  test('refuses a weak password', async () => {
    const { code, stderr } = await init(settingsIn(makeFolder()), acme, 'eleven char')
    expect(code).toBe(2)
    expect(stderr).toContain('at least 12 characters')
  })

  test.each(['sqlite', 'postgres'])(
    'on %s creates one company after another; an address belongs to one user of all companies',
    async (engine) => {
      const settings = settingsIn(makeFolder())
      if (engine === 'postgres') settings['ATRIUM_DATABASE_URL'] = await emptyPostgres()
      const first = await init(settings, acme)
      expect(first.code, first.stderr).toBe(0)
      expect(first.stdout).toContain('Created the company "Acme" with its administrator ada@example.com.')
      expect(first.stderr).toMatch(/Migrating 1\//)

      const again = await init(settings, [...acme.with(1, 'Other').with(3, 'ADA@example.com')])
      expect(again.code).toBe(3)
      expect(again.stderr).toContain('already belongs to a user')
      expect(again.stderr).not.toContain('    at ')

      const second = await init(settings, [
        ...acme.with(1, 'Other').with(3, 'bob@example.com').with(5, 'accounts'),
        '--name',
        'Bob',
        '--json',
      ])
      expect(second.code, second.stderr).toBe(0)
      const made = JSON.parse(second.stdout) as { companyId: string; adminId: string }
      await withDatabase(settings, async (db) => {
        const companies = await db.query.selectFrom('companies').selectAll().orderBy('companyNo').execute()
        expect(companies.map(({ companyName, organization }) => [companyName, organization])).toEqual([
          ['Acme', 'workspaceGroups'],
          ['Other', 'accounts'],
        ])
        expect(companies[1]?.id).toBe(made.companyId)
        const bob = await db.query
          .selectFrom('users')
          .selectAll()
          .where('id', '=', made.adminId)
          .executeTakeFirstOrThrow()
        expect(bob).toMatchObject({ fullName: 'Bob', email: 'bob@example.com', companyNo: 2 })
        expect(await isPassword(String(bob.passwordHash), password)).toBe(true)
        // It is in the change log, in the same transaction.
        const changes = await db.query
          .selectFrom('changes')
          .select('type')
          .where('companyNo', '=', 2)
          .execute()
        expect(changes.map(({ type }) => type)).toEqual(
          expect.arrayContaining(['company.created', 'user.created']),
        )
      })
    },
  )

  test.each(['sqlite', 'postgres'])('on %s, several at the same moment all succeed', async (engine) => {
    const settings = settingsIn(makeFolder())
    if (engine === 'postgres') settings['ATRIUM_DATABASE_URL'] = await emptyPostgres()
    const ends = await Promise.all(
      Array.from({ length: 4 }, (_, n) =>
        atrium(['init', ...acme.with(1, `C${n}`).with(3, `a${n}@example.com`)], {
          env: settings,
          input: password,
        }),
      ),
    )
    expect(ends.map(({ code, stderr }) => (code === 0 ? '' : stderr))).toEqual(['', '', '', ''])
    const numbers = await withDatabase(settings, (db) =>
      db.query.selectFrom('companies').select('companyNo').orderBy('companyNo').execute(),
    )
    expect(numbers.map(({ companyNo }) => companyNo)).toEqual([1, 2, 3, 4])
  })

  test('works while the server runs, which then serves the company', async () => {
    const settings = settingsIn(makeFolder())
    const served = await serveReady(settings)
    await until('it asks for one', () => served.stderr().includes('There is no company yet'))
    const { code, stderr } = await atrium(['init', ...acme], { env: settings, input: `${password}\n` })
    expect(code, stderr).toBe(0)
    expect((await fetch(`${served.url}/readyz`)).status).toBe(200)
    expect((await served.stop()).code).toBe(0)
  })
})

describe.concurrent('migrate', () => {
  test.each(['sqlite', 'postgres'])('on %s lists, applies, and lists again', async (engine) => {
    const settings = settingsIn(makeFolder())
    if (engine === 'postgres') settings['ATRIUM_DATABASE_URL'] = await emptyPostgres()
    const names = migrations.map(({ name }) => name).join(', ')
    expect(await command(['migrate', '--check'], settings)).toMatchObject({
      code: 3,
      stdout: `Pending: ${names}\n`,
    })
    const done = await command(['migrate'], settings)
    expect(done).toMatchObject({ code: 0, stdout: `Applied: ${names}\n` })
    expect(done.stderr).toContain(`Migrating 1/${migrations.length}: ${migrations[0]?.name}`)
    for (const words of [['migrate'], ['migrate', '--check']])
      expect(await command(words, settings)).toMatchObject({
        code: 0,
        stdout: 'The database is up to date.\n',
      })
  })

  test.each(['sqlite', 'postgres'])('on %s, a newer database is refused by every command', async (engine) => {
    const settings = settingsIn(makeFolder())
    const file = join(String(settings['ATRIUM_DATA']), 'atrium.db')
    if (engine === 'postgres') settings['ATRIUM_DATABASE_URL'] = await emptyPostgres()
    const next = { name: '9001-next', statements: [] }
    const url = String(settings['ATRIUM_DATABASE_URL'])
    await migrate(engine === 'sqlite' ? { engine, file } : databaseAddress(url), [...migrations, next])
    for (const words of [['migrate'], ['migrate', '--check'], ['serve'], ['init', ...acme]]) {
      const { code, stderr } = await command(words, settings)
      expect(code, stderr).toBe(3)
      expect(stderr).toMatch(/^The database belongs to a newer version of Atrium \(it has 9001-next\)/)
    }
  })
})

describe.concurrent('a database that cannot be used', () => {
  test.each(commands)('stops %s with 4 and one line', async (name) => {
    const words = name === 'init' ? [name, ...acme] : [name]
    // A port on which nothing listens.
    const env = { ...settingsIn(makeFolder()), ATRIUM_DATABASE_URL: 'postgres://x:hunter2@127.0.0.1:1/x' }
    const { code, stderr } = await command(words, env)
    expect(code).toBe(4)
    expect(stderr).toMatch(/^The database cannot be used: .*ECONNREFUSED.*\n$/)
    expect(stderr).not.toContain('hunter2')
  })

  test('does not exist on the server, or refuses us', async () => {
    const server = inject('postgresUrl')
    for (const url of [`${server}/nowhere`, server.replace('postgres:postgres@', 'nobody:wrong@')]) {
      const { code, stderr } = await command(['migrate'], { ATRIUM_DATABASE_URL: url })
      expect(code, stderr).toBe(4)
      expect(stderr.trim().split('\n')).toHaveLength(1)
    }
  })

  test('cannot hold our tables: no privileges, names in use, another encoding', async () => {
    const server = inject('postgresUrl')
    const name = `test_unfit_${process.pid}`
    const tries: [string, RegExp, string?][] = [
      [
        'CREATE TABLE "tasks" ("id" text)',
        /another program with a name that Atrium needs: relation "tasks" already exists/,
      ],
      [
        'CREATE TABLE "migrations" ("id" text)',
        /another program with a name that Atrium needs: column "name"/,
      ],
      [
        `CREATE ROLE "${name}" LOGIN PASSWORD 'x'`,
        /The role lacks privileges .*permission denied for schema public.*OWNER TO/,
        server.replace(/\/\/.*@/, `//${name}:x@`),
      ],
    ]
    for (const [sql, told, other = server] of tries) {
      await makeDatabase(server, name)
      await ask(`${server}/${name}`, sql)
      const { code, noted } = await operate(['migrate'], { ATRIUM_DATABASE_URL: `${other}/${name}` })
      expect([code, noted]).toEqual([4, expect.stringMatching(told)])
      expect(noted, 'no stack').not.toContain('    at ')
    }
    await ask(`${server}/postgres`, `DROP DATABASE "${name}"`)
    await ask(`${server}/postgres`, `DROP ROLE "${name}"`)
    await ask(
      `${server}/postgres`,
      `CREATE DATABASE "${name}" ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0`,
    )
    const latin = await operate(['migrate'], { ATRIUM_DATABASE_URL: `${server}/${name}` })
    expect([latin.code, latin.noted]).toEqual([
      4,
      expect.stringMatching(/^The database uses the encoding LATIN1/),
    ])
    await ask(`${server}/postgres`, `DROP DATABASE "${name}"`)
  })

  test('is a file of another kind', async () => {
    const folder = makeFolder()
    const settings = settingsIn(folder)
    writeFileSync(
      join(folder, 'atrium.db'),
      'not a database at all, but long enough to be looked at'.repeat(20),
    )
    const { code, stderr } = await command(['migrate'], settings)
    expect(code).toBe(4)
    expect(stderr).toMatch(/^The database cannot be used: .*not a database\n$/)
    expect(readdirSync(folder)).toEqual(['atrium.db', 'atrium.db.serving'])
  })

  test('is missing, unreadable, or holds no Atrium data: three different messages', async () => {
    const folder = makeFolder()
    const file = join(folder, 'file')
    writeFileSync(file, '')
    for (const [path, code, told] of [
      [join(folder, 'nowhere', 'atrium.db'), 3, /^Database .*nowhere\/atrium\.db does not exist\. Check/],
      [join(file, 'atrium.db'), 4, /Cannot read .*file\/atrium\.db: ENOTDIR/],
      [folder, 4, /Cannot read .*: /],
      [file, 3, /^There is no Atrium data in .*file yet\./],
    ] as const) {
      const found = await operate(['client', 'list'], { ATRIUM_DATABASE_URL: `sqlite:${path}` })
      expect([found.code, found.noted], path).toEqual([code, expect.stringMatching(told)])
    }
    expect(readdirSync(folder)).toEqual(['file'])
  })
})

test('for a mistyped command the closest one is suggested', async () => {
  for (const [words, told] of [
    [
      ['backup', 'x', '--kep', '3'],
      /^Unknown option --kep\. Did you mean --keep\?\nSee: atrium backup --help$/,
    ],
    [['check', '--quite-another'], /^Unknown option --quite-another\.\nSee: atrium check --help$/],
    [['bakup'], /^Unknown command "bakup"\. Did you mean "backup"\?/],
    [['client', 'crate'], /^Unknown command "client crate"\. Did you mean "client create"\?/],
  ] as const) {
    const { code, noted } = await operate(words)
    expect([code, noted]).toEqual([2, expect.stringMatching(told)])
  }
})

test('an argument or value too many or too few is reported by name', async () => {
  for (const [words, told] of [
    [
      ['client', 'create', 'ada@example.com'],
      /^Unexpected argument "ada@example\.com"\. "client create" only takes options: --act-as, .*--help\.\nSee: atrium client create --help$/,
    ],
    [['client', 'create', '--act-as'], /^--act-as needs a value\.\nSee: atrium client create --help$/],
    [
      ['client', 'create', '--act-as', '--name', 'x'],
      /^--act-as needs a value\. Write --act-as=-… if the value begins with a dash\.\nSee: /,
    ],
    [['client', 'foo'], /^Unknown command "client foo"\.\n\n {2}client create .*\n {2}client list /],
  ] as const) {
    const { code, noted } = await operate(words)
    expect([code, noted]).toEqual([2, expect.stringMatching(told)])
    expect(noted).not.toContain('restore')
  }
})

test.each([
  ['client', ['client create', 'client list', 'client rotate', 'client revoke']],
  ['admin', ['admin recover']],
])('%s alone lists its subcommands', async (name, wanted) => {
  const { code, stdout, stderr } = await command([name])
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr.match(/^ {2}\w+ \w+/gm)?.map((line) => line.trim())).toEqual(wanted)
})

test('without a terminal, progress is one line when a step begins and one when it ends', () => {
  const lines: string[] = []
  const bar = new ProgressBar((line) => lines.push(line), false)
  for (let n = 1; n <= 1000; n += 1) bar.update(n / 1000, `Loading: ${n} rows`)
  for (let n = 1; n <= 1000; n += 1) bar.update(n / 1000, `Verifying: ${n} rows`)
  bar.end()
  bar.end()
  expect(lines).toEqual([
    '  0 % Loading: 1 rows',
    '100 % Loading: 1000 rows',
    '  0 % Verifying: 1 rows',
    '100 % Verifying: 1000 rows',
  ])
})

test('and in between more and more rarely', async () => {
  const lines: string[] = []
  using _frozen = time.freeze()
  const bar = new ProgressBar((line) => lines.push(line), false)
  for (let n = 0; n <= 100; n += 1) {
    bar.update(n / 100, 'Loading: rows')
    await time.advance(1_000)
  }
  expect(lines.map((line) => Number.parseInt(line, 10))).toEqual([0, 1, 3, 7, 15, 31, 61, 91])
})
