import type { FastifyInstance } from 'fastify'
import { issueToken } from '../../auth/access-token.ts'
import type { Organization } from '../../base/actor.ts'
import { clock } from '../../base/clock.ts'
import { newId } from '../../base/ids.ts'
import type { Database, Reader } from '../../db/database.ts'
import { type Author, type Write, write } from '../../db/write.ts'
import {
  finish,
  markUnfinished,
  removeLeftBehind,
  removeUnfinished,
  stillMaking,
} from '../../sign-in/unfinished.ts'
import { type InitedCompany, makeCompany, type NewCompany } from '../init-company.ts'
import { buildSample, type Counts, countWhole } from './build.ts'
import { Caller } from './caller.ts'
import { dateCompletions } from './completions.ts'
import { people } from './sample.ts'

type Made = InitedCompany & { companyNo: number }

interface Steps<T> {
  /** In the first transaction; throws if creating one is not allowed. */
  allowed: (tx: Write) => Promise<void>
  /** In the last transaction. */
  done: (tx: Write, made: Made) => Promise<T>
}

/** Progress of a sample company that is being created by any process, in records. */
export async function sampleProgress(
  reader: Reader,
  companyNo: number,
): Promise<{ done: number; total: number }> {
  let done = 0
  for (const table of ['tasks', 'times', 'files'] as const) {
    const found = await reader.query
      .selectFrom(table)
      .select((row) => row.fn.countAll().as('count'))
      .where('companyNo', '=', companyNo)
      .executeTakeFirst()
    done += Number(found?.count ?? 0)
  }
  return { done, total: countWhole() }
}

/**
 * Creates a company and fills it through the API, without a port, so it holds only what people could have
 * created over the last weeks. It is complete or gone: nobody can sign in before the last step, and a failure
 * removes it.
 */
export async function makeSampleCompany<T>(
  { db, server }: { db: Database; server: FastifyInstance },
  { passwordHash, ...given }: NewCompany,
  author: Author,
  { allowed, done }: Steps<T>,
): Promise<{ counts: Counts; result: T; made: Made }> {
  await removeLeftBehind(db)
  const owner = newId()
  const made = await write(db, author, async (tx) => {
    await allowed(tx)
    const begun = await makeCompany(tx, { ...given, passwordHash: '' })
    author.companyNo = begun.companyNo
    await markUnfinished(tx, begun.companyNo, owner)
    return begun
  })
  const { companyNo, adminId } = made
  try {
    const counts = await fill(db, server, made, given.organization, owner)
    const result = await write(db, author, async (tx) => {
      await finish(tx, companyNo, owner)
      await dateCompletions(tx, companyNo)
      await tx.query.deleteFrom('accessTokens').where('companyNo', '=', companyNo).execute()
      await tx.query
        .updateTable('users')
        .set({ passwordHash })
        .where('companyNo', '=', companyNo)
        .where('id', '=', adminId)
        .execute()
      return done(tx, made)
    })
    return { counts, result, made }
  } catch (error) {
    await removeUnfinished(db, companyNo, owner)
    throw error
  }
}

/** Milliseconds between two signs of life. */
const pause = 5_000

async function fill(
  db: Database,
  server: FastifyInstance,
  { companyNo, adminId }: Made,
  organization: Organization,
  owner: string,
): Promise<Counts> {
  // Used only while the sample is being created.
  const caller = async (userId: string): Promise<Caller> => {
    const holder = { companyNo, userId, clientId: null }
    return new Caller(server, userId, await db.transaction((tx) => issueToken(tx, holder, 600)))
  }
  const admin = await caller(adminId)
  const domain = `${newId().slice(-8).toLowerCase()}.example`
  const members: Caller[] = []
  for (const { name, userType, permissions } of people) {
    const email = `${plain(name)}@${domain}`
    const id = await admin.create('/v1/users', { email, fullName: name, userType, permissions })
    members.push(await caller(id))
  }
  let lastSign = clock.ticks()
  return buildSample({ admin, members }, organization, async () => {
    if (clock.ticks() - lastSign < pause) return
    lastSign = clock.ticks()
    if (!(await stillMaking(db, companyNo, owner)))
      throw new Error('Creating the sample company took so long that it was treated as abandoned')
  })
}

const plain = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ı', 'i')
    .replaceAll(/[^a-z ]/g, '')
    .replaceAll(' ', '.')
