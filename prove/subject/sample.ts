import { issueToken } from '../../src/auth/access-token.ts'
import type { Organization } from '../../src/base/actor.ts'
import { initCompany } from '../../src/company/init-company.ts'
import { hashPassword } from '../../src/sign-in/passwords.ts'
import { withDatabase } from '../../test/support/seed.ts'
import { Caller } from '../caller.ts'
import { command, type Settings } from '../service.ts'

/** The company that `atrium demo` creates, and its administrator. */
export interface Sample {
  organization: Organization
  adminId: string
  email: string
  password: string
  token: string
}

/** Both kinds of company: one has some of everything, the other what only that kind has. */
export async function makeSamples(settings: Settings): Promise<Record<Organization, Sample>> {
  // The first one also creates the tables.
  const workspaceGroups = await makeSample(settings)
  return { workspaceGroups, accounts: await makeOther(settings) }
}

async function makeSample(settings: Settings): Promise<Sample> {
  const { stdout, stderr } = await command(['demo', '--json'], settings)
  if (stdout === '') throw new Error(`There is no sample: ${stderr}`)
  const { adminId, email, password } = JSON.parse(stdout) as Omit<Sample, 'token' | 'organization'>
  const token = await tokenFor(settings, adminId)
  return { organization: 'workspaceGroups', adminId, email, password, token }
}

async function makeOther(settings: Settings): Promise<Sample> {
  const organization = 'accounts'
  const [email, password] = ['admin@other.example', 'violet harbour stapler 42']
  const given = { companyName: 'Other', organization, adminEmail: email, adminName: 'Admin' } as const
  const passwordHash = await hashPassword(password)
  const { adminId } = await withDatabase({ ...settings }, (db) =>
    initCompany(db, { ...given, passwordHash }, 'proof'),
  )
  return { organization, adminId, email, password, token: await tokenFor(settings, adminId) }
}

/** An administrator's token that lasts for the whole proof. */
function tokenFor(settings: Settings, userId: string): Promise<string> {
  return withDatabase({ ...settings }, async (db) => {
    const { companyNo } = await db.query
      .selectFrom('users')
      .select('companyNo')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    return db.transaction((tx) => issueToken(tx, { companyNo, userId, clientId: null }, 86_400))
  })
}

/** Adds what the sample company lacks, so that there is a record for every path. */
export async function complete(
  url: string,
  { organization, token, adminId, email, password }: Sample,
): Promise<void> {
  const caller = new Caller(url, token)
  if (organization === 'accounts') {
    const { id } = (await caller.ok('POST', '/v1/accounts', { accountName: 'Customers' })).body
    await caller.ok('POST', `/v1/accounts/${id}/workspaces`, { workspaceName: 'Website' })
    return
  }
  const [workspace] = (await caller.ok('GET', '/v1/workspaces?limit=1')).body.items
  const inside = `/v1/workspaces/${workspace.id}`
  await caller.ok('POST', `${inside}/tasklists`, { tasklistName: 'Launch' })
  const [task] = (await caller.ok('GET', '/v1/tasks?limit=1&sort=createdAt')).body.items
  const { workspaceId } = task.details
  const blocker = (await caller.ok('POST', '/v1/tasks', { title: 'Choose a date', workspaceId })).body
  await caller.ok('PUT', `/v1/tasks/${task.id}/blockers/${blocker.id}`)
  await caller.ok('POST', '/v1/reports', { reportName: 'Tasks', source: 'tasks', workspaceId })
  const sheet = (await caller.ok('POST', '/v1/timesheets', { week: '2026-01-05' })).body
  await caller.ok('PUT', `/v1/timesheets/${sheet.id}/submission`)
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
