import { randomBytes, randomInt } from 'node:crypto'
import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { type Database, rows } from '../../src/db/database.ts'
import { checkContents } from '../../src/file-store/check.ts'
import { DiskStore } from '../../src/file-store/disk.ts'
import { newBlobKey } from '../../src/file-store/keys.ts'
import { withDatabase } from '../../test/support/seed.ts'
import { Caller } from '../caller.ts'
import { type Company, foundCompany, settingsFor } from '../company.ts'
import type { Faults, Place } from '../proof.ts'
import { kill, launch, ready, type Service, type Settings, stop } from '../service.ts'
import { sha256Of } from '../sha256.ts'

const longAgo = new Date('2020-01-01T00:00:00.000Z')
const tasks = { due: 300, living: 50 }
const files = { due: 30, living: 10 }
/** Content left behind by a process that was killed during an upload. */
const leftBehind = 40

/** Kills the service while it purges the trash and removes content; returns how often that was during such work. */
export async function killSweeps(place: Place, count: number, faults: Faults): Promise<number> {
  let amidst = 0
  for (let done = 0; done < count; ) {
    const some = Math.min(count - done, 5)
    amidst += await killSome(place, some, faults)
    done += some
  }
  return amidst
}

async function killSome(place: Place, count: number, faults: Faults): Promise<number> {
  const folder = join(place.folder, `sweep${randomInt(1e9)}`)
  const settings = await settingsFor({ ...place, folder })
  const company = await foundCompany(settings)
  const workspaceId = await fillTrash(settings, company)
  const store = new DiskStore(join(folder, 'blobs'), (error) => {
    throw error
  })
  for (let n = 0; n < leftBehind; n += 1) {
    const key = newBlobKey(company.companyNo)
    await store.put(key, Readable.from([randomBytes(10_000)]))
    utimesSync(join(folder, 'blobs', 'incoming', key), longAgo, longAgo)
  }
  let amidst = 0
  for (let n = 0; n < count; n += 1) {
    await withDatabase({ ...settings }, async (db) => {
      await makeDue(db)
      const before = await countDue(db, store)
      const service = await launch(settings)
      // As soon as something is removed: the sweep runs before the service is ready, the purges after.
      for (
        const end = performance.now() + 10_000;
        (await countDue(db, store)) === before;
        await setTimeout(2)
      )
        if (performance.now() > end) break
      await setTimeout(randomInt(60))
      await kill(service)
      const after = await countDue(db, store)
      if (after > 0 && after < before) amidst += 1
    })
  }
  await demandSwept(settings, company, workspaceId, store, faults)
  return amidst
}

/** Creates many records that are due to be purged, and some that share their content and stay. */
async function fillTrash(settings: Settings, { token }: Company): Promise<string> {
  const service = await ready(await launch(settings))
  const caller = new Caller(service.url, token)
  const workspaceId = (await caller.ok('POST', '/v1/workspaces', { workspaceName: 'Swept' })).body
    .id as string
  const several = (method: string, bodies: object[]) =>
    caller.ok('POST', '/v1/tasks/bulk?atomic=true', {
      operations: bodies.map((body, n) => ({ requestId: String(n), method, ...body })),
    })
  const made = await several(
    'POST',
    Array.from({ length: tasks.due + tasks.living }, (_, n) => ({
      body: { title: String(n), workspaceId, tags: [`tag${n % 5}`] },
    })),
  )
  const ids = made.body.responses.map(({ body }: { body: string }) => body) as string[]
  await several(
    'DELETE',
    ids.slice(0, tasks.due).map((id) => ({ id })),
  )
  for (let n = 0; n < files.due + files.living; n += 1) {
    // Each record that stays has the content of one that goes.
    const bytes = contentOf(n % files.due)
    const name = { 'content-disposition': `attachment; filename="${n}"` }
    const upload = await caller.ok('POST', '/v1/files/upload', bytes, name)
    if (n % 7 === 0) await caller.ok('POST', '/v1/files/upload', randomBytes(1_000), name)
    const claim = { deferredAssetIds: [upload.body.id] }
    const kept = await caller.ok('POST', `/v1/workspaces/${workspaceId}/files`, claim)
    if (n < files.due) await caller.ok('DELETE', `/v1/files/${kept.body.responses[0].body}`)
  }
  await stop(service)
  return workspaceId
}

const contentOf = (n: number): Buffer => Buffer.alloc(20_000, `content ${n} `)

