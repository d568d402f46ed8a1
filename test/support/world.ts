import { randomUUID } from 'node:crypto'
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, inject } from 'vitest'
import { type App, buildApp } from '../../src/app.ts'
import { issueToken } from '../../src/auth/access-token.ts'
import type { CompanyPermission, Organization } from '../../src/base/actor.ts'
import { type Config, readConfig } from '../../src/base/config.ts'
import { initCompany } from '../../src/company/init-company.ts'
import type { Database, Engine } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/open.ts'
import { openBlobs } from '../../src/file-store/open.ts'
import type { BlobStore } from '../../src/file-store/store.ts'
import type { WorkspaceRole } from '../../src/schema/records/workspace.ts'
import { Browser } from './browser.ts'
import { Client } from './client.ts'
import { makeDatabase, templateName } from './postgres-server.ts'
import { checkerFor } from './response-checker.ts'
import { sqliteTemplate } from './run-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    engine: Engine
  }
}

export interface Company {
  companyId: string
  companyNo: number
  adminId: string
  admin: Client
}

/** A service without a port, on the project's engine. */
export interface World {
  engine: Engine
  db: Database
  blobs: BlobStore
  app: App
  config: Config
  /** A client without a token. */
  nobody: Client
  client: (token: string) => Client
  /** A browser that is not signed in. */
  browser: () => Browser
  company: (organization?: Organization) => Promise<Company>
  /** Another person of a company, with a client that acts as them. */
  person: (company: Company, options?: PersonOptions) => Promise<{ id: string; client: Client }>
  token: (company: Company, userId: string, seconds?: number) => Promise<string>
}

export interface PersonOptions {
  userType?: 'Internal' | 'External'
  permissions?: CompanyPermission[]
  /** Makes the person a member of this workspace. */
  workspaceId?: string
  role?: WorkspaceRole
}

/** For tests that send more requests, or more invalid ones, than the limits allow. Webhooks reach this machine. */
export const unlimited = {
  ATRIUM_RATE_REQUESTS_PER_SECOND: '0',
  ATRIUM_RATE_FAILURES_PER_MINUTE: '0',
  ATRIUM_WEBHOOK_NETWORKS: '127.0.0.1',
}

/** The URL of a migrated database: the one in the folder, or a new, empty one. */
export async function makeDatabaseUrl(engine: Engine, folder: string): Promise<string> {
  if (engine === 'sqlite') {
    const file = join(folder, 'atrium.db')
    if (!existsSync(file)) copyFileSync(sqliteTemplate(inject('runFolder')), file)
    return `sqlite:${file}`
  }
  const url = inject('postgresUrl')
  return `${url}/${await makeDatabase(url, `test_${randomUUID().replaceAll('-', '')}`, templateName)}`
}

/** The worlds that the test files of a worker share, by engine. */
const shared = new Map<Engine, Promise<World>>()

/**
 * Call at the top of a test file: a service without rate limits that other files use as well. Tests create their own
 * companies. A test that needs other settings, or looks at all companies at once, calls `useWorld`.
 */
export function useSharedWorld(): World {
  const world = {} as World
  beforeAll(async () => {
    const engine = inject('engine')
    const opened =
      shared.get(engine) ?? openWorld(engine, mkdtempSync(join(inject('runFolder'), 'world-')), unlimited)
    shared.set(engine, opened)
    Object.assign(world, await opened)
  })
  return world
}

/** Call at the top of a test file or a `describe`: a separate service. Its members are set before the tests run. */
export function useWorld(settings: Record<string, string> = {}): World {
  const world = {} as World
  let folder = ''
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'atrium-test-'))
    Object.assign(world, await openWorld(inject('engine'), folder, settings))
  })
  afterAll(async () => {
    await closeWorld(world)
    rmSync(folder, { recursive: true, force: true })
  })
  return world
}

export async function closeWorld({ app, blobs, db }: Partial<World>): Promise<void> {
  await app?.server.close()
  await blobs?.close()
  await db?.close()
}

/** A service in a folder, on either engine; the command line finds it through the settings. */
export async function openWorld(
  engine: Engine,
  folder: string,
  settings: Record<string, string> = {},
): Promise<World> {
  const config = readConfig({
    ATRIUM_DATABASE_URL:
      (engine === 'postgres' ? settings['ATRIUM_DATABASE_URL'] : undefined) ??
      (await makeDatabaseUrl(engine, folder)),
    ATRIUM_PUBLIC_URL: 'https://atrium.example.com',
    ATRIUM_LOG_LEVEL: 'fatal',
    ATRIUM_DATA: folder,
    ...settings,
  })
  const db = openDatabase(config, (error) => {
    throw error
  })
  const blobs = await openBlobs(config.blobs, (error) => {
    throw error
  })
  const app = buildApp({
    config,
    db,
    blobs,
    secret: Buffer.from('a secret that only tests know, 32+'),
  })
  await app.server.ready()
  const checker = checkerFor(app)
  const client = (token: string): Client => new Client(app.server, checker, token)
  // Tokens come from the function that the token endpoint uses; there is no backdoor for tests. They outlast every test.
  const token = (company: Company, userId: string, seconds = 10 * 365 * 86_400): Promise<string> =>
    db.transaction((tx) => issueToken(tx, { companyNo: company.companyNo, userId, clientId: null }, seconds))
  const world: World = {
    engine,
    db,
    blobs,
    app,
    config,
    nobody: new Client(app.server, checker, undefined),
    client,
    browser: () => new Browser(new Client(app.server, checker, undefined), config.publicUrl),
    token,
    async company(organization = 'workspaceGroups') {
      const name = randomUUID()
      const given = {
        companyName: `Company ${name}`,
        organization,
        adminEmail: `admin-${name}@example.com`,
        adminName: 'Admin',
        // Nobody signs in with a password here.
        passwordHash: '',
      }
      const { companyId, adminId } = await initCompany(db, given, 'test')
      const { companyNo } = await db.query
        .selectFrom('companies')
        .select('companyNo')
        .where('id', '=', companyId)
        .executeTakeFirstOrThrow()
      const company = { companyId, companyNo, adminId, admin: world.nobody }
      return { ...company, admin: client(await token(company, adminId)) }
    },
    async person(
      company,
      { userType = 'Internal', permissions = [], workspaceId, role = 'Contributor' } = {},
    ) {
      const email = `${randomUUID()}@example.com`
      const { id } = await company.admin.create('/v1/users', {
        email,
        fullName: `Person ${email.slice(0, 8)}`,
        userType,
        permissions,
      })
      if (workspaceId !== undefined)
        await company.admin.ok('PUT', `/v1/workspaces/${workspaceId}/members/${id}`, { role })
      return { id, client: client(await token(company, id)) }
    },
  }
  return world
}
