import { execFileSync } from 'node:child_process'
import { generateKeyPairSync, randomUUID } from 'node:crypto'
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { readConfig } from '../../src/base/config.ts'
import { main } from '../../src/cli/main.ts'
import { claimServing } from '../../src/db/open.ts'
import { type Fixture, fits, pathOf } from '../api/fixture.ts'
import type { Client, Reply } from '../support/client.ts'
import { buildOddCompany } from '../support/odd-company.ts'
import { makeDatabase } from '../support/postgres-server.ts'
import { atrium, atriumUntil, cleanUpProcesses, makeFolder, settingsIn } from '../support/process.ts'
import { type S3Server, startS3 } from '../support/s3-server.ts'
import { withDatabase } from '../support/seed.ts'
import { countsOf } from '../support/tag-recount.ts'
import { closeWorld, openWorld, unlimited, type World } from '../support/world.ts'

cleanUpProcesses()

const publicUrl = 'https://atrium.example.com'
let source: World
let fixture: Fixture
let s3: S3Server
/** The settings of the command line for each installation that the company is in. */
const places: Record<'source' | 'other' | 'back', Record<string, string>> = {
  source: {},
  other: {},
  back: {},
}
let archive: string

async function postgres(): Promise<string> {
  const url = inject('postgresUrl')
  return `${url}/${await makeDatabase(url, `test_${randomUUID().replaceAll('-', '')}`)}`
}

/** Runs the command line in this process; returns its output and exit code. */
async function cli(settings: Record<string, string>, ...words: string[]) {
  const said: string[] = []
  const code = await main(words, {
    say: (line) => said.push(line),
    note: (line) => said.push(line),
    readInput: async () => '',
    environment: { ATRIUM_PUBLIC_URL: publicUrl, ATRIUM_LOG_LEVEL: 'fatal', ...settings },
  })
  return { code, said: said.join('\n') }
}

beforeAll(async () => {
  s3 = await startS3()
  const [own, other, back] = [makeFolder(), makeFolder(), makeFolder()]
  places.source = { ...settingsIn(own), ATRIUM_SECRET: 'a secret that only tests know, 32+' }
  places.other = { ATRIUM_DATA: other, ATRIUM_DATABASE_URL: await postgres(), ATRIUM_BLOBS_URL: s3.url }
  places.back = settingsIn(back)
  source = await openWorld('sqlite', own, { ...unlimited, ...places.source })
  fixture = await buildOddCompany(source)
  archive = join(makeFolder(), 'archive')
  const ended = await cli(places.source, 'export', '--company', fixture.company.companyId, archive)
  expect(ended.code, ended.said).toBe(0)
})

afterAll(async () => {
  await closeWorld(source)
  await s3.stop()
})

const linesOf = (folder: string, table: string): string[] =>
  readFileSync(join(folder, 'records', `${table}.jsonl`), 'utf8')
    .split('\n')
    .slice(0, -1)

/** Lists that are not exported, because they grant access. */
const left = new Set(['session', 'invitation'])

/** Imported webhooks are paused, without keys and deliveries: see copied-installations.test.ts. */
const paused = new Set(['webhook', 'delivery'])

async function answersOf(world: World, client: Client): Promise<Record<string, Reply['body']>> {
  const found: Record<string, Reply['body']> = {}
  for (const operation of world.app.operations) {
    const { answer, method, path } = operation
    if (method !== 'GET' || typeof answer !== 'object' || !fits(fixture, operation)) continue
    if (!('list' in answer) && !('one' in answer)) continue
    const kind = 'list' in answer ? answer.list.resource.kind : answer.one.kind
    if (left.has(kind) || paused.has(kind) || ['calendarFeed', 'upload'].includes(kind)) continue
    const url = pathOf(operation, fixture)
    if ('one' in answer) {
      const reply = await client.ok('GET', url)
      found[path] = [reply.headers['etag'], reply.body]
      continue
    }
    const items = await client.all(`${url}?limit=500`)
    // The audit log also records what the command line has done since.
    found[path] =
      kind === 'auditEntry' ? items.filter(({ details }) => !/^cli:/.test(details.requestId)) : items
    for (const { id, details } of kind === 'file' ? items : [])
      found[`${path} ${id}`] = [details.sha256, (await client.ok('GET', `/v1/files/${id}/content`)).text]
  }
  return found
}

