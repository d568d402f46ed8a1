import { randomBytes } from 'node:crypto'
import { initCompany } from '../admin/init-company.ts'
import { buildApp } from '../app.ts'
import { issueToken } from '../auth/access-token.ts'
import { hashPassword } from '../auth/passwords.ts'
import { openBlobs } from '../blobs/open.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { stamp } from '../ids.ts'
import { organizations } from '../resources/company.ts'
import { readSecret } from '../secret.ts'
import { type Command, exitCodes, UsageFault } from './command.ts'
import { buildDemo, type Counts } from './demo/build.ts'
import { Caller } from './demo/caller.ts'
import { companyName, people } from './demo/sample.ts'
import { withNewDatabase } from './with-database.ts'

export const demoCommand: Command = {
  name: 'demo',
  summary: 'Creates a sample company with people, workspaces, tasks, time, files and tags.',
  help: `
Usage: atrium demo [--organization accounts|workspaceGroups] [--json]

  --organization KIND    How the company organizes its workspaces; workspaceGroups unless said otherwise.
  --json                 Prints the ids and the sign-in of its administrator as JSON.

Run it as often as you like: each time makes a company of its own. It works while the server runs. Delete nothing
by hand: a database for trying out is best one of its own (ATRIUM_DATA=./demo atrium demo).`,
  options: { organization: { type: 'string' }, json: { type: 'boolean' } },
  async run({ organization: given = 'workspaceGroups', json }, streams) {
    const organization = organizations.find((each) => each === given)
    if (organization === undefined)
      throw new UsageFault(`--organization must be ${organizations.join(' or ')}.`)
    return withNewDatabase(streams, async (db, config) => {
      const domain = `${stamp().id.slice(-8).toLowerCase()}.example`
      const email = `admin@${domain}`
      const password = randomBytes(12).toString('base64url')
      const company = {
        companyName,
        organization,
        adminEmail: email,
        adminName: 'Admin',
        passwordHash: await hashPassword(password),
      }
      const { companyId, adminId } = await initCompany(db, company, `cli:demo:${stamp().id}`)
      const counts = await fill(db, config, { companyId, adminId, organization, domain })
      const made = { companyId, adminId, email, password, ...counts }
      streams.say(json === true ? JSON.stringify(made) : tell(made))
      return exitCodes.done
    })
  },
}

interface Seed {
  companyId: string
  adminId: string
  organization: (typeof organizations)[number]
  domain: string
}

/** Through the API, without a port: what it makes is what people could have made. */
async function fill(db: Database, config: Config, seed: Seed): Promise<Counts> {
  const blobs = await openBlobs(config.blobs, (error) => {
    throw error
  })
  const rates = { ...config.rates, requestsPerSecond: 0 }
  const quiet = { ...config, rates, logLevel: 'silent' } as const
  const { server } = buildApp({ config: quiet, db, blobs, secret: readSecret(config) })
  try {
    await server.ready()
    const { companyNo } = await db.query
      .selectFrom('companies')
      .select('companyNo')
      .where('id', '=', seed.companyId)
      .executeTakeFirstOrThrow()
    // For as long as this takes, and no longer.
    const caller = async (userId: string): Promise<Caller> => {
      const holder = { companyNo, userId, clientId: null }
      return new Caller(server, userId, await db.transaction((tx) => issueToken(tx, holder, 600)))
    }
    const admin = await caller(seed.adminId)
    const members: Caller[] = []
    for (const { name, userType, permissions } of people) {
      const email = `${plain(name)}@${seed.domain}`
      const id = await admin.create('/v1/users', { email, fullName: name, userType, permissions })
      members.push(await caller(id))
    }
    return await buildDemo({ admin, members }, seed.organization)
  } finally {
    await server.close()
    await blobs.close()
  }
}

const plain = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ı', 'i')
    .replaceAll(/[^a-z ]/g, '')
    .replaceAll(' ', '.')

function tell(made: Counts & { email: string; password: string }): string {
  return [
    `Created the company "${companyName}": ${made.people} people, ${made.workspaces} workspaces, ${made.tasks} tasks, ${made.times} time entries, ${made.files} files.`,
    `Sign in as ${made.email} with the password ${made.password}`,
  ].join('\n')
}
