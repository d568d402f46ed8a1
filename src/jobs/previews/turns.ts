import { clock } from '../../base/clock.ts'
import { type Reader, rows, type Sql } from '../../db/database.ts'
import type { BlobRow } from '../../db/rows/files.ts'
import { sql } from '../../db/sql.ts'

/** Milliseconds. A single preview can take longer; then it is the whole turn. */
const turn = { company: 20_000, person: 5_000 }

/** More companies than this start again with their first person. */
const mostRemembered = 1_000

/**
 * Decides whose preview is next. Companies take turns, and so do the people of a company, by the time that rendering
 * takes: content that takes long to render delays the previews of others by one preview, however much of it there is.
 */
export class PreviewTurns {
  /** The person of each company who had the last turn. */
  readonly #people = new Map<number, string>()
  #companyNo = -1
  #companyUntil = 0
  #personUntil = 0

  async next(reader: Reader): Promise<BlobRow | undefined> {
    const now = clock.ticks()
    return (
      (now < this.#companyUntil ? await this.#ofCompany(reader, this.#companyNo) : undefined) ??
      this.#ofNextCompany(reader)
    )
  }

  async #ofNextCompany(reader: Reader): Promise<BlobRow | undefined> {
    const next =
      (await first(reader, sql`"companyNo" > ${this.#companyNo}`)) ??
      (await first(reader, sql`"companyNo" >= 0`))
    if (next === undefined) return undefined
    this.#companyNo = next.companyNo
    this.#companyUntil = clock.ticks() + turn.company
    this.#personUntil = 0
    return this.#ofCompany(reader, next.companyNo)
  }

  async #ofCompany(reader: Reader, companyNo: number): Promise<BlobRow | undefined> {
    const company = sql`"companyNo" = ${companyNo}`
    const person = this.#people.get(companyNo) ?? ''
    const now = clock.ticks()
    const same =
      now < this.#personUntil ? await first(reader, sql`${company} AND "previewFor" = ${person}`) : undefined
    if (same !== undefined) return same
    const next =
      (await first(reader, sql`${company} AND "previewFor" > ${person}`)) ?? (await first(reader, company))
    if (next === undefined) {
      this.#people.delete(companyNo)
      return undefined
    }
    if (this.#people.size >= mostRemembered) this.#people.clear()
    this.#people.set(companyNo, next.previewFor)
    this.#personUntil = now + turn.person
    return next
  }
}

async function first(reader: Reader, condition: Sql): Promise<BlobRow | undefined> {
  const [row] = await rows<BlobRow>(
    reader,
    sql`SELECT * FROM "blobs" WHERE "previewState" IN ('image', 'pdf') AND ${condition}
      AND NOT EXISTS (SELECT 1 FROM "companies" c
        WHERE c."companyNo" = "blobs"."companyNo" AND c."deletedAt" IS NOT NULL)
      ORDER BY "companyNo", "previewFor", "sha256" LIMIT 1`,
  )
  return row
}
