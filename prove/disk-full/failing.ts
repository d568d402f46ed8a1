import type { Reply } from '../caller.ts'
import { foundCompany, settingsFor } from '../company.ts'
import type { Faults, Place } from '../proof.ts'
import { endWithin, kill, launch, ready, type Service, stop } from '../service.ts'
import { attach } from '../strace.ts'
import { Desk } from './desk.ts'

/** Milliseconds until a process that must end has ended. */
const patience = 120_000

interface Fault {
  what: string
  engines: readonly Place['engine'][]
  /** The arguments for strace; `wal` is SQLite's log file. */
  words: (wal: string) => string[]
  write: (desk: Desk) => Promise<Reply>
  /** Whether the state of the disk is unknown afterwards, so that the process must end. */
  ends: boolean
}

const sqlite = ['sqlite'] as const
const both = ['sqlite', 'postgres'] as const
const meddle = (calls: string, error: string): string[] => [
  '-e',
  `trace=${calls}`,
  '-e',
  `inject=${calls}:error=${error}`,
]

const faultsOfDisks: readonly Fault[] = [
  {
    what: 'When there is no space for the database log',
    engines: sqlite,
    words: (wal) => ['-P', wal, ...meddle('pwrite64', 'ENOSPC')],
    write: (desk) => desk.makeTask(),
    ends: false,
  },
  {
    what: 'When the database log cannot be written',
    engines: sqlite,
    words: (wal) => ['-P', wal, ...meddle('pwrite64', 'EIO')],
    write: (desk) => desk.makeTask(),
    ends: true,
  },
  {
    what: 'When the database log cannot be synced',
    engines: sqlite,
    words: (wal) => ['-P', wal, ...meddle('fsync,fdatasync', 'EIO')],
    write: (desk) => desk.makeTask(),
    ends: true,
  },
  {
    what: 'When file content cannot be synced',
    engines: both,
    words: () => meddle('fsync', 'EIO'),
    write: (desk) => desk.makeFile(10_000),
    ends: true,
  },
]

/** Makes system calls fail, one kind after another; returns how many kinds. */
export async function failCalls(place: Place, faults: Faults): Promise<number> {
  const settings = await settingsFor(place)
  const wal = `${settings['ATRIUM_DATABASE_URL']?.replace('sqlite:', '')}-wal`
  let service = await ready(await launch(settings))
  const desk = new Desk(service.url, await foundCompany(settings), faults)
  await desk.open()
  const mine = faultsOfDisks.filter(({ engines }) => engines.includes(place.engine))
  for (let round = 0; round < (place.long ? 10 : 1); round += 1)
    for (const fault of mine) {
      await meddleWith(service, fault, wal, desk, faults)
      if (fault.ends) {
        service = await ready(await launch(settings))
        desk.moveTo(service.url)
      }
      await desk.check(`${fault.what}, and then can`)
      const { status } = await desk.makeTask()
      if (status !== 201) faults.add(`${fault.what}, and then can, a task was answered ${status}`)
    }
  const code = await stop(service)
  if (code !== 0) faults.add(`After faults of the disk the service ended with ${code}`)
  return mine.length
}

async function meddleWith(
  service: Service,
  { what, words, write, ends }: Fault,
  wal: string,
  desk: Desk,
  faults: Faults,
): Promise<void> {
  const tracer = await attach(service.pid, words(wal))
  try {
    // It may end before it answers, which is fine too.
    const reply = await write(desk).catch(() => undefined)
    const refusals = ends ? [503, undefined] : [507, 503]
    if (!refusals.includes(reply?.status))
      faults.add(`${what}, a write was answered ${reply?.status}: ${JSON.stringify(reply?.body)}`)
    if (!ends) await desk.readAll(what)
  } finally {
    if (!ends) await tracer.leave()
  }
  if (!ends) return
  const end = await endWithin(service, patience)
  await tracer.leave()
  if (end === undefined) {
    faults.add(`${what}, the process keeps running`)
    await kill(service)
  } else if (end.code === 0 || end.code === null)
    faults.add(`${what}, the process ended with ${end.code ?? end.signal}`)
}
