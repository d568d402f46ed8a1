import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { mountSmallDisk } from '../../test/support/small-disk.ts'
import type { Reply } from '../caller.ts'
import { foundCompany, settingsFor } from '../company.ts'
import type { Faults, Place } from '../proof.ts'
import { launch, ready, stop } from '../service.ts'
import { Desk } from './desk.ts'

const megabytes = 24

/** Fills the disk under it; tells how many writes were refused, or undefined where there is no disk to fill. */
export async function fillDisk(place: Place, faults: Faults): Promise<number | undefined> {
  const folder = join(place.folder, 'small')
  const disk = mountSmallDisk(folder, megabytes)
  if (disk === undefined) return undefined
  try {
    // On PostgreSQL the contents alone are there.
    const database =
      place.engine === 'sqlite' ? `sqlite:${join(folder, 'atrium.db')}` : await place.newDatabase()
    const settings = await settingsFor({ ...place, folder, newDatabase: async () => database })
    return await fill(place, folder, settings, faults)
  } finally {
    disk.remove()
  }
}

async function fill(
  { engine, long }: Place,
  folder: string,
  settings: Readonly<Record<string, string>>,
  faults: Faults,
): Promise<number> {
  const service = await ready(await launch(settings))
  const desk = new Desk(service.url, await foundCompany(settings), faults)
  await desk.open()
  let refused = 0
  const filler = join(folder, 'filler')
  for (let round = 0; round < (long ? 20 : 1); round += 1) {
    // A content that is too large for what is left, and then another one that is not.
    demandStatus(await desk.makeFile((megabytes + 6) * 2 ** 20), 507, 'A content that does not fit', faults)
    demandStatus(await desk.makeFile(100_000), 200, 'A content that fits after one that did not', faults)
    fillUp(filler)
    // What has room already in files that are there goes in; then nothing does.
    const ways = {
      content: () => desk.makeFile(100_000),
      ...(engine === 'sqlite' && {
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
      if (reply.status !== 507 && reply.status !== 503)
        faults.add(`On a full disk a ${what} was answered ${reply.status}: ${JSON.stringify(reply.body)}`)
      refused += 1
    }
    await desk.readAll('On a full disk')
    if (engine === 'postgres')
      demandStatus(await desk.makeTask(), 201, 'A task, whose database has room,', faults)
    rmSync(filler)
    demandStatus(await desk.makeTask(), 201, 'A task, when there was room again,', faults)
    demandStatus(await desk.makeFile(100_000), 200, 'A file, when there was room again,', faults)
    await desk.check('After a full disk')
  }
  const code = await stop(service)
  if (code !== 0) faults.add(`After a full disk the service ended with ${code} when it was told to stop`)
  return refused
}

/** Until not a byte more goes in. */
function fillUp(file: string): void {
  for (let size = 2 ** 20; size >= 1; size = Math.floor(size / 4))
    try {
      for (;;) writeFileSync(file, Buffer.alloc(size), { flag: 'a' })
    } catch {
      // A smaller piece may.
    }
}

function demandStatus({ status, body }: Reply, expected: number, what: string, faults: Faults): void {
  if (status !== expected) faults.add(`${what} was answered ${status}: ${JSON.stringify(body)}`)
}
