import { beforeAll, describe, expect, test } from 'vitest'
import { clock } from '../../src/base/clock.ts'
import { indexAll } from '../../src/db/search/index-batch.ts'
import { reindex } from '../../src/db/search/reindex.ts'
import type { Client } from '../support/client.ts'
import { dayAhead, daysAhead, time } from '../support/clock.ts'
import { type Company, useWorld } from '../support/world.ts'

const world = useWorld()
let company: Company
let workspaceId: string

beforeAll(async () => {
  company = await world.company()
  workspaceId = (await company.admin.create('/v1/workspaces', { workspaceName: 'Views' })).id
})

interface Listed {
  details: { title: string }
}

/** The titles of the tasks that a filter finds, in the order of their creation. */
async function titles(filter: string, client = company.admin, path = '/v1/tasks'): Promise<string[]> {
  const query = `limit=2&sort=createdAt&filter=${encodeURIComponent(filter)}`
  return ((await client.all(`${path}?${query}`)) as Listed[]).map(({ details }) => details.title)
}

const make = (title: string, values: object = {}, own = workspaceId): Promise<{ id: string }> =>
  company.admin.create('/v1/tasks', { workspaceId: own, title, ...values })

const inWorkspace = async (name: string): Promise<string> =>
  (await company.admin.create('/v1/workspaces', { workspaceName: name })).id

describe('booleans', () => {
  let own: string
  const among = (filter: string) => titles(`${filter} AND workspaceId="${own}"`)

  beforeAll(async () => {
    own = await inWorkspace('Booleans')
    const late = { dueDate: dayAhead(-2) }
    const open = await make('open', { assignees: [company.adminId] }, own)
    await make('late', late, own)
    await make('late, done', { ...late, status: 'Completed' }, own)
    await make('cancelled', { status: 'Cancelled', parentTaskId: open.id }, own)
    const waiting = await make('waiting', { status: 'On Hold', dueDate: dayAhead(2) }, own)
    const done = await make('waited', {}, own)
    const blockers = async (id: string, names: string[]): Promise<void> => {
      for (const name of names) {
        const [blocker] = (await company.admin.all(
          `/v1/tasks?filter=${encodeURIComponent(`title="${name}" AND workspaceId="${own}"`)}`,
        )) as { id: string }[]
        await company.admin.ok('PUT', `/v1/tasks/${id}/blockers/${blocker?.id}`)
      }
    }
    await blockers(waiting.id, ['open', 'late', 'late, done'])
    await blockers(done.id, ['late, done', 'cancelled'])
  })

  test.each([
    ['open', ['open', 'late', 'waiting', 'waited'], ['late, done', 'cancelled']],
    ['overdue', ['late'], ['open', 'late, done', 'cancelled', 'waiting', 'waited']],
    ['unassigned', ['late', 'late, done', 'cancelled', 'waiting', 'waited'], ['open']],
    ['topLevel', ['open', 'late', 'late, done', 'waiting', 'waited'], ['cancelled']],
    ['blocked', ['waiting'], ['open', 'late', 'late, done', 'cancelled', 'waited']],
  ])('%s', async (name, yes, no) => {
    expect(await among(`${name}=true`)).toEqual(yes)
    expect(await among(`${name}=false`)).toEqual(no)
  })

  test('in any order and together', async () => {
    expect(await among('open=true AND unassigned=true AND topLevel=true AND blocked=false')).toEqual([
      'late',
      'waited',
    ])
    const ranked = await company.admin.all(
      `/v1/workspaces/${own}/tasks?limit=1&sort=-rank&filter=${encodeURIComponent('blocked=false AND open=true')}`,
    )
    expect((ranked as Listed[]).map(({ details }) => details.title)).toEqual(['waited', 'late', 'open'])
  })

  test('a task in the trash blocks nothing', async () => {
    const [one, other] = [await make('blocked', {}, own), await make('blocker', {}, own)]
    await company.admin.ok('PUT', `/v1/tasks/${one.id}/blockers/${other.id}`)
    expect(await among('blocked=true')).toEqual(['waiting', 'blocked'])
    await company.admin.ok('DELETE', `/v1/tasks/${other.id}`)
    expect(await among('blocked=true')).toEqual(['waiting'])
  })

  test('"none" in place of an id finds the records without one', async () => {
    expect(await among('parentTaskId="none"')).toEqual(await among('topLevel=true'))
    expect(await among('assignees="none"')).toEqual(await among('unassigned=true'))
    expect(await titles('workspaceId="none"')).toEqual([])
  })
})