describe('a company', () => {
  test('moves to the other engine and the other file store, and every list is the same there', async () => {
    const ended = await cli(places.other, 'import', archive)
    expect(ended.code, ended.said).toBe(0)
    expect(ended.said).toContain('None of its users has a password here.')
    const other = await openWorld('postgres', makeFolder(), {
      ATRIUM_RATE_REQUESTS_PER_SECOND: '0',
      ...places.other,
    })
    try {
      const { companyNo } = await other.db.query.selectFrom('companies').selectAll().executeTakeFirstOrThrow()
      const there = { ...fixture.company, companyNo }
      const client = other.client(await other.token(there, there.adminId))
      const [before, after] = [await answersOf(source, fixture.admin), await answersOf(other, client)]
      expect(Object.keys(after).length).toBeGreaterThan(60)
      // The single sign-on secret is not exported, and neither is the mark that there is one.
      const company = (all: typeof before) => all['/v1/company'][1].details
      expect([company(before).ssoClientSecret, company(after).ssoClientSecret]).toEqual(['(kept)', null])
      delete before['/v1/company']
      delete after['/v1/company']
      for (const path of Object.keys(before)) expect(after[path], path).toEqual(before[path])
      const { kept, counted } = await countsOf(other.db, companyNo)
      expect(kept).toEqual(counted)
      // The service works there: records come back from the trash, with those deleted together with them.
      const [task] = await client.all(
        `${pathOf({ path: '/v1/workspaces/{workspaceId}' }, fixture)}/trash/tasks`,
      )
      await client.ok('POST', `/v1/tasks/${task.details.parentTaskId ?? task.id}/restore`)
      expect((await countsOf(other.db, companyNo)).kept).toEqual(
        (await countsOf(other.db, companyNo)).counted,
      )
    } finally {
      await closeWorld(other)
    }
    expect((await cli(places.other, 'check')).said).toContain('No problems found.')
  })

  test('exported by an earlier version, without the kinds and fields that were added since, gets their defaults', async () => {
    const folder = join(makeFolder(), 'old')
    cpSync(archive, folder, { recursive: true })
    const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
    for (const table of [
      'settings',
      'notificationSettings',
      'stages',
      'steps',
      'taskBlockers',
      'comments',
      'commentReactions',
      'mutes',
      'taskSubscribers',
      'milestoneSubscribers',
      'workspaceSubscribers',
      'webhooks',
      'favorites',
      'notifications',
      'dueNotices',
      'timesheets',
    ]) {
      delete manifest.records[table]
      rmSync(join(folder, 'records', `${table}.jsonl`))
    }
    writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest))
    for (const [table, member] of [
      ['tasks', 'stageId'],
      ['tasks', 'rank'],
      ['tasklists', 'rank'],
      ['workspaces', 'readersMayComment'],
      ['companies', 'workspaceAdminsMayInvite'],
      ['companies', 'zipBytes'],
      ['changes', 'previous'],
      ...['workspaceId', 'layout', 'groupBy', 'dateField', 'rank'].map((name) => ['reports', name] as const),
    ] as const)
      writeFileSync(
        join(folder, 'records', `${table}.jsonl`),
        linesOf(folder, table)
          .map((line) => `${JSON.stringify({ ...JSON.parse(line), [member]: undefined })}\n`)
          .join(''),
      )
    const place = settingsIn(makeFolder())
    const ended = await cli(place, 'import', '--edited', folder)
    expect(ended.code, ended.said).toBe(0)
    const there = await openWorld('sqlite', makeFolder(), { ...unlimited, ...place })
    try {
      const [task] = await there.db.query.selectFrom('tasks').select(['stageId']).limit(1).execute()
      expect(task).toEqual({ stageId: null })
      const found = await there.db.query.selectFrom('workspaces').select('readersMayComment').execute()
      expect(found.length).toBeGreaterThan(0)
      for (const each of found) expect(Boolean(each.readersMayComment)).toBe(false)
      const [report] = await there.db.query.selectFrom('reports').select(['workspaceId', 'layout']).execute()
      expect(report).toEqual({ workspaceId: null, layout: 'list' })
    } finally {
      await closeWorld(there)
    }
    expect((await cli(place, 'check')).said).toContain('No problems found.')
  })

  test('comes back unchanged, byte for byte, except for what was done there', async () => {
    const [first, second] = [join(makeFolder(), 'first'), join(makeFolder(), 'second')]
    const { companyId } = fixture.company
    expect((await cli(places.other, 'export', '--company', companyId, first)).code).toBe(0)
    expect((await cli(places.back, 'import', first)).code).toBe(0)
    expect((await cli(places.back, 'export', '--company', companyId, second)).code).toBe(0)
    const tables = readdirSync(join(first, 'records')).map((name) => name.replace('.jsonl', ''))
    for (const table of tables.filter((each) => each !== 'changes'))
      expect(linesOf(second, table), table).toEqual(linesOf(first, table))
    expect(linesOf(second, 'changes').slice(0, -1)).toEqual(linesOf(first, 'changes'))
    expect((await cli(places.back, 'check')).said).toContain('No problems found.')
  })

  test('is refused if it, its name or an address of its people already exists there', async () => {
    const again = await cli(places.back, 'import', archive)
    expect([again.code, again.said]).toEqual([3, expect.stringContaining('this company already exists here')])
    // Another company with the same people.
    const copy = edited((line) => line.replace(fixture.company.companyId, '0'.repeat(22)), 'companies')
    const manifest = JSON.parse(readFileSync(join(copy, 'manifest.json'), 'utf8'))
    manifest.company.id = '0'.repeat(22)
    writeFileSync(join(copy, 'manifest.json'), JSON.stringify(manifest))
    const { code, said } = await cli(places.back, 'import', '--edited', copy)
    expect(code).toBe(3)
    expect(said).toMatch(/users\.jsonl, line 1: somebody here already has this address/)
    expect(said).toMatch(/clients\.jsonl, line 1: this API client already exists here/)
    expect(said).toMatch(/A company here is already called ".*"/)
    expect(said).toMatch(/the domain .* belongs to another company here/)
  })
})

