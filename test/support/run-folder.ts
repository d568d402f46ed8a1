import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { migrate } from '../../src/db/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder that the test files of a project share. It is removed at the end of the run. */
    runFolder: string
  }
}

/** An empty, migrated SQLite database: copying it is faster than migrating for each test file. */
export const sqliteTemplate = (folder: string): string => join(folder, 'template.db')

export async function setup(project: TestProject): Promise<() => void> {
  const parent = project.config.env['TMPDIR'] ?? tmpdir()
  const folder = mkdtempSync(join(parent, 'atrium-run-'))
  await migrate({ engine: 'sqlite', file: sqliteTemplate(folder) })
  project.provide('runFolder', folder)
  return () => rmSync(folder, { recursive: true, force: true })
}