/** While the service is stopped: makes everything due now that would be due in a month. */
async function makeDue(db: Database): Promise<void> {
  const at = longAgo.toISOString()
  await db.transaction(async (tx) => {
    for (const [table, column, where] of [
      ['tasks', 'deletedAt', '"deletedAt" IS NOT NULL'],
      ['files', 'deletedAt', '"deletedAt" IS NOT NULL'],
      ['blobs', 'orphanedAt', '"orphanedAt" IS NOT NULL'],
      ['deferredAssets', 'expiresAt', '1 = 1'],
      // The killed process holds the lease of the jobs for another minute.
      ['leases', 'expiresAt', '1 = 1'],
    ])
      await rows(tx, { sql: `UPDATE "${table}" SET "${column}" = ? WHERE ${where}`, values: [at] })
  })
}

/** How much is left to remove. */
async function countDue(db: Database, store: DiskStore): Promise<number> {
  let due = 0
  for (const place of [
    '"tasks" WHERE "deletedAt" IS NOT NULL',
    '"files" WHERE "deletedAt" IS NOT NULL',
    '"blobs" WHERE "orphanedAt" IS NOT NULL',
    '"deferredAssets"',
    '"doomedBlobs"',
  ]) {
    const [found] = await rows<{ n: number }>(db, { sql: `SELECT count(*) AS "n" FROM ${place}`, values: [] })
    due += Number(found?.n ?? 0)
  }
  for await (const _ of store.unconfirmed()) due += 1
  return due
}

/** Lets it work undisturbed. Content from the trash is due at the next start: it has a day's grace. */
async function sweepAll(settings: Settings, store: DiskStore, faults: Faults): Promise<Service> {
  for (let starts = 1; ; starts += 1) {
    await withDatabase({ ...settings }, makeDue)
    const service = await ready(await launch(settings))
    const left = await withDatabase({ ...settings }, async (db) => {
      let [due, since] = [await countDue(db, store), performance.now()]
      // The last start waits longer, in case the machine is slow.
      while (due > 0 && performance.now() - since < (starts < 6 ? 1_500 * starts : 120_000)) {
        await setTimeout(20)
        const now = await countDue(db, store)
        if (now !== due) [due, since] = [now, performance.now()]
      }
      return due
    })
    if (left === 0) return service
    if (starts === 6) {
      faults.add(`${left} items that were due to be swept still exist`)
      return service
    }
    await stop(service)
  }
}

/** Checks that everything due is gone, exactly once, and nothing else. */
async function demandSwept(
  settings: Settings,
  { token }: Company,
  workspaceId: string,
  store: DiskStore,
  faults: Faults,
): Promise<void> {
  const service = await sweepAll(settings, store, faults)
  const caller = new Caller(service.url, token)
  const left = await caller.all(`/v1/workspaces/${workspaceId}/tasks?limit=500`)
  if (left.length !== tasks.living)
    faults.add(`After sweeps ${left.length} of ${tasks.living} tasks are left`)
  const kept = await caller.all(`/v1/workspaces/${workspaceId}/allFiles?limit=500`)
  if (kept.length !== files.living)
    faults.add(`After sweeps ${kept.length} of ${files.living} files are left`)
  for (const { id, details } of kept) {
    const { status, bytes } = await caller.bytes(`/v1/files/${id}/content`)
    const expected = contentOf(Number(details['fileName']) % files.due)
    if (sha256Of(bytes) !== sha256Of(expected)) faults.add(`After sweeps a file has no content: ${status}`)
  }
  if ((await stop(service)) !== 0) faults.add('After sweeps the service did not stop cleanly')
  await withDatabase({ ...settings }, async (db) => {
    const { missing, damaged, dangling, unreferenced } = await checkContents(db, store, () => undefined)
    for (const [what, found] of Object.entries({ missing, damaged, dangling, unreferenced }))
      if (found.length > 0) faults.add(`After sweeps ${found.length} contents are ${what}`)
    const twice = await rows(db, {
      sql: `SELECT "recordId" FROM "changes" WHERE "type" LIKE '%.purged' GROUP BY "recordId" HAVING count(*) <> 1`,
      values: [],
    })
    const [purged] = await rows<{ n: number }>(db, {
      sql: `SELECT count(*) AS "n" FROM "changes" WHERE "type" LIKE '%.purged'`,
      values: [],
    })
    if (twice.length > 0 || Number(purged?.n) !== tasks.due + files.due)
      faults.add(`The change log has ${purged?.n} purges, ${twice.length} of them more than once`)
    const [use] = await rows<{ used: number; sum: number }>(db, {
      sql: `SELECT (SELECT sum("usedBytes") FROM "storageUse") AS "used", (SELECT sum("size") FROM "blobs") AS "sum"`,
      values: [],
    })
    if (Number(use?.used) !== Number(use?.sum))
      faults.add(`After sweeps ${use?.used} bytes count as used, and contents have ${use?.sum}`)
  })
}
