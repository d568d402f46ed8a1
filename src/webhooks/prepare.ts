import type { Actor } from '../base/actor.ts'
import { type NumberedChange, readNumbered } from '../db/change-log/feed.ts'
import { type Database, rows } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { type Viewer, type VisibleIds, viewerOf, visibleChanges } from '../feed/visible.ts'
import { type Advance, addAgain, advance, readFull } from './delivery-rows.ts'
import type { Endpoint } from './endpoint.ts'
import { matcherOf } from './match.ts'
import { ownerOf } from './webhook-rows.ts'

/** Changes that are read at once. */
const atOnce = 500

/** Positions are stored at least this often while no change matches. */
const mostUnstored = 1_000

interface Prepared {
  /** The webhooks that got deliveries. */
  got: Endpoint[]
  /** Webhooks that a caller or another process has changed in the meantime. */
  refused: Endpoint[]
  more: boolean
}

const nothing = { got: [], refused: [] }

/** Prepares deliveries for the webhooks of one company from the feed. */
export class Preparation {
  readonly #db: Database
  readonly #visibleIds: VisibleIds
  readonly #viewers = new Map<string, Promise<Viewer>>()

  constructor(db: Database, visibleIds: VisibleIds) {
    this.#db = db
    this.#visibleIds = visibleIds
  }

  /** Looks at the changes after the lowest position. */
  async step(companyNo: number, all: readonly Endpoint[], now: string): Promise<Prepared> {
    const full = await readFull(this.#db, companyNo)
    for (const endpoint of all) endpoint.isLagging = full.has(endpoint.webhook.id)
    const able = all.filter(({ isLagging }) => !isLagging)
    const after = Math.min(...able.map(({ scanned }) => scanned))
    if (able.length === 0) return { ...nothing, more: false }
    const group = able.filter(({ scanned }) => scanned === after)
    const page = await readNumbered(this.#db, companyNo, after, atOnce)
    const last = page.at(-1)?.seq
    if (last === undefined) return { ...nothing, more: able.some(({ scanned }) => scanned !== after) }
    const advances: Advance[] = []
    for (const endpoint of group) {
      const changes = await this.#wanted(endpoint, page)
      const { companyNo: no, id, seq } = endpoint.webhook
      endpoint.scanned = last
      if (changes.length > 0 || last - seq >= mostUnstored)
        advances.push({ companyNo: no, id, from: seq, to: last, changes })
    }
    const moved = new Set((await this.#store(advances, group, after, now)).map(({ id }) => id))
    const got: Endpoint[] = []
    const refused: Endpoint[] = []
    for (const { id, changes } of advances) {
      const endpoint = group.find(({ webhook }) => webhook.id === id)
      if (endpoint === undefined) continue
      if (!moved.has(id)) {
        // Its changes are looked at again from the stored position, once the webhook is resumed.
        endpoint.scanned = endpoint.webhook.seq
        refused.push(endpoint)
        continue
      }
      endpoint.webhook.seq = last
      if (changes.length > 0) got.push(endpoint)
    }
    return { got, refused, more: true }
  }

  /** Prepares deliveries of changes that are sent again. Returns whether it did anything. */
  async replay(endpoint: Endpoint, now: string): Promise<boolean> {
    const { webhook } = endpoint
    const { companyNo, id, replayAfter, replayUntil, replayTypes } = webhook
    if (replayAfter === null || replayUntil === null) return false
    if ((await readFull(this.#db, companyNo)).has(id)) return false
    const page = await readNumbered(this.#db, companyNo, replayAfter, atOnce)
    const range = page.filter(({ seq }) => seq <= replayUntil)
    const isChosen = matcherOf({ types: replayTypes, workspaceIds: '[]', fields: '[]' })
    const changes = (await this.#wanted(endpoint, range)).filter(isChosen)
    const next = range.length < atOnce ? null : (range.at(-1)?.seq ?? null)
    const isStored = await this.#db.transaction(async (tx) => {
      const updated = await rows(
        tx,
        sql`UPDATE "webhooks" SET "replayAfter" = ${next} WHERE "companyNo" = ${companyNo} AND "id" = ${id}
          AND "replayAfter" = ${replayAfter} AND "replayUntil" = ${replayUntil} AND "status" = 'Active' RETURNING "id"`,
      )
      if (updated.length > 0) await addAgain(tx, webhook, changes, now)
      return updated.length > 0
    })
    // Otherwise it was paused; it continues here when it is resumed.
    if (isStored) webhook.replayAfter = next
    return isStored
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

  /** The changes that a webhook selects and its owner may see. */
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
