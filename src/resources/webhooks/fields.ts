import { invalid } from '../../base/errors.ts'
import { changeTypeNames } from '../../db/change-log/types.ts'
import { recordOfKind } from '../../schema/records.ts'
import { storedFields } from '../../schema/storage.ts'

/** Fields of changes that are not stored in the record itself. */
const others: Readonly<Record<string, readonly string[]>> = {
  member: ['role'],
  comment: ['reactions'],
  task: ['subscribers'],
  file: ['subscribers'],
  milestone: ['subscribers'],
  workspace: ['subscribers'],
}

/** Every record has these, and no change names them. */
const unnamed = new Set(['createdAt', 'updatedAt', 'createdBy'])

/** The kinds of the types that a webhook names; all if it names none. */
function kindsOf(types: readonly string[]): Set<string> {
  return new Set((types.length === 0 ? changeTypeNames : types).map((type) => type.replace(/\..*/, '')))
}

/** The fields that changes of these types can name. */
function fieldsOf(types: readonly string[]): string[] {
  const found = [...kindsOf(types)].flatMap((kind) => {
    const resource = recordOfKind(kind)
    const own =
      resource === undefined ? [] : storedFields(resource).flatMap(({ publicName }) => publicName ?? [])
    return [...own.filter((name) => !unnamed.has(name)), ...(others[kind] ?? [])]
  })
  return [...new Set(found)].toSorted()
}

/** A misspelt field would mean that no update is ever sent. */
export function demandFields(fields: readonly string[], types: readonly string[]): void {
  const known = fieldsOf(types)
  const wrong = fields.flatMap((name, n) => (known.includes(name) ? [] : [{ name, n }]))
  if (wrong.length === 0) return
  const of = types.length === 0 ? 'records' : 'its types'
  throw invalid(
    wrong.map(({ name, n }) => ({
      pointer: `/fields/${n}`,
      detail: `"fields/${n}" names no field of ${of}: ${JSON.stringify(name.slice(0, 80))}. The fields are ${known.join(', ')}.`,
    })),
  )
}
