import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { holdLock, openFile } from '../../src/db/sqlite/engine.ts'
import { useFolders } from '../support/files.ts'

const newFolder = useFolders()

test('a database that cannot be opened is named, with what it needs', () => {
  const folder = newFolder()
  expect(() => holdLock(folder, 'first')).toThrow(
    `Cannot use ${folder}: a folder is where a file should be (EISDIR).`,
  )
  const missing = join(folder, 'none.db')
  expect(() => openFile(missing, { readonly: true })).toThrow(
    `${missing}: unable to open database file. This user must be able to read and write it, and its folder`,
  )
})

test('only the owner may read a lock file', () => {
  const file = join(newFolder(), 'atrium.db.serving')
  const release = holdLock(file, 'first')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  release?.()
})
