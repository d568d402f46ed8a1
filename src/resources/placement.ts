import { type Fault, invalid } from '../base/errors.ts'
import { type OrderedTable, orders, type Place, rankAt, storeRanks } from '../db/ranks.ts'
import { findRow } from '../db/records.ts'
import type { Write } from '../db/write.ts'
import { optionalReference } from '../schema/fields/reference.ts'
import { words } from '../schema/kind-words.ts'

/** The body of a method that puts a record of this kind in its place. */
export const placeFields = (kind: string) =>
  ({
    after: optionalReference(
      `The ${words(kind)} that it comes directly after. Without \`after\` and \`before\` it comes last.`,
      kind,
    ),
    before: optionalReference(`The ${words(kind)} that it comes directly before.`, kind),
  }) as const

interface PlacedRow {
  companyNo: number
  id: string
}

/** Puts a record in its place among the others of its parent, and logs it. */
export async function putInPlace(
  tx: Write,
  table: OrderedTable,
  kind: 'task' | 'tasklist' | 'stage' | 'step' | 'favorite' | 'report',
  row: PlacedRow & { workspaceId?: string | null },
  place: Place,
): Promise<void> {
  const parentId = parentOf(table, row)
  await demandSameParent(tx, table, row, place)
  const rank = await rankAt(tx, table, { companyNo: row.companyNo, id: row.id, parentId }, place)
  await storeRanks(tx, table, row.companyNo, [{ id: row.id, rank }])
  tx.log({ verb: 'placed', kind, recordId: row.id, workspaceId: row.workspaceId ?? null })
}

const parentOf = (table: OrderedTable, row: object): string =>
  String((row as Readonly<Record<string, unknown>>)[orders[table]])

/** The other record must be in the same order, and there can be only one. */
async function demandSameParent(
  tx: Write,
  table: OrderedTable,
  row: PlacedRow,
  { after, before }: Place,
): Promise<void> {
  const faults: Fault[] = []
  for (const [name, id] of Object.entries({ after, before })) {
    if (id === undefined || id === null) continue
    const other = await findRow(tx, table, row.companyNo, id)
    if (id === row.id)
      faults.push({
        pointer: `/${name}`,
        detail: `"${name}" must name another record than the one to place.`,
      })
    else if (other === undefined || parentOf(table, other) !== parentOf(table, row))
      faults.push({ pointer: `/${name}`, detail: `"${name}" must name a record in the same order.` })
  }
  if (typeof after === 'string' && typeof before === 'string')
    faults.push({ pointer: '/before', detail: '"before" cannot be given together with "after".' })
  if (faults.length > 0) throw invalid(faults)
}
