import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { mountSmallDisk } from '../../test/support/small-disk.ts'
import type { Reply } from '../caller.ts'
import { foundCompany, settingsFor } from '../company.ts'
import type { Faults, Place } from '../proof.ts'
import { launch, ready, type Settings, stop } from '../service.ts'
import { Desk } from './desk.ts'
import { moveToDisk } from './tablespace.ts'

/** An empty PostgreSQL database is already large. */
const sizes = { sqlite: 24, postgres: 64 }

/** Fills the disk; returns how many writes were refused, or undefined if there is no disk to fill. */
export async function fillDisk(place: Place, faults: Faults): Promise<number | undefined> {
  const folder = join(place.folder, 'small')
  const disk = mountSmallDisk(folder, sizes[place.engine])
  if (disk === undefined) return undefined
  const isSqlite = place.engine === 'sqlite'
  const database = isSqlite ? `sqlite:${join(folder, 'atrium.db')}` : await place.newDatabase()
  // If the server cannot use the disk, only the content is there.
  const moved = isSqlite ? undefined : await moveToDisk(database, folder)
  try {
    const settings = await settingsFor({ ...place, folder, newDatabase: async () => database })
    return await fill(place, folder, settings, isSqlite || moved !== undefined, faults)
  } finally {
    await moved?.remove()
    disk.remove()
  }
}

async function fill(
  { engine, long }: Place,
  folder: string,
  settings: Settings,
  hasDatabase: boolean,
  faults: Faults,
): Promise<number> {
  const service = await ready(await launch(settings))
  const desk = new Desk(service.url, await foundCompany(settings), faults)
  await desk.open()
  let refused = 0
  const filler = join(folder, 'filler')
  for (let round = 0; round < (long ? 20 : 1); round += 1) {
    // Content that is too large for the remaining space, and then content that is not.
    demandStatus(await desk.makeFile((sizes[engine] + 6) * 2 ** 20), 507, 'Content that does not fit', faults)
    demandStatus(await desk.makeFile(100_000), 200, 'Content that fits after some that did not', faults)
    fillUp(filler)
    // Writes that fit into space already allocated succeed; after that, none do.
    const ways = {
      content: () => desk.makeFile(100_000),
      ...(hasDatabase && {
        task: () => desk.makeTask(),
        change: () => desk.changeTask(),
        tag: () => desk.makeTag(),
        token: () => desk.getToken(),
      }),
    }
    for (const [what, write] of Object.entries(ways)) {
      let reply = await write()
      for (let n = 0; reply.status < 300 && n < 2_000; n += 1) {
        fillUp(filler)
        reply = await write()
      }
      if (reply.status !== 507)
        faults.add(`On a full disk a ${what} was answered ${reply.status}: ${JSON.stringify(reply.body)}`)
      refused += 1
    }
    await desk.readAll('On a full disk')
    if (!hasDatabase) demandStatus(await desk.makeTask(), 201, 'A task, whose database has space,', faults)
    rmSync(filler)
    demandStatus(await desk.makeTask(), 201, 'A task, once there was space again,', faults)
    demandStatus(await desk.makeFile(100_000), 200, 'A file, once there was space again,', faults)
    await desk.check('After a full disk')
  }
  const code = await stop(service)
  if (code !== 0) faults.add(`After a full disk the service ended with ${code} when it was stopped`)
  return refused
}

/** Fills the disk to the last byte. */
function fillUp(file: string): void {
  for (let size = 2 ** 20; size >= 1; size = Math.floor(size / 4))
    try {
      for (;;) writeFileSync(file, Buffer.alloc(size), { flag: 'a' })
    } catch {
      // A smaller piece may still fit.
    }
}

function demandStatus({ status, body }: Reply, expected: number, what: string, faults: Faults): void {
  if (status !== expected) faults.add(`${what} was answered ${status}: ${JSON.stringify(body)}`)
}