describe('secrets', () => {
  test('are not exported unless requested', async () => {
    const passwordHash = hashOf('m=19456,t=2,p=1')
    await source.db.transaction((tx) =>
      tx.query.updateTable('users').set({ passwordHash }).where('id', '=', fixture.company.adminId).execute(),
    )
    const { companyId } = fixture.company
    const [without, withThem] = [join(makeFolder(), 'without'), join(makeFolder(), 'with')]
    await cli(places.source, 'export', '--company', companyId, without)
    await cli(places.source, 'export', '--company', companyId, withThem, '--with-sign-in')
    const textOf = (folder: string) =>
      ['users', 'companies'].map((table) => linesOf(folder, table).join()).join()
    for (const secret of [passwordHash, 'a secret of the provider']) {
      expect(textOf(without)).not.toContain(secret)
      expect(textOf(withThem)).toContain(secret)
    }
    const place = settingsIn(makeFolder())
    const ended = await cli(place, 'import', withThem, '--name', 'Another name')
    expect([ended.code, ended.said]).toEqual([0, expect.not.stringContaining('password')])
    await withDatabase(place, async (db) => {
      const company = await db.query.selectFrom('companies').selectAll().executeTakeFirstOrThrow()
      expect(company.companyName).toBe('Another name')
      // Encrypted again: it is of no use to others.
      expect(company.ssoClientSecret).toMatch(/^[\w-]{40,}$/)
      const admin = await db.query
        .selectFrom('users')
        .selectAll()
        .where('id', '=', fixture.company.adminId)
        .execute()
      expect(admin[0]?.passwordHash).toBe(passwordHash)
    })
  })
})

test('invalid rows are exported and reported', async () => {
  const taskId = String(fixture.ids['tasks/{taskId}'])
  const setParent = (parentTaskId: string | null) =>
    source.db.transaction((tx) =>
      tx.query.updateTable('tasks').set({ parentTaskId }).where('id', '=', taskId).execute(),
    )
  await setParent(nobody)
  const folder = join(makeFolder(), 'odd')
  const ended = await cli(places.source, 'export', '--company', fixture.company.companyId, folder)
  await setParent(null)
  expect([ended.code, ended.said]).toEqual([
    1,
    expect.stringMatching(/would not accept this export:\n.*"parentTaskId" names x+/),
  ])
  expect(linesOf(folder, 'tasks').join()).toContain(nobody)
})

test('content that the service itself is missing is reported, and the rest is exported', async () => {
  const elsewhere = { ...places.source, ATRIUM_BLOBS_URL: `file:${makeFolder()}` }
  const folder = join(makeFolder(), 'lacking')
  const ended = await cli(elsewhere, 'export', '--company', fixture.company.companyId, folder)
  expect([ended.code, ended.said]).toEqual([
    1,
    expect.stringMatching(
      /\d stored files are missing or damaged in the service itself.*would not accept this export:\n {2}contents\//s,
    ),
  ])
  expect(linesOf(folder, 'files')).toEqual(linesOf(archive, 'files'))
})

