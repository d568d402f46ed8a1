import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, inject, test } from 'vitest'
import type { Figures } from '../../bench/figures.ts'
import { cleanUpProcesses, compiledBefore, makeFolder } from '../support/process.ts'

cleanUpProcesses()

const root = join(import.meta.dirname, '../..')

/** The benchmark with little data and very short runs: its numbers mean nothing, but it works. */
async function bench(folder: string, ...words: string[]): Promise<Figures> {
  const json = join(folder, 'figures.json')
  const sized = ['--tasks', '2000', '--seconds', '0.04', '--folder', folder, '--json', json]
  await promisify(execFile)(process.execPath, ['bench/main.ts', ...sized, ...words], {
    cwd: root,
    env: { ...process.env, ...compiledBefore, ATRIUM_TEST_POSTGRES_URL: inject('postgresUrl') },
  })
  return JSON.parse(readFileSync(json, 'utf8'))
}

/** From the first test, whose data the second one reuses. */
const folder = makeFolder()

test('every case is measured against the limit on both engines, and nothing fails', async () => {
  const { cases } = await bench(folder)
  for (const engine of ['sqlite', 'postgres']) {
    const own = cases.filter((each) => each.engine === engine)
    expect(own.map(({ case: name, connections }) => `${name} ${connections}`)).toEqual([
      'first page 1',
      'first page 16',
      'first page 256',
      'page after page 1',
      'page after page 16',
      'page after page 256',
      'page of rows with names 16',
      'page 20,000 16',
      'sort by priority 16',
      'filter by status 16',
      'filter by date range 16',
      'member of 3 16',
      'get one, unchecked 16',
      'get one 1',
      'get one 16',
      'get one 256',
      'get one after another 1',
      'get one after another 16',
      'get one after another 256',
      'create 1',
      'create 16',
      'create 64',
      'token 16',
    ])
    expect(own.filter(({ ours, limit }) => ours.bad + limit.bad > 0)).toEqual([])
    expect(own.filter(({ ratio }) => !(ratio > 0))).toEqual([])
  }
})

test('lists are timed in every order, the slowest are explained, and existing data is reused', async () => {
  const { cases, lists } = await bench(folder, '--engine', 'sqlite', '--lists', '--only', 'status')
  // Earlier measurements stay.
  expect(cases.length).toBeGreaterThan(0)
  const [{ count, slowest } = { count: 0, slowest: [] }] = lists
  expect(count).toBe(3 * 3 * 17)
  expect(slowest).toHaveLength(10)
  expect(slowest.filter(({ plan }) => plan.length === 0)).toEqual([])
})