describe('relative values', () => {
  const inZone = async (timeZone: string): Promise<Client> => {
    const { id, client } = await world.person(company, { workspaceId })
    await company.admin.ok('PUT', `/v1/users/${id}`, { timeZone })
    return world.client(await world.token(company, id)) ?? client
  }

  test('"me" is the caller', async () => {
    const own = await inWorkspace('Me')
    const { id, client } = await world.person(company, { workspaceId: own })
    await make('hers', { assignees: [id] }, own)
    await make('mine', { assignees: [company.adminId] }, own)
    const filter = `assignees="me" AND workspaceId="${own}"`
    // Twice, because the second answer may be cached.
    for (let n = 0; n < 3; n += 1) {
      expect(await titles(filter)).toEqual(['mine'])
      expect(await titles(filter, client)).toEqual(['hers'])
    }
  })

  test('days are those of the caller’s time zone', async () => {
    const [east, west] = [await inZone('Pacific/Kiritimati'), await inZone('Pacific/Pago_Pago')]
    // It is never the same day in both: they are 25 hours apart.
    const today = (timeZone: string): string =>
      new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(clock.now())
    const [due, dueWest] = [today('Pacific/Kiritimati'), today('Pacific/Pago_Pago')]
    expect(due).not.toBe(dueWest)
    const own = await inWorkspace('Zones')
    const members = (await company.admin.all('/v1/users')) as { id: string }[]
    for (const { id } of members) await company.admin.ok('PUT', `/v1/workspaces/${own}/members/${id}`, {})
    await make('due in the east', { dueDate: due }, own)
    await make('due in the west', { dueDate: dueWest }, own)
    const within = (filter: string, client: Client) => titles(`${filter} AND workspaceId="${own}"`, client)
    expect(await within('dueDate="today"', east)).toEqual(['due in the east'])
    expect(await within('dueDate="today"', west)).toEqual(['due in the west'])
    expect(await within('overdue=true', east)).toEqual(['due in the west'])
    expect(await within('overdue=true', west)).toEqual([])
    for (const client of [east, west]) {
      expect(await within('createdAt="today" AND updatedAt>="monday"', client)).toHaveLength(2)
      expect(await within('createdAt<"today"', client)).toEqual([])
      expect(await within('createdAt>"today"', client)).toEqual([])
    }
  })

  test('are resolved on the first page, and kept on the others', async () => {
    const own = await inWorkspace('Kept')
    for (const [n, day] of [-1, 0, 0, 0].entries()) await make(`${n}`, { dueDate: dayAhead(day) }, own)
    const path = `/v1/workspaces/${own}/tasks?limit=1&sort=createdAt&filter=${encodeURIComponent('dueDate="today" AND overdue=false')}`
    const first = (await company.admin.get(path)).body
    expect(first.items[0].details.title).toBe('1')
    time.set(daysAhead(1))
    try {
      const tomorrow = company.admin
      const second = (await tomorrow.get(first.links.next)).body
      expect(second.items[0].details.title).toBe('2')
      expect((await tomorrow.get(second.links.next)).body.items[0].details.title).toBe('3')
      expect((await tomorrow.get(second.links.previous)).body.items[0].details.title).toBe('1')
      expect((await tomorrow.get(path)).body.items).toEqual([])
      // A cursor belongs to its filter, relative or not.
      const other = first.links.next.replace('today', dayAhead(-1))
      expect((await tomorrow.get(other)).body.code).toBe('invalid_pagination_hash')
    } finally {
      time.set(daysAhead(-1))
    }
  })

  test('in reports, CSV files and sums', async () => {
    const own = await inWorkspace('Reports')
    await make('press release', { dueDate: dayAhead(-3), assignees: [company.adminId] }, own)
    await make('other', { dueDate: dayAhead(-3) }, own)
    const filter = `overdue=true AND assignees="me" AND title contains "PRESS" AND workspaceId="${own}"`
    const report = await company.admin.create('/v1/reports', {
      reportName: 'Mine',
      source: 'tasks',
      columns: ['title'],
      filter,
    })
    const { items } = (await company.admin.get(`/v1/reports/${report.id}/records`)).body
    expect(items).toEqual([{ fields: [{ fieldName: 'task.title', value: 'press release' }] }])
    const { text } = await company.admin.send(
      'GET',
      `/v1/tasks?fields=title&filter=${encodeURIComponent(filter)}`,
      undefined,
      { accept: 'text/csv' },
    )
    expect(text).toContain('press release')
    expect(text.trim().split('\r\n')).toHaveLength(2)
    await company.admin.create('/v1/times', { workspaceId: own, date: dayAhead(0), minutes: 5 })
    await company.admin.create('/v1/times', { workspaceId: own, date: dayAhead(-9), minutes: 7 })
    const ofWeek = encodeURIComponent(`date>="monday" AND userHash="me" AND workspaceId="${own}"`)
    const sums = await company.admin.get(`/v1/times/summary?filter=${ofWeek}`)
    expect(sums.body.total.minutes).toBe(5)
    expect((await company.admin.get(`/v1/times?filter=${ofWeek}`)).body.items).toHaveLength(1)
  })

  test('are refused where they mean nothing', async () => {
    const refusedBy = async (filter: string): Promise<string> =>
      (await company.admin.get(`/v1/tasks?filter=${encodeURIComponent(filter)}`)).body.message
    expect(await refusedBy('dueDate="today 7"')).toContain('a plus sign must be sent as %2B')
    expect(await refusedBy('status="me"')).toContain('is never')
    expect(await refusedBy('open="true"')).toMatch(/^Invalid Request/)
    expect(await refusedBy('description contains "x"')).toContain('cannot be filtered by')
    expect(await refusedBy('status contains "x"')).toContain('contains cannot be used with status')
  })
})

