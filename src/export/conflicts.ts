import { type Reader, rows } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { foldText } from '../query/fields.ts'
import { ArchiveFault, Faults } from './archive-fault.ts'
import { type Archive, readKind } from './check.ts'
import { kinds } from './kinds.ts'
import { recordsFile } from './manifest.ts'
import type { Row } from './read-record.ts'

/** Values that must be unique in the whole installation, and the message if one is taken. */
const shared = [
  {
    kind: 'companies',
    of: ({ id }: Row) => id,
    table: 'companies',
    column: 'id',
    says: 'this company already exists here',
  },
  {
    kind: 'users',
    of: ({ email }: Row) => foldText(String(email)),
    table: 'users',
    column: 'emailKey',
    says: 'somebody here already has this address',
  },
  {
    kind: 'clients',
    of: ({ id }: Row) => id,
    table: 'clients',
    column: 'id',
    says: 'this API client already exists here',
  },
] as const

const atOnce = 500

/**
 * "Refused when the company is there already": throws if the archive conflicts with this installation. `name`
 * is the name that the imported company will have.
 */
export async function demandNoConflict(reader: Reader, { folder }: Archive, name: string): Promise<void> {
  const found: string[] = []
  for (const { kind, of, table, column, says } of shared) {
    let batch = new Map<string, number>()
    const lookUp = async (): Promise<void> => {
      const values = [...batch.keys()]
      if (values.length === 0 || found.length > 20) return
      const taken = await rows<{ value: string }>(
        reader,
        sql`SELECT ${sql.id(column)} AS "value" FROM ${sql.id(table)} WHERE ${sql.id(column)} IN ${sql.list(values)}`,
      )
      for (const { value } of taken)
        found.push(`${recordsFile(kind)}, line ${batch.get(value)}: ${says} (${value})`)
      batch = new Map()
    }
    await readKind(folder, kindOf(kind), new Faults(), async (row, line) => {
      batch.set(String(of(row)), line)
      if (batch.size >= atOnce) await lookUp()
    })
    await lookUp()
    // Everything else in the archive would conflict too.
    if (kind === 'companies' && found.length > 0) throw new ArchiveFault(found)
  }
  const named = await reader.query
    .selectFrom('companies')
    .select('id')
    .where('companyName', '=', name)
    .limit(1)
    .executeTakeFirst()
  if (named !== undefined)
    found.push(`A company here is already called "${name}" (${named.id}). Choose another name with --name`)
  found.push(...(await takenDomains(reader, folder)))
  if (found.length > 0) throw new ArchiveFault(found)
}

async function takenDomains(reader: Reader, folder: string): Promise<string[]> {
  const wanted: string[] = []
  await readKind(folder, kindOf('companies'), new Faults(), (row) => {
    wanted.push(...(JSON.parse(String(row['ssoDomains'])) as string[]))
  })
  if (wanted.length === 0) return []
  const taken = await reader.query
    .selectFrom('ssoDomains')
    .select('domain')
    .where('domain', 'in', wanted)
    .execute()
  return taken.map(
    ({ domain }) =>
      `${recordsFile('companies')}, line 1: the domain ${domain} belongs to another company here`,
  )
}

function kindOf(table: string): (typeof kinds)[number] {
  const found = kinds.find((each) => each.table === table)
  if (found === undefined) throw new Error(`${table} is not in archives`)
  return found
}
