import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { codeOf } from '../base/errors.ts'
import { DiskStore } from '../file-store/disk.ts'
import { clearUnconfirmed } from './contents.ts'
import { CopyRefused, Damaged } from './damage.ts'
import { type BackupManifest, readManifest } from './manifest.ts'

/** A complete backup in a folder of backups. */
export interface Backup {
  folder: string
  manifest: BackupManifest
  /** The file content of all backups together, by key. */
  contents: DiskStore
}

const shape = /^\d{8}T\d{9}Z$/
/** The suffix of a backup that is not complete yet. */
const unfinished = '.unfinished'

export const nameOf = (moment: Date): string => moment.toISOString().replaceAll(/[-:.]/g, '')

export const unfinishedIn = (dir: string, name: string): string => join(dir, name + unfinished)

/** The folder stores content as the service's disk store does. */
export function contentsIn(dir: string): DiskStore {
  return new DiskStore(join(dir, 'contents'), () => undefined)
}

/** The names of complete backups, oldest first. */
export async function backupsIn(dir: string): Promise<string[]> {
  const names = await readdir(dir).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') throw new CopyRefused(`There is no folder ${dir}.`)
    throw codeOf(error) === 'ENOTDIR' ? new CopyRefused(`${dir} is not a folder.`) : error
  })
  return names.filter((name) => shape.test(name)).toSorted()
}

/** Removes what killed processes left behind. Call it only while holding content. */
export async function clearUnfinished(dir: string): Promise<void> {
  for (const name of await readdir(dir))
    if (name.endsWith(unfinished) && shape.test(name.slice(0, -unfinished.length)))
      await rm(join(dir, name), { recursive: true })
  await clearUnconfirmed(contentsIn(dir))
}

/** The backup in this folder, or the newest one in a folder of backups. */
export async function findBackup(given: string): Promise<Backup> {
  const dir = resolve(given)
  if (shape.test(basename(dir))) return open(dir)
  const newest = (await backupsIn(dir)).at(-1)
  if (newest === undefined) throw new CopyRefused(`There is no complete backup in ${dir}.`)
  try {
    return await open(join(dir, newest))
  } catch (error) {
    const older = await olderThan(join(dir, newest))
    if (!(error instanceof Damaged) || older === undefined) throw error
    throw new Damaged(error.what, `${error.how}. Try an older one: ${older}`)
  }
}

/** The backup before this one, in the same folder. */
export async function olderThan(folder: string): Promise<string | undefined> {
  const before = (await backupsIn(dirname(folder))).filter((name) => name < basename(folder)).at(-1)
  return before === undefined ? undefined : join(dirname(folder), before)
}

async function open(folder: string): Promise<Backup> {
  const manifest = await readManifest(folder)
  if (manifest === undefined) {
    if (!existsSync(folder)) throw new CopyRefused(`There is no backup ${folder}.`)
    throw new Damaged(join(folder, 'manifest.json'))
  }
  return { folder, manifest, contents: contentsIn(dirname(folder)) }
}
