import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../app.ts'
import type { Config } from '../base/config.ts'
import { newId } from '../base/ids.ts'
import type { Counts } from '../company/sample/build.ts'
import { makeSampleCompany } from '../company/sample/make.ts'
import { companyName } from '../company/sample/sample.ts'
import type { Database } from '../db/database.ts'
import { demandOwnSecret } from '../db/own-secret.ts'
import { openBlobs } from '../file-store/open.ts'
import { organizations } from '../schema/records/company.ts'
import { hashPassword } from '../sign-in/passwords.ts'
import { type Command, exitCodes, UsageFault } from './command.ts'
import { withNewDatabase } from './with-database.ts'

export const demoCommand: Command = {
  name: 'demo',
  summary: 'Creates a sample company with people, workspaces, tasks, time, files and tags.',
  help: `
Usage: atrium demo [--organization accounts|workspaceGroups] [--json]

  --organization KIND    How the company organizes its workspaces. Default: workspaceGroups.
  --json                 Prints the ids and the administrator's sign-in as JSON.

Each run creates another company; the server may be running. To try things out, use a database of its own:
ATRIUM_DATA=./demo atrium demo`,
  options: { organization: { type: 'string' }, json: { type: 'boolean' } },
  async run({ organization: given = 'workspaceGroups', json }, streams) {
    const organization = organizations.find((each) => each === given)
    if (organization === undefined)
      throw new UsageFault(`--organization must be ${organizations.join(' or ')}.`)
    return withNewDatabase(streams, async (db, config) => {
      const email = `admin@${newId().slice(-8).toLowerCase()}.example`
      const password = randomBytes(12).toString('base64url')
      const company = {
        companyName,
        organization,
        adminEmail: email,
        adminName: 'Admin',
        passwordHash: await hashPassword(password),
      }
      const author = { companyNo: 0, userId: null, clientId: undefined, requestId: `cli:demo:${newId()}` }
      const {
        counts,
        made: { companyId, adminId },
      } = await withServer(db, config, (server) =>
        makeSampleCompany({ db, server }, company, author, {
          allowed: async () => undefined,
          done: async () => undefined,
        }),
      )
      const made = { companyId, adminId, email, password, ...counts }
      streams.say(json === true ? JSON.stringify(made) : summarize(made))
      return exitCodes.done
    })
  },
}

/** Calls the service for one caller, without a port. */
async function withServer<T>(
  db: Database,
  config: Config,
  work: (server: FastifyInstance) => Promise<T>,
): Promise<T> {
  const secret = await demandOwnSecret(db, config)
  const blobs = await openBlobs(config.blobs)
  const rates = { ...config.rates, requestsPerSecond: 0 }
  const quiet = { ...config, rates, logLevel: 'silent' } as const
  const { server } = buildApp({ config: quiet, db, blobs, secret })
  try {
    await server.ready()
    return await work(server)
  } finally {
    await server.close()
    await blobs.close()
  }
}

function summarize(made: Counts & { email: string; password: string }): string {
  return [
    `Created the company "${companyName}": ${made.people} people, ${made.workspaces} workspaces, ${made.tasks} tasks, ${made.times} time entries, ${made.files} files.`,
    `Sign in as ${made.email} with the password ${made.password}`,
  ].join('\n')
}
