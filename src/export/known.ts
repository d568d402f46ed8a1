import type { Faults } from './archive-fault.ts'
import type { Kind } from './kind.ts'
import { kinds } from './kinds.ts'
import { recordsFile } from './manifest.ts'
import type { Row } from './read-record.ts'

interface Waiting {
  where: string
  column: string
  kind: string
  id: string
  /** The workspace that the record must be in; undefined if any will do. */
  within: string | undefined
}

const namedKinds = new Set(
  kinds.flatMap(({ columns }) => Object.values(columns).flatMap(({ references }) => references?.table ?? [])),
)

/** What the archive contains so far: ids, references and unique values. */
export class Known {
  readonly #faults: Faults
  /** The workspace of each record, by kind and id. */
  readonly #ids = new Map<string, Map<string, string>>()
  readonly #parents = new Map<Kind, Map<string, { parent: string; where: string }>>()
  readonly #unique = new Map<string, Map<string, number>>()
  /** Kinds with unreadable lines. Missing references to these are not reported. */
  readonly #doubted = new Set<string>()
  /** References to records that have not been read yet. */
  readonly #waiting: Waiting[] = []

  constructor(faults: Faults) {
    this.#faults = faults
    for (const named of namedKinds) this.#ids.set(named, new Map())
  }

  doubt({ table }: Kind): void {
    this.#doubted.add(table)
  }

  isDoubted(table: string): boolean {
    return this.#doubted.has(table)
  }

  /** Whether a record with this id has been read. Only tracked for kinds that others refer to. */
  has({ table }: Kind, row: Row): boolean {
    return this.#ids.get(table)?.has(String(row['id'] ?? '')) === true
  }

  /** The workspace of a record that others refer to; undefined if it has not been read. */
  workspaceOf(table: string, id: string): string | undefined {
    return this.#ids.get(table)?.get(id)
  }

  add(kind: Kind, row: Row, line: number): void {
    const where = `${recordsFile(kind.table)}, line ${line}`
    const [id, workspaceId] = [String(row['id'] ?? ''), String(row['workspaceId'] ?? '')]
    this.#ids.get(kind.table)?.set(id, workspaceId)
    for (const { what, of } of kind.unique) this.#demandUnique(kind, what, of(row), line, where)
    for (const [column, { references }] of Object.entries(kind.columns)) {
      const value = row[column]
      if (references === undefined || typeof value !== 'string') continue
      if (references.unlessInTrash && (row['deletedAt'] ?? null) !== null) continue
      const within = references.sameWorkspace ? workspaceId : undefined
      for (const named of value.startsWith('[') ? (JSON.parse(value) as string[]) : [value]) {
        const waiting = { where, column, kind: references.table, id: named, within }
        if (!this.#isThere(waiting)) this.#waiting.push(waiting)
      }
    }
    const parent = kind.tree === undefined ? null : row[kind.tree.parent]
    if (typeof parent !== 'string') return
    const tree = this.#parents.get(kind) ?? new Map<string, { parent: string; where: string }>()
    this.#parents.set(kind, tree.set(id, { parent, where }))
  }

  #demandUnique(kind: Kind, what: string, key: string | undefined, line: number, where: string): void {
    if (key === undefined) return
    const name = `${kind.table} ${what}`
    const seen = this.#unique.get(name) ?? new Map<string, number>()
    const first = seen.get(key)
    if (first === undefined) this.#unique.set(name, seen.set(key, line))
    else this.#faults.add(`${where}: ${what.replaceAll('Key', '')} is already in line ${first}`)
  }

  #isThere({ kind, id, within }: Waiting): boolean {
    const workspaceId = this.workspaceOf(kind, id)
    return workspaceId !== undefined && (within === undefined || within === workspaceId)
  }

  /** Call after the last record: reports dangling references, cycles and trees that are too deep. */
  end(): void {
    for (const waiting of this.#waiting)
      if (!this.#isThere(waiting) && !this.#doubted.has(waiting.kind)) {
        const { where, column, kind, id, within } = waiting
        const place = within === undefined ? 'the archive' : 'the same workspace'
        this.#faults.add(`${where}: "${column}" names ${id}, which is not one of the ${kind} in ${place}`)
      }
    for (const [{ tree }, parents] of this.#parents)
      for (const [id, { where }] of parents) {
        let depth = 1
        for (let at = parents.get(id); at !== undefined; at = parents.get(at.parent)) {
          depth += 1
          if (depth <= (tree?.deepest ?? 0)) continue
          this.#faults.add(
            `${where}: contains itself through "${tree?.parent}", or is deeper than ${tree?.deepest}`,
          )
          break
        }
      }
  }
}
