import { issueToken } from '../src/auth/access-token.ts'
import type { Database } from '../src/db/database.ts'
import { dayOf, dropIndexes, idOf, insert, unhurried } from './generated-rows.ts'
import { withCompany } from './one-company.ts'

interface FileFacts {
  /** Of an administrator, and of a member of three workspaces. */
  tokens: { admin: string; member: string }
  /** The workspace with a tenth of the files. */
  workspaceId: string
}

const workspaces = 400
export const tags = 400

/** A status by the last digits of a number, as written and as compared. */
export const statuses = { common: 'Draft', usual: 'In review', rare: 'Approved' } as const

/** A company with files in 400 workspaces, a tenth of them in one; each has a tag, every fifth the same. */
export function buildFiles(databaseUrl: string, count: number): Promise<FileFacts> {
  return withCompany(databaseUrl, async (db, companyNo, adminId) => {
    await fillPlaces(db, companyNo)
    await fillFiles(db, companyNo, count)
    const tokenOf = (userId: string) =>
      db.transaction((tx) => issueToken(tx, { companyNo, userId, clientId: null }, 24 * 3_600))
    const member = `u${'0'.repeat(21)}`
    return {
      tokens: { admin: await tokenOf(adminId), member: await tokenOf(member) },
      workspaceId: `w${'0'.repeat(21)}`,
    }
  })
}

const commonOf = (companyNo: number) => ({
  companyNo: String(companyNo),
  createdAt: "'2022-01-01T00:00:00.000Z'",
  updatedAt: "'2022-01-01T00:00:00.000Z'",
})

async function fillPlaces(db: Database, companyNo: number): Promise<void> {
  const { engine } = db
  const common = commonOf(companyNo)
  await insert(db, 'workspaces', workspaces, {
    ...common,
    id: idOf('w', 'n', engine),
    workspaceName: "'w' || n",
    workspaceNameKey: "'w' || n",
    urlShortName: "'w' || n",
    urlShortNameKey: "'w' || n",
    workspaceType: "'pm'",
    archived: engine === 'sqlite' ? '0' : 'false',
    customFields: "'[]'",
  })
  await insert(db, 'users', 1, {
    ...common,
    id: idOf('u', 'n', engine),
    email: "'member@example.com'",
    emailKey: "'member@example.com'",
    fullName: "'Member'",
    fullNameKey: "'member'",
    userType: "'Internal'",
    status: "'Active'",
    permissions: "'[]'",
    timeZone: "'UTC'",
  })
  await insert(db, 'members', 3, {
    ...common,
    workspaceId: idOf('w', '11 + n * 31', engine),
    userId: idOf('u', '0', engine),
    role: "'Reader'",
  })
  await insert(db, 'tags', tags, {
    ...common,
    id: idOf('g', 'n', engine),
    tagName: "'tag ' || n",
    tagNameKey: "'tag ' || n",
  })
}

async function fillFiles(db: Database, companyNo: number, count: number): Promise<void> {
  const { engine } = db
  const wide = engine === 'sqlite' ? 'n' : 'n::bigint'
  const workspaceId = idOf('w', `CASE WHEN n % 10 = 0 THEN 0 ELSE ${wide} * 7919 % ${workspaces} END`, engine)
  // The last tag is on one file of 20,000, the first on every fifth.
  const tag = `CASE WHEN n % 20000 = 7 THEN ${tags - 1} WHEN n % 5 = 0 THEN 0 ELSE 1 + ${wide} * 104729 % ${tags - 2} END`
  const status = `CASE WHEN n % 2000 = 3 THEN '${statuses.rare}' WHEN n % 3 = 0 THEN '${statuses.usual}' ELSE '${statuses.common}' END`
  const fileName = `'file ' || (${wide} * 7919 % 1000003) || ' of ' || n`
  const indexes = await dropIndexes(db, 'files')
  await insert(db, 'files', count, {
    ...commonOf(companyNo),
    updatedAt: `${dayOf(`${wide} * 31 % 1460`, engine)} || 'T00:00:00.000Z'`,
    id: idOf('f', 'n', engine),
    workspaceId,
    placeId: workspaceId,
    fileName,
    fileNameKey: fileName,
    status,
    statusKey: `lower(${status})`,
    version: '1',
    size: `${wide} * 104729 % 10000019`,
    mimeType: "'application/pdf'",
    sha256: `'${'0'.repeat(64)}'`,
    tagIds: `'["' || ${idOf('g', tag, engine)} || '"]'`,
  })
  await insert(db, 'fileTags', count, {
    companyNo: String(companyNo),
    tagId: idOf('g', tag, engine),
    fileId: idOf('f', 'n', engine),
  })
  for (const sql of indexes) {
    process.stderr.write(`${sql.slice(0, 70)}\n`)
    await unhurried(db, sql)
  }
  if (engine === 'postgres')
    for (const table of ['files', 'fileTags']) await unhurried(db, `ANALYZE "${table}"`)
}
