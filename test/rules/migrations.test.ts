import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { migrations } from '../../src/db/migrate.ts'

test('every migration has the name of its file, and the numbers have no gaps', () => {
  const files = readdirSync(new URL('../../src/db/migrations/', import.meta.url))
    .filter((file) => file !== 'migration.ts')
    .toSorted()
  expect(migrations.map(({ name }) => `${name}.ts`)).toEqual(files)
  expect(migrations.map(({ name }) => Number(name.slice(0, 4)))).toEqual(files.map((_, n) => n + 1))
})
