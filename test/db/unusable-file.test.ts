import { join } from 'node:path'
import { expect, test } from 'vitest'
import { holdLock, openFile } from '../../src/db/sqlite/engine.ts'
import { useFolders } from '../support/files.ts'

const newFolder = useFolders()

test('a database that cannot be opened is named, with what it needs', () => {
  const folder = newFolder()
  const said = (file: string): string =>
    `${file}: unable to open database file. This user must be able to read and write it, and its folder`
  expect(() => holdLock(folder, 'first')).toThrow(said(folder))
  const missing = join(folder, 'none.db')
  expect(() => openFile(missing, { readonly: true })).toThrow(said(missing))
})