test('a missing bucket is reported in plain words', async () => {
  const bucket = s3.url.replace(/s3:\/\/[^/]*/, 's3://nowhere')
  const ended = await cli({ ...places.source, ATRIUM_BLOBS_URL: bucket }, 'check')
  expect(ended).toEqual({ code: 4, said: 'The file store has no bucket nowhere.' })
})

describe('atrium company', () => {
  const listed = async (id: string): Promise<string | undefined> => {
    const { said } = await cli(places.source, 'company', 'list', '--json')
    const all = said.split('\n').map((line) => JSON.parse(line))
    return all.find((each) => each.id === id).deletedAt
  }

  test('delete offers an export, which imports as a company that is not deleted; restore undoes it', async () => {
    const { companyId: id, companyNo } = await source.company()
    await source.db.transaction((tx) =>
      tx.query
        .updateTable('users')
        .set({ passwordHash: hashOf('m=19456,t=2,p=1') })
        .where('companyNo', '=', companyNo)
        .execute(),
    )
    const folder = join(makeFolder(), 'exported')
    for (const words of [[], ['--export', folder, '--without-export']]) {
      const ended = await cli(places.source, 'company', 'delete', id, ...words)
      expect([ended.code, ended.said]).toEqual([2, expect.stringContaining('--export FOLDER')])
    }
    expect(await listed(id)).toBeNull()
    const ended = await cli(places.source, 'company', 'delete', id, '--export', folder)
    expect([ended.code, ended.said]).toEqual([
      0,
      expect.stringMatching(/Exported ".*\nDeleted ".*Within 14 days, "atrium company restore \w{22}"/s),
    ])
    expect(await listed(id)).toMatch(/Z$/)
    const again = await cli(places.source, 'company', 'delete', id, '--without-export')
    expect([again.code, again.said]).toEqual([3, expect.stringContaining('was already deleted')])
    expect((await cli(places.source, 'company', 'list')).said).toContain('deleted 2')
    const place = settingsIn(makeFolder())
    expect((await cli(place, 'import', folder)).code).toBe(0)
    await withDatabase(place, async (db) => {
      const { deletedAt } = await db.query.selectFrom('companies').selectAll().executeTakeFirstOrThrow()
      expect(deletedAt).toBeNull()
    })
    expect((await cli(places.source, 'company', 'restore', id)).code).toBe(0)
    expect((await cli(places.source, 'company', 'restore', id)).code).toBe(3)
    expect(await listed(id)).toBeNull()
    expect((await cli(places.source, 'company', 'delete', id, '--without-export')).code).toBe(0)
    expect((await cli(places.source, 'company', 'delete', 'Nobody', '--without-export')).code).toBe(3)
  })

  test('delete leaves a company alone whose export is not complete', async () => {
    const elsewhere = { ...places.source, ATRIUM_BLOBS_URL: `file:${makeFolder()}` }
    const folder = join(makeFolder(), 'lacking')
    const { companyId: id } = fixture.company
    const ended = await cli(elsewhere, 'company', 'delete', id, '--export', folder)
    expect([ended.code, ended.said]).toEqual([1, expect.stringContaining('The company was not deleted')])
    expect(await listed(id)).toBeNull()
  })
})

/** A copy of the export with the first changeable line of a table changed. */
function edited(change: (line: string) => string, table: string): string {
  const folder = join(makeFolder(), 'edited')
  cpSync(archive, folder, { recursive: true })
  const lines = linesOf(folder, table)
  const at = lines.findIndex((line) => change(line) !== line)
  lines[at] = change(lines[at] ?? '')
  writeFileSync(join(folder, 'records', `${table}.jsonl`), lines.map((line) => `${line}\n`).join(''))
  return folder
}

const member = (name: string, value: unknown) => (line: string) =>
  JSON.stringify({ ...JSON.parse(line), [name]: value })
