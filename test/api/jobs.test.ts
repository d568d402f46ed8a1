import { expect, test } from 'vitest'
import { read, sources } from '../rules/project.ts'
import { jobsOf } from '../support/jobs.ts'
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
