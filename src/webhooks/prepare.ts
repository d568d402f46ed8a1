import type { Actor } from '../base/actor.ts'
import { type NumberedChange, readNumbered } from '../db/change-log/feed.ts'
import { type Database, rows } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { type Viewer, type VisibleIds, viewerOf, visibleChanges } from '../feed/visible.ts'
import { type Advance, addAgain, advance, hasMostPending } from './delivery-rows.ts'
import type { Endpoint } from './endpoint.ts'
import { matcherOf } from './match.ts'
import { ownerOf } from './webhook-rows.ts'

/** Changes that are read at once. */
const atOnce = 500

/** Positions are stored at least this often while no change matches. */
const mostUnstored = 1_000

/** Prepares deliveries for the webhooks of one company from the feed. */
export class Preparation {
  readonly #db: Database
  readonly #visibleIds: VisibleIds
  readonly #viewers = new Map<string, Promise<Viewer>>()

  constructor(db: Database, visibleIds: VisibleIds) {
    this.#db = db
    this.#visibleIds = visibleIds
  }

  /** Looks at the changes after the lowest position. Returns the webhooks that got deliveries, and whether there is more. */
  async step(
    companyNo: number,
    all: readonly Endpoint[],
    now: string,
  ): Promise<{ got: Endpoint[]; more: boolean }> {
    const able: Endpoint[] = []
    for (const endpoint of all) {
      endpoint.isLagging = await hasMostPending(this.#db, endpoint.webhook)
      if (!endpoint.isLagging) able.push(endpoint)
    }
    const after = Math.min(...able.map(({ scanned }) => scanned))
    if (able.length === 0) return { got: [], more: false }
    const group = able.filter(({ scanned }) => scanned === after)
    const page = await readNumbered(this.#db, companyNo, after, atOnce)
    const last = page.at(-1)?.seq
    if (last === undefined) return { got: [], more: able.some(({ scanned }) => scanned !== after) }
    const advances: Advance[] = []
    for (const endpoint of group) {
      const changes = await this.#wanted(endpoint, page)
      const { companyNo: no, id, seq } = endpoint.webhook
      endpoint.scanned = last
      if (changes.length > 0 || last - seq >= mostUnstored)
        advances.push({ companyNo: no, id, from: seq, to: last, changes })
    }
    const moved = new Set((await this.#store(advances, group, after, now)).map(({ id }) => id))
    for (const { webhook } of group) if (moved.has(webhook.id)) webhook.seq = last
    const got = group.filter(({ webhook }) =>
      advances.some(({ id, changes }) => id === webhook.id && moved.has(id) && changes.length > 0),
    )
    return { got, more: true }
  }

  /** Prepares deliveries of changes that are sent again. Returns whether it did anything. */
  async replay(endpoint: Endpoint, now: string): Promise<boolean> {
    const { webhook } = endpoint
    const { companyNo, id, replayAfter, replayUntil, replayTypes } = webhook
    if (replayAfter === null || replayUntil === null || (await hasMostPending(this.#db, webhook)))
      return false
    const page = await readNumbered(this.#db, companyNo, replayAfter, atOnce)
    const range = page.filter(({ seq }) => seq <= replayUntil)
    const isChosen = matcherOf({ types: replayTypes, workspaceIds: '[]', fields: '[]' })
    const changes = (await this.#wanted(endpoint, range)).filter(isChosen)
    const next = range.length < atOnce ? null : (range.at(-1)?.seq ?? null)
    await this.#db.transaction(async (tx) => {
      const updated = await rows(
        tx,
        sql`UPDATE "webhooks" SET "replayAfter" = ${next} WHERE "companyNo" = ${companyNo} AND "id" = ${id}
          AND "replayAfter" = ${replayAfter} AND "replayUntil" = ${replayUntil} AND "status" = 'Active' RETURNING "id"`,
      )
      if (updated.length > 0) await addAgain(tx, webhook, changes, now)
    })
    webhook.replayAfter = next
    return true
  }

  async #store(
    advances: readonly Advance[],
    group: readonly Endpoint[],
    after: number,
    now: string,
  ): Promise<Advance[]> {
    if (advances.length === 0) return []
    try {
      return await advance(this.#db, advances, now)
    } catch (error) {
      for (const endpoint of group) endpoint.scanned = after
      throw error
    }
  }

  /** The changes that a webhook wants and its owner may see. */
  async #wanted(endpoint: Endpoint, page: readonly NumberedChange[]): Promise<NumberedChange[]> {
    const wanted = page.filter((change) => endpoint.matches(change))
    if (wanted.length === 0) return wanted
    const owner = ownerOf(endpoint.webhook)
    const visible = await visibleChanges(this.#db, await this.#viewerOf(owner), wanted, this.#visibleIds)
    // Once more: a workspace may be hidden from the owner.
    return visible.filter((change) => endpoint.matches(change))
  }

  #viewerOf(owner: Actor): Promise<Viewer> {
    const known = this.#viewers.get(owner.userId) ?? viewerOf(this.#db, owner)
    this.#viewers.set(owner.userId, known)
    return known
  }
}
