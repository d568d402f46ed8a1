import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type App, buildApp } from '../src/app.ts'
import { readConfig } from '../src/base/config.ts'
import type { Database, Engine } from '../src/db/database.ts'
import { openBlobs } from '../src/file-store/open.ts'
import { makeDatabase, startPostgres } from '../test/support/postgres-server.ts'
import { seedCompany, withDatabase } from '../test/support/seed.ts'

/** The service in this process, without a port, and its database. */
export interface BenchSite {
  db: Database
  app: App
  companyNo: number
  adminId: string
}

/** Measures the service in this process, with a new database and one company. */
export async function measureInProcess<T>(
  engine: Engine,
  name: string,
  measure: (site: BenchSite, databaseUrl: string) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), `atrium-bench-${name}-`))
  // As root, the server runs as another user.
  chmodSync(folder, 0o755)
  const server = engine === 'postgres' ? await startPostgres(join(folder, 'postgres')) : undefined
  try {
    if (server !== undefined) await makeDatabase(server.url, name)
    const databaseUrl = server === undefined ? `sqlite:${join(folder, 'atrium.db')}` : `${server.url}/${name}`
    const settings = {
      ATRIUM_DATA: folder,
      ATRIUM_LOG_LEVEL: 'fatal',
      ATRIUM_RATE_REQUESTS_PER_SECOND: '0',
      ATRIUM_DATABASE_URL: databaseUrl,
    }
    return await withDatabase(settings, async (db) => {
      const { companyNo, adminId } = await seedCompany(db)
      const config = readConfig(settings)
      const blobs = await openBlobs(config.blobs, (error) => {
        throw error
      })
      const app = buildApp({ config, db, blobs, secret: Buffer.alloc(32) })
      await app.server.ready()
      try {
        return await measure({ db, app, companyNo, adminId }, databaseUrl)
      } finally {
        await app.server.close()
      }
    })
  } finally {
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
