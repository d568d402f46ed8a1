import { existsSync, lstatSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { codeOf } from '../base/errors.ts'
import { NotPlain, plainFile } from '../base/plain-file.ts'
import { DiskStore } from '../file-store/disk.ts'
import { type ByteRange, demandKey, MissingContent, type Outlet } from '../file-store/store.ts'
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

/** The content of backups, stored as the service's disk store does. A link or a special file counts as missing. */
class BackupContents extends DiskStore {
  readonly #dir: string

  constructor(dir: string) {
    super(join(dir, 'contents'), () => undefined)
    this.#dir = dir
  }

  override async open(key: string, range?: ByteRange): Promise<Outlet> {
    if (!this.#isPlain(key)) throw new MissingContent(key)
    return super.open(key, range)
  }

  override async size(key: string): Promise<number | undefined> {
    return this.#isPlain(key) ? super.size(key) : undefined
  }

  #isPlain(key: string): boolean {
    demandKey(key)
    try {
      plainFile(this.#dir, relative(this.#dir, this.pathOf(key)))
      return true
    } catch (error) {
      if (error instanceof NotPlain || codeOf(error) === 'ENOENT') return false
      throw error
    }
  }
}

export const contentsIn = (dir: string): DiskStore => new BackupContents(dir)

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

/** The backups before this one in the same folder, newest first. */
export async function olderThan(folder: string): Promise<string[]> {
  const names = (await backupsIn(dirname(folder))).filter((name) => name < basename(folder))
  return names.toReversed().map((name) => join(dirname(folder), name))
}

export const isBackup = (folder: string): boolean => shape.test(basename(folder))

/** Opens the backup in this folder. */
export async function openBackup(folder: string): Promise<Backup> {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink())
    throw new CopyRefused(`${folder} is a link. Use the folder it points to.`)
  const manifest = await readManifest(folder)
  if (manifest === undefined) {
    if (!existsSync(folder)) throw new CopyRefused(`There is no backup ${folder}.`)
    throw new Damaged(join(folder, 'manifest.json'))
  }
  return { folder, manifest, contents: contentsIn(dirname(folder)) }
}