/** An id that comes directly after another, but for a few that nobody has. */
const idAfter = (id: string): string => `${id.slice(0, -4)}${id.endsWith('zzzy') ? 'zzzz' : 'zzzy'}`
/** Another comment, which replies to the one in a line and comes after it. */
const replyTo = (line: string, more: object = {}): string => {
  const { id, ...rest } = JSON.parse(line)
  const open = { externalId: null, resolvedAt: null, resolvedBy: null }
  return JSON.stringify({ id: idAfter(id), ...rest, ...open, ...more, parentCommentId: id })
}
const nobody = 'x'.repeat(22)
const hashOf = (cost: string): string => `$argon2id$v=19$${cost}$${'c'.repeat(22)}$${'d'.repeat(43)}`
const keyOf = (modulusLength: number, publicExponent: number): string =>
  generateKeyPairSync('rsa', { modulusLength, publicExponent })
    .publicKey.export({ type: 'spki', format: 'pem' })
    .toString()

/** Puts something else in the place of a file: a link to the file itself, elsewhere, and a pipe. */
const specials: readonly (readonly [string, (path: string) => void])[] = [
  [
    'a link',
    (path) => {
      const elsewhere = join(makeFolder(), 'elsewhere')
      renameSync(path, elsewhere)
      symlinkSync(elsewhere, path)
    },
  ],
  [
    'a pipe',
    (path) => {
      rmSync(path)
      execFileSync('mkfifo', [path])
    },
  ],
]

