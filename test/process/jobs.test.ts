import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { readConfig } from '../../src/base/config.ts'
import type { Database } from '../../src/db/database.ts'
import { migrate } from '../../src/db/migrate.ts'
import { openDatabase } from '../../src/db/open.ts'
import { type Job, JobRunner } from '../../src/jobs/runner.ts'
import { time } from '../support/clock.ts'
import { makeDatabase } from '../support/postgres-server.ts'
import { cleanUpProcesses, makeFolder, settingsIn, until } from '../support/process.ts'

cleanUpProcesses()

const silent = { info: () => undefined, error: () => undefined }

describe.each(['sqlite', 'postgres'])('on %s', (engine) => {
  let db: Database
  /** As a second process sees it. */
  let other: Database

  beforeAll(async () => {
    const settings = settingsIn(makeFolder())
    if (engine === 'postgres') {
      const url = inject('postgresUrl')
      const name = await makeDatabase(url, `test_${randomUUID().replaceAll('-', '')}`)
      settings['ATRIUM_DATABASE_URL'] = `${url}/${name}`
    }
    const config = readConfig(settings)
    await migrate(config.database)
    const fatal = (error: Error): void => {
      throw error
    }
    db = openDatabase(config, fatal)
    other = openDatabase(config, fatal)
  })

  afterAll(async () => {
    await db.close()
    await other.close()
  })

  describe('the lease', () => {
    const counting = (count: { runs: number }): Job => ({
      name: 'count',
      everySeconds: 0,
      run: async () => {
        count.runs += 1
        return undefined
      },
    })

    const lease = () =>
      db.query.selectFrom('leases').selectAll().where('name', '=', 'jobs').executeTakeFirst()

    const owner = async (): Promise<string | undefined> => (await lease())?.owner

    /** Waits until the lease has been renewed. */
    const renewal = async (): Promise<void> => {
      const before = await lease()
      const isRenewed = async (): Promise<boolean> => {
        const now = await lease()
        expect(now?.owner).toBe(before?.owner)
        return String(now?.expiresAt) > String(before?.expiresAt)
      }
      await until('it is renewed', isRenewed)
    }

    /** Ends the lease early, as if its holder had been gone for a minute. */
    const expire = (): Promise<unknown> =>
      db.transaction((tx) =>
        tx.query
          .updateTable('leases')
          .set({ expiresAt: new Date(0).toISOString() })
          .where('name', '=', 'jobs')
          .execute(),
      )

    test('lets one process run the jobs, and another once that one is gone', async () => {
      const [first, second] = [{ runs: 0 }, { runs: 0 }]
      const one = new JobRunner(db, [counting(first)], silent)
      const two = new JobRunner(other, [counting(second)], silent)
      for (let turn = 0; turn < 3; turn += 1) {
        await one.turn()
        await two.turn()
      }
      expect([first.runs, second.runs]).toEqual([3, 0])

      // The first one disappears without releasing it.
      await expire()
      await two.turn()
      await one.turn()
      expect([first.runs, second.runs]).toEqual([3, 1])

      // The second one stops cleanly, and nobody has to wait.
      await two.stop()
      expect(await owner()).toBeUndefined()
      await one.turn()
      expect([first.runs, second.runs]).toEqual([4, 1])
      await one.stop()
    })

    test('a job that is woken does not wait for its interval, nor for the current turn', async () => {
      const seen: string[] = []
      let release = (): void => undefined
      const slow: Job = {
        name: 'slow',
        everySeconds: 3_600,
        run: () =>
          new Promise((resolve) => {
            seen.push('slow')
            release = () => resolve(undefined)
          }),
      }
      const rare: Job = {
        name: 'rare',
        everySeconds: 3_600,
        run: async () => {
          seen.push('rare')
          return undefined
        },
      }
      const runner = new JobRunner(db, [rare, slow], silent)
      const first = runner.turn()
      await expect.poll(() => seen).toEqual(['rare', 'slow'])
      runner.wake('rare')
      runner.wake('rare')
      await time.advance(1_000)
      expect(seen).toEqual(['rare', 'slow'])
      release()
      await first
      await expect.poll(() => seen).toEqual(['rare', 'slow', 'rare'])
      await runner.stop()
    })

    test('goes to one of many that request it at the same moment', async () => {
      const counts = Array.from({ length: 6 }, () => ({ runs: 0 }))
      const runners = counts.map(
        (count, n) => new JobRunner(n % 2 === 0 ? db : other, [counting(count)], silent),
      )
      await Promise.all(runners.map((runner) => runner.turn()))
      expect(counts.map(({ runs }) => runs).sort()).toEqual([0, 0, 0, 0, 0, 1])
      for (const runner of runners) await runner.stop()
    })

    test('is kept while nothing is due, and during a job that takes longer', async () => {
      const times = { lasts: 60, renewed: 0.05 }
      const second = { runs: 0 }
      const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const long: Job = {
        name: 'long',
        everySeconds: 3_600,
        run: async () => {
          begun.resolve()
          await end.promise
          return undefined
        },
      }
      const one = new JobRunner(db, [long], silent, times)
      const two = new JobRunner(other, [counting(second)], silent, times)
      one.start()
      await begun.promise
      await renewal()
      await two.turn()
      end.resolve()
      await one.turn()
      await renewal()
      await two.turn()
      expect(second.runs).toBe(0)
      await one.stop()
      await two.turn()
      expect(second.runs).toBe(1)
      await two.stop()
    })

    test('that is lost stops the job, which runs again later', async () => {
      const times = { lasts: 60, renewed: 0.05 }
      const stopped: boolean[] = []
      let begun = Promise.withResolvers<void>()
      const long: Job = {
        name: 'long',
        everySeconds: 3_600,
        run: async (_db, signal) => {
          begun.resolve()
          await once(signal, 'abort')
          stopped.push(signal.aborted)
          return undefined
        },
      }
      const one = new JobRunner(db, [long], silent, times)
      const turn = one.turn()
      await begun.promise
      // Somebody else holds it now.
      await db.transaction((tx) =>
        tx.query
          .updateTable('leases')
          .set({ owner: 'another', expiresAt: '9999-12-31T23:59:59.999Z' })
          .where('name', '=', 'jobs')
          .execute(),
      )
      await turn
      expect(stopped).toEqual([true])
      expect(await owner()).toBe('another')
      await expire()
      begun = Promise.withResolvers<void>()
      const again = one.turn()
      await begun.promise
      await one.stop()
      await again
      expect(stopped).toEqual([true, true])
    })

    test('a job that fails does not prevent the others from running, and is reported by name', async () => {
      const errors: object[] = []
      const count = { runs: 0 }
      const bad: Job = {
        name: 'bad',
        everySeconds: 60,
        run: () => Promise.reject(new Error('no')),
      }
      const log = { info: () => undefined, error: (fields: object) => errors.push(fields) }
      const runner = new JobRunner(db, [bad, counting(count)], log)
      await runner.turn()
      await runner.stop()
      expect(count.runs).toBe(1)
      expect(errors).toMatchObject([{ job: 'bad', requestId: 'job:bad' }])
    })
  })
})
