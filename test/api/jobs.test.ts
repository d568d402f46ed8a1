import { expect, test } from 'vitest'
import { JobRunner } from '../../src/jobs/runner.ts'
import { read, sources } from '../rules/project.ts'
import { jobsOf, queuesOf } from '../support/jobs.ts'
import { useWorld } from '../support/world.ts'

const world = useWorld()

test('the registry lists every declared job, each under its own name', () => {
  const names = jobsOf(world, '/backups').map(({ name }) => name)
  const declared = sources
    .filter((path) => path.startsWith('src/jobs/'))
    .flatMap((path) => [...read(path).matchAll(/\beverySeconds: \d/g)])
  expect(names).toHaveLength(declared.length)
  expect(new Set(names).size).toBe(names.length)
  expect(names).toEqual(
    expect.arrayContaining(['begin-backups', 'send-mail', 'purge-trash', 'make-previews']),
  )
})

test('without a backup folder no job creates backups', () => {
  expect(jobsOf(world).map(({ name }) => name)).not.toContain('begin-backups')
})

test('mail, purges and backups do not wait for previews, which have a queue and a lease of their own', async () => {
  const queues = queuesOf(world, '/backups')
  expect(Object.keys(queues)).toEqual(['jobs', 'previews', 'texts', 'notifications'])
  expect(queues['previews']?.map(({ name }) => name)).toEqual(['make-previews'])
  expect(queues['texts']?.map(({ name }) => name)).toEqual(['read-texts'])
  const silent = { info: () => undefined, error: () => undefined }
  const drawing = Promise.withResolvers<undefined>()
  const done: string[] = []
  const job = (name: string, work: Promise<undefined> | undefined) => ({
    name,
    everySeconds: 60,
    run: async () => {
      await work
      done.push(name)
      return undefined
    },
  })
  const previews = new JobRunner(world.db, [job('draw', drawing.promise)], silent, undefined, 'previews')
  const others = new JobRunner(world.db, [job('mail', undefined)], silent)
  const turn = previews.turn()
  await others.turn()
  expect(done).toEqual(['mail'])
  drawing.resolve(undefined)
  await turn
  expect(done).toEqual(['mail', 'draw'])
  await Promise.all([previews.stop(), others.stop()])
})
