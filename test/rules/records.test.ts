import { expect, test } from 'vitest'
import { records } from '../../src/schema/records.ts'
import type { Resource } from '../../src/schema/resource.ts'
import { sources } from './project.ts'

const isStored = (value: unknown): value is Resource =>
  typeof value === 'object' &&
  value !== null &&
  'table' in value &&
  'fields' in value &&
  value.table !== undefined

test('every resource with a table is listed in schema/records.ts', async () => {
  const files = sources.filter((path) => path.startsWith('src/schema/records/'))
  const modules = await Promise.all(
    files.map(async (path) => (await import(/* @vite-ignore */ `../../${path}`)) as Record<string, unknown>),
  )
  const declared = modules.flatMap((each) => Object.values(each).filter(isStored))
  expect(declared.length).toBeGreaterThan(20)
  expect(declared.map(({ table }) => table).toSorted()).toEqual(records.map(({ table }) => table).toSorted())
})