describe('contains', () => {
  const names = [
    'Write the press release',
    'Pressemitteilung schreiben',
    'EXPRESS delivery',
    'Über-Größe café naïve',
    'Release: the press, again',
    '会議の準備をする',
    'Straße ① ﬁle',
    'q x tq',
  ]
  let own: string
  const among = (value: string) =>
    titles(`title contains "${value.replaceAll('"', '\\"')}" AND workspaceId="${own}"`)

  beforeAll(async () => {
    own = await inWorkspace('Words')
    for (const title of names) await make(title, { description: 'hidden treasure x press' }, own)
  })

  const cases: [string, number[]][] = [
    ['press', [0, 1, 4]],
    ['PRESS rel', [0, 4]],
    ['release press', [0, 4]],
    ['"press release"', [0]],
    ['"press rel"', []],
    ['ress', []],
    ['hidden', []],
    ['uber', [3]],
    ['große CAFE', [3]],
    ['naive über-größ', [3]],
    ['会議', [5]],
    ['議会', []],
    ['準備', [5]],
    ['STRASSE', [6]],
    ['straße 1 file', [6]],
    ['gross', [3]],
    ['q', [7]],
    ['x', [7]],
    ['tq', [7]],
    ['t', [0, 4, 7]],
    ["press' OR 1=1 --", []],
    ['press*', [0, 1, 4]],
  ]

  describe.each([false, true])('with a complete index: %s', (isComplete) => {
    beforeAll(async () => {
      if (isComplete) await reindex(world.db)
    })

    test.each(cases)('%s', async (value, expected) => {
      expect(await among(value)).toEqual(expected.map((n) => names[n]))
    })
  })

  test('compares the current name, wherever the index is', async () => {
    const { id } = await make('Outdated-name', {}, own)
    await indexAll(world.db)
    await company.admin.ok('PUT', `/v1/tasks/${id}`, { title: 'Current-name' })
    for (const isIndexed of [false, true]) {
      if (isIndexed) await indexAll(world.db)
      expect(await among('outdated')).toEqual([])
      expect(await among('name current')).toEqual(['Current-name'])
      expect(await among('"current name"')).toEqual(['Current-name'])
    }
    await company.admin.ok('DELETE', `/v1/tasks/${id}`)
    expect(await among('current')).toEqual([])
  })

  test('finds records that are not in the index yet, by words between spaces', async () => {
    const { id } = await make('Unindexed reminder', {}, own)
    await indexAll(world.db)
    await world.db.transaction((tx) =>
      tx.query.deleteFrom('searchEntries').where('recordId', '=', id).execute(),
    )
    await world.db.transaction((tx) => tx.query.deleteFrom('installation').execute())
    expect(await among('REMIND')).toEqual(['Unindexed reminder'])
    expect(await among('mind')).toEqual([])
    await reindex(world.db)
    expect(await among('REMIND')).toEqual(['Unindexed reminder'])
  })

  test('on every list of records that a search finds, and on members', async () => {
    const { admin } = company
    const found = async (path: string, filter: string): Promise<number> =>
      (await admin.get(`${path}?filter=${encodeURIComponent(filter)}`)).body.items.length
    const { id } = await world.person(company, { workspaceId: own })
    await admin.ok('PUT', `/v1/users/${id}`, { fullName: 'Zoë Zweig' })
    await admin.create(`/v1/workspaces/${own}/milestones`, { title: 'Zenith reached' })
    await admin.create(`/v1/workspaces/${own}/folders`, { folderName: 'Zenith' })
    await admin.create(`/v1/workspaces/${own}/tasklists`, { tasklistName: 'The zenith' })
    await admin.create('/v1/tags', { tagName: 'zenith' })
    await inWorkspace('Toward the zenith')
    expect(await found('/v1/users', 'fullName contains "zoe"')).toBe(1)
    expect(await found(`/v1/workspaces/${own}/members`, 'fullName contains "zwei"')).toBe(1)
    expect(await found(`/v1/workspaces/${own}/milestones`, 'title contains "zen"')).toBe(1)
    expect(await found(`/v1/workspaces/${own}/folders`, 'folderName contains "zen"')).toBe(1)
    expect(await found('/v1/tasklists', 'tasklistName contains "zen"')).toBe(1)
    expect(await found('/v1/tags', 'tagName contains "zen"')).toBe(1)
    expect(await found('/v1/workspaces', 'workspaceName contains "zen"')).toBe(1)
  })

  test('more records than the index lists are found along the order', async () => {
    const many = await inWorkspace('Many')
    const operations = Array.from({ length: 510 }, (_, n) => ({
      requestId: `${n}`,
      method: 'POST',
      body: { workspaceId: many, title: `common ${n}` },
    }))
    await company.admin.ok('POST', '/v1/tasks/bulk', { operations })
    const filter = encodeURIComponent(`title contains "comm" AND workspaceId="${many}"`)
    expect(await company.admin.all(`/v1/tasks?limit=500&filter=${filter}`)).toHaveLength(510)
    const rare = encodeURIComponent('title contains "common 509"')
    expect(await company.admin.all(`/v1/tasks?filter=${rare}`)).toHaveLength(1)
  })
})