describe('an invalid export is refused by file and line, and leaves nothing behind', () => {
  let place: Record<string, string>
  beforeAll(() => {
    place = settingsIn(makeFolder())
  })

  test.each<[string, string, (line: string) => string, RegExp]>([
    [
      'a wrong type',
      'tasks',
      member('priority', '3'),
      /tasks\.jsonl, line 1: "priority" must be a whole number/,
    ],
    [
      'a value out of range',
      'times',
      member('minutes', 0),
      /times\.jsonl, line 1: "minutes" must be a whole number from 1/,
    ],
    [
      'a moment at which it was not completed',
      'tasks',
      (line) =>
        JSON.parse(line).completedAt === null
          ? member('completedAt', '2026-01-01T00:00:00.000Z')(line)
          : line,
      /tasks\.jsonl, line \d+: must have a "completedAt" exactly when its "status" is Completed/,
    ],
    ['no such day', 'tasks', member('dueDate', '2026-02-30'), /line 1: "dueDate" must be a real day/],
    [
      'an unknown member',
      'users',
      member('shoeSize', 46),
      /users\.jsonl, line 1: has an unknown member "shoeSize"/,
    ],
    [
      'a missing member',
      'users',
      (line) => line.replace(/"fullName":"[^"]*",/, ''),
      /users\.jsonl, line 1: lacks "fullName"/,
    ],
    ['a NUL', 'users', member('fullName', 'a\0b'), /"fullName" contains a NUL/],
    [
      'a name that is a path',
      'files',
      member('fileName', '../../etc/passwd'),
      /files\.jsonl, line 1: "fileName" may not contain a slash or a backslash/,
    ],
    ...['m=19457,t=2,p=1', 'm=19456,t=3,p=1', 'm=19456,t=2,p=2', 'm=2097152,t=1,p=1'].map(
      (cost): [string, string, (line: string) => string, RegExp] => [
        `a password that takes longer than ours: ${cost}`,
        'users',
        member('passwordHash', hashOf(cost)),
        /users\.jsonl, line 1: "passwordHash" must be an argon2id hash of at most m=19456, t=2 and p=1/,
      ],
    ),
    ...[keyOf(1_024, 65_537), keyOf(2_048, 3), 'rubbish', keyOf(2_048, 65_537).trim()].map(
      (key, n): [string, string, (line: string) => string, RegExp] => [
        `key ${n}, which is weak or none`,
        'clientKeys',
        member('publicKey', key),
        /clientKeys\.jsonl, line 1: "publicKey" must be an RSA key of 2048 to 8192 bits/,
      ],
    ),
    [
      'a key that is another one than its fingerprint says',
      'clientKeys',
      member('publicKey', keyOf(2_048, 65_537)),
      /clientKeys\.jsonl, line 1: must have the "fingerprint" of its "publicKey"/,
    ],
    [
      'no such time zone',
      'users',
      member('timeZone', 'Europe/Nowhere'),
      /users\.jsonl, line 1: "timeZone" must be a time zone/,
    ],
    ...['text/html; charset=x', 'Text/HTML', 'html', 'a/b\r\nset-cookie: x'].map(
      (type): [string, string, (line: string) => string, RegExp] => [
        `no media type: ${JSON.stringify(type)}`,
        'fileVersions',
        member('mimeType', type),
        /fileVersions\.jsonl, line 1: "mimeType" (must be a media type|contains)/,
      ],
    ),
    [
      'a provider that is no address',
      'companies',
      member('ssoIssuer', 'javascript:alert(1)'),
      /companies\.jsonl, line 1: must have an "ssoIssuer" that begins with https/,
    ],
    [
      'an event that ends before it begins',
      'events',
      member('endsAt', '1999-01-01T00:00:00.000Z'),
      /events\.jsonl, line 1: has an "endsAt" before its "startsAt"/,
    ],
    [
      'an assignee that is nobody',
      'tasks',
      member('assignees', [nobody]),
      /tasks\.jsonl, line 1: "assignees" names x+, which is not one of the users/,
    ],
    [
      'a workspace that is not there',
      'milestones',
      member('workspaceId', nobody),
      /milestones\.jsonl, line 1: "workspaceId" names/,
    ],
    [
      'a folder in itself',
      'folders',
      (line) => member('parentFolderId', JSON.parse(line).id)(line),
      /folders\.jsonl, line 1: contains itself/,
    ],
    [
      'a task in a stage of another status',
      'stages',
      (line) => (line.includes('"Second look"') ? member('status', 'Cancelled')(line) : line),
      /tasks\.jsonl, line \d+: must have the "status" of its stage, which is Cancelled/,
    ],
    [
      'a task that waits for itself',
      'taskBlockers',
      (line) => member('blockerId', JSON.parse(line).taskId)(line),
      /taskBlockers\.jsonl, line 1: makes tasks wait for each other/,
    ],
    [
      'tasks that wait for each other',
      'taskBlockers',
      (line) => {
        const { taskId, blockerId } = JSON.parse(line)
        const other = member('taskId', blockerId)(member('blockerId', taskId)(line))
        return (taskId < blockerId ? [line, other] : [other, line]).join('\n')
      },
      /taskBlockers\.jsonl, line 2: makes tasks wait for each other/,
    ],
    [
      'a blocker of another workspace',
      'taskBlockers',
      (line) => {
        const tasks = linesOf(archive, 'tasks').map((each) => JSON.parse(each))
        const { workspaceId } = tasks.find(({ id }) => id === JSON.parse(line).taskId)
        return member('blockerId', tasks.find((each) => each.workspaceId !== workspaceId).id)(line)
      },
      /taskBlockers\.jsonl, line 1: names tasks of different workspaces/,
    ],
    [
      'a reply to a reply',
      'comments',
      (line) => [line, replyTo(line), replyTo(replyTo(line))].join('\n'),
      /comments\.jsonl, line 3: "parentCommentId" names a reply/,
    ],
    [
      'a reply to a comment on another record',
      'comments',
      (line) => {
        const { taskId, workspaceId } = JSON.parse(line)
        const others = linesOf(archive, 'tasks').map((each) => JSON.parse(each))
        const other = others.find((each) => each.workspaceId === workspaceId && each.id !== taskId)
        const nothing = { fileId: null, milestoneId: null, eventId: null }
        return `${line}\n${replyTo(line, { ...nothing, taskId: other.id })}`
      },
      /comments\.jsonl, line 2: "parentCommentId" names a comment on another record/,
    ],
    [
      'a public reply to an internal comment',
      'comments',
      (line) => `${member('internalOnly', true)(line)}\n${replyTo(line, { internalOnly: false })}`,
      /comments\.jsonl, line 2: must be "internalOnly", like the comment that it replies to/,
    ],
    [
      'a reply that is resolved',
      'comments',
      (line) => `${line}\n${replyTo(line, { resolvedAt: '2026-01-01T00:00:00.000Z' })}`,
      /comments\.jsonl, line 2: is a reply with a "resolvedAt"/,
    ],
    [
      'a reaction that is no emoji',
      'commentReactions',
      member('emoji', 'ok'),
      /commentReactions\.jsonl, line 1: "emoji" must be one emoji, not "ok"/,
    ],
    [
      'a mute of nothing',
      'mutes',
      (line) =>
        JSON.stringify({
          ...JSON.parse(line),
          ...{ taskId: null, fileId: null, milestoneId: null, workspaceId: null },
        }),
      /mutes\.jsonl, line 1: must have its "recordId" in one of "taskId"/,
    ],
    ['no JSON', 'tags', (line) => line.slice(0, -1), /tags\.jsonl, line 1: is not JSON/],
    [
      'the same record twice',
      'tags',
      (line) => `${line}\n${line}`,
      /tags\.jsonl, line 2: has the same id as the line before/,
    ],
    [
      'another record with the same name',
      'tags',
      (line) => `${line}\n${member('id', idAfter(JSON.parse(line).id))(line)}`,
      /tags\.jsonl, line 2: tagName is already in line 1/,
    ],
    [
      'a version without its file',
      'fileVersions',
      member('fileId', nobody),
      /fileVersions\.jsonl, line 1: "fileId" names/,
    ],
    [
      'a file without its version',
      'files',
      member('version', 99),
      /files\.jsonl, line 1: its version is not in/,
    ],
    [
      'two companies',
      'companies',
      (line) => `${line}\n${member('id', nobody)(line)}`,
      /companies\.jsonl: has 2 records, but must have 1/,
    ],
  ])('%s', async (_, table, change, expected) => {
    const ended = await cli(place, 'import', '--edited', edited(change, table))
    expect([ended.code, ended.said]).toEqual([3, expect.stringMatching(expected)])
  })

  test('faults that only follow from an unreadable line are not reported', async () => {
    const first = (change: (line: string) => string, table: string): Promise<{ said: string }> =>
      cli(place, 'import', edited(change, table))
    const faults = ({ said }: { said: string }): string[] => said.match(/^ {2}.*$/gm) ?? []
    // Everything refers to users.
    expect(faults(await first(member('fullName', 5), 'users'))).toEqual([
      '  records/users.jsonl, line 1: "fullName" must be a string, not the number 5',
    ])
    expect(faults(await first((line) => `${line}\n${line}`, 'tags'))).toEqual([
      '  records/tags.jsonl, line 2: has the same id as the line before',
    ])
    const [again = ''] = linesOf(archive, 'tags')
    const last = linesOf(archive, 'tags').at(-1)
    expect(faults(await first((line) => (line === last ? `${line}\n${again}` : line), 'tags'))).toEqual([
      expect.stringMatching(/records\/tags\.jsonl, line \d+: has the same id as a line above/),
    ])
  })

  test.each<[string, (folder: string) => void, RegExp]>([
    [
      'a record that was changed by the way',
      (folder) => cpSync(edited(member('tagName', 'Other'), 'tags'), folder, { recursive: true }),
      /tags\.jsonl: has .* is not what was exported\. If you edited it on purpose, use --edited/,
    ],
    [
      'a newer version',
      (folder) => changeManifest(folder, { version: 2 }),
      /has format version 2, but this program reads versions up to 1/,
    ],
    [
      'another format',
      (folder) => changeManifest(folder, { format: 'tar' }),
      /is not the manifest of a company export/,
    ],
    ['no manifest', (folder) => rmSync(join(folder, 'manifest.json')), /manifest\.json: does not exist/],
    [
      'a missing file',
      (folder) => rmSync(join(folder, 'records', 'tasks.jsonl')),
      /records\/tasks\.jsonl: is missing/,
    ],
    [
      'half a line',
      (folder) => writeFileSync(join(folder, 'records', 'tasks.jsonl'), '{"id"'),
      /tasks\.jsonl, line 1: the file ends in the middle of a line/,
    ],
    ...['manifest.json', 'records/tasks.jsonl'].flatMap((name) =>
      specials.map(([what, put]): [string, (folder: string) => void, RegExp] => [
        `${name} as ${what}`,
        (folder) => put(join(folder, name)),
        /: is a link, or not a regular file, and is not read/,
      ]),
    ),
    ...specials.map(([what, put]): [string, (folder: string) => void, RegExp] => [
      `a content as ${what}`,
      (folder) => put(contentsOf(folder)[0] ?? ''),
      /contents\/..\/\w{64}: is a link, or not a regular file/,
    ]),
    [
      'a folder as a link',
      (folder) => {
        renameSync(join(folder, 'contents'), `${folder}-contents`)
        symlinkSync(`${folder}-contents`, join(folder, 'contents'))
      },
      /contents\/..\/\w{64}: is a link, or not a regular file/,
    ],
    [
      'a missing content',
      (folder) => rmSync(contentsOf(folder)[0] ?? ''),
      /contents\/..\/\w{64}: is missing/,
    ],
    [
      'a shorter content',
      (folder) => writeFileSync(largest(folder), 'x'),
      /contents\/.*: has 1 bytes, but should have/,
    ],
    [
      'one byte of a content',
      (folder) => flip(largest(folder)),
      /contents\/.*: has the sha-256 \w+, which differs from its name/,
    ],
  ])('%s', async (_, change, expected) => {
    const folder = join(makeFolder(), 'changed')
    cpSync(archive, folder, { recursive: true })
    change(folder)
    const ended = await cli(place, 'import', folder)
    expect([ended.code, ended.said]).toEqual([3, expect.stringMatching(expected)])
  })

  test('after all of that nothing is stored, until an export is valid', async () => {
    await withDatabase(place, async (db) => {
      for (const table of ['companies', 'users', 'tasks', 'blobs', 'changes'] as const)
        expect(await db.query.selectFrom(table).selectAll().execute(), table).toEqual([])
    })
    expect((await cli(place, 'import', '--check', archive)).said).toContain('is complete')
    const changed = edited(member('tagName', 'Renamed by hand'), 'tags')
    expect((await cli(place, 'import', '--edited', changed)).code).toBe(0)
    expect((await cli(place, 'check')).said).toContain('No problems found.')
    const folder = makeFolder()
    mkdirSync(join(folder, 'not-empty'))
    const onto = await cli(place, 'export', '--company', fixture.company.companyId, folder)
    expect([onto.code, onto.said]).toEqual([3, expect.stringContaining('is not empty')])
    const unknown = await cli(place, 'export', '--company', 'Nobody', join(folder, 'x'))
    expect([unknown.code, unknown.said]).toEqual([3, expect.stringContaining('There is no company "Nobody"')])
  })
})

