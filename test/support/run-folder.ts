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

/** Where a project keeps temporary folders; Vitest sets its environment for the workers only, and leaves it out if empty. */
export function temporaryFolderOf({ config }: TestProject): string {
  const env: Partial<NodeJS.ProcessEnv> | undefined = config.env
  return env?.['TMPDIR'] ?? tmpdir()
}

export async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(temporaryFolderOf(project), 'atrium-run-'))
  await migrate({ engine: 'sqlite', file: sqliteTemplate(folder) })
  project.provide('runFolder', folder)
  return () => rmSync(folder, { recursive: true, force: true })
}
