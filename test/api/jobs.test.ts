import { expect, test } from 'vitest'
import { read, sources } from '../rules/project.ts'
import { jobsOf } from '../support/jobs.ts'
import { useWorld } from '../support/world.ts'

const world = useWorld()

test('the registry lists every job that is declared, each under a name of its own', () => {
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

test('without a folder for backups no job makes any', () => {
  expect(jobsOf(world).map(({ name }) => name)).not.toContain('begin-backups')
})