function changeManifest(folder: string, change: object): void {
  const path = join(folder, 'manifest.json')
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), ...change }))
}

const contentsOf = (folder: string): string[] =>
  readdirSync(join(folder, 'contents'), { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name))

function largest(folder: string): string {
  const [found = ''] = contentsOf(folder).toSorted((a, b) => readFileSync(b).length - readFileSync(a).length)
  return found
}

function flip(path: string): void {
  const bytes = readFileSync(path)
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
  writeFileSync(path, bytes)
}

/** An export with so long a history that its import can be killed halfway. */
function withLongHistory(): string {
  const folder = join(makeFolder(), 'long')
  cpSync(archive, folder, { recursive: true })
  const [entry] = linesOf(folder, 'changes').map((line) => JSON.parse(line))
  const more = Array.from({ length: 15_000 }, (_, n) =>
    JSON.stringify({ ...entry, id: `z${String(n).padStart(21, '0')}` }),
  )
  const lines = [...linesOf(folder, 'changes'), ...more].map((line) => `${line}\n`)
  writeFileSync(join(folder, 'records', 'changes.jsonl'), lines.join(''))
  return folder
}

test.each(['sqlite', 'postgres'])(
  'on %s a killed import leaves nothing behind, and the next one succeeds',
  async (engine) => {
    const place = settingsIn(makeFolder())
    if (engine === 'postgres') place['ATRIUM_DATABASE_URL'] = await postgres()
    const long = withLongHistory()
    for (const mark of [/% Importing content/, /% Storing records/]) {
      const { signal, stderr } = await atriumUntil(mark, 'SIGKILL', ['import', '--edited', long], {
        env: place,
      })
      expect(signal, stderr).toBe('SIGKILL')
      await withDatabase(place, async (db) => {
        for (const table of ['companies', 'users', 'tasks', 'blobs', 'changes'] as const)
          expect(await db.query.selectFrom(table).selectAll().execute(), `${table} ${mark}`).toEqual([])
      })
    }
    const ended = await atrium(['import', '--edited', long, '--json'], { env: place })
    expect(ended.code, ended.stderr).toBe(0)
    expect(JSON.parse(ended.stdout).counts.changes).toBeGreaterThan(15_000)
    expect((await cli(place, 'check')).said).toContain('No problems found.')
  },
)

test('on SQLite the service must not be running', async () => {
  const place = settingsIn(makeFolder())
  await withDatabase(place, async () => undefined)
  const { release } = claimServing(readConfig(place))
  const ended = await cli(place, 'import', archive)
  // An export that was not read says nothing about itself.
  const unread = await cli(place, 'import', '/nowhere')
  release()
  for (const { code, said } of [ended, unread])
    expect([code, said]).toEqual([3, expect.stringContaining('is already serving')])
})
