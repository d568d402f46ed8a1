import type { Organization } from '../../src/actor.ts'
import { issueToken } from '../../src/auth/access-token.ts'
import { withDatabase } from '../../test/support/seed.ts'
import { Caller } from '../caller.ts'
import { command, type Settings } from '../service.ts'

/** The company that `atrium demo` makes, and its administrator. */
export interface Sample {
  organization: Organization
  adminId: string
  email: string
  password: string
  token: string
}

/** Both kinds of company; there is some of everything in them. */
export async function makeSamples(settings: Settings): Promise<Record<Organization, Sample>> {
  // The first one makes the tables, too.
  const workspaceGroups = await makeSample(settings, 'workspaceGroups')
  return { workspaceGroups, accounts: await makeSample(settings, 'accounts') }
}

export async function makeSample(settings: Settings, organization: Organization): Promise<Sample> {
  const { stdout, stderr } = await command(['demo', '--json', '--organization', organization], settings)
  if (stdout === '') throw new Error(`There is no sample: ${stderr}`)
  const { adminId, email, password } = JSON.parse(stdout) as Omit<Sample, 'token' | 'organization'>
  const token = await withDatabase({ ...settings }, async (db) => {
    const { companyNo } = await db.query
      .selectFrom('users')
      .select('companyNo')
      .where('id', '=', adminId)
      .executeTakeFirstOrThrow()
    const holder = { companyNo, userId: adminId, clientId: null }
    return db.transaction((tx) => issueToken(tx, holder, 86_400))
  })
  return { organization, adminId, email, password, token }
}

/** What a company of the sample lacks, so that there is a record for every path. */
export async function complete(url: string, { token, adminId, email, password }: Sample): Promise<void> {
  const caller = new Caller(url, token)
  const [workspace] = (await caller.ok('GET', '/v1/workspaces?limit=1')).body.items
  const inside = `/v1/workspaces/${workspace.id}`
  await caller.ok('POST', `${inside}/tasklists`, { tasklistName: 'Launch' })
  await caller.ok('POST', '/v1/reports', { reportName: 'Tasks', source: 'tasks' })
  await caller.ok('POST', '/v1/clients', { name: 'Import', actAs: adminId })
  const person = { email: `new.${email}`, fullName: 'New' }
  const { id } = (await caller.ok('POST', '/v1/users', person)).body
  await caller.ok('POST', `/v1/users/${id}/invitation`, {})
  await caller.ok('POST', '/v1/users/me/calendar')
  await caller.ok('PUT', '/v1/users/me/timer', { workspaceId: workspace.id })
  const signIn = await fetch(`${url}/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'http://localhost' },
    body: JSON.stringify({ email, password }),
  })
  if (!signIn.ok) throw new Error(`Signing in answered ${signIn.status}: ${await signIn.text()}`)
}
