import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { DiskStore } from '../blobs/disk.ts'
import { clearUnsettled } from './contents.ts'
import { CopyRefused, Damaged } from './damage.ts'
import { codeOf, renameDurably, syncFolder, writeDurably } from './durable.ts'
import { format, type Manifest, readManifest } from './manifest.ts'

/** A whole backup in a folder of backups. */
export interface Backup {
  folder: string
  manifest: Manifest
  /** The contents of all backups beside each other, by key. */
  contents: DiskStore
}

const shape = /^\d{8}T\d{9}Z$/
/** A backup has this behind its name until all of it is there. */
const unfinished = '.unfinished'
const markName = 'atrium-backups.json'

export const nameOf = (moment: Date): string => moment.toISOString().replaceAll(/[-:.]/g, '')

export const unfinishedIn = (dir: string, name: string): string => join(dir, name + unfinished)

/** Contents lie in the folder as the service itself keeps them in one. */
export function contentsIn(dir: string): DiskStore {
  return new DiskStore(join(dir, 'contents'), () => undefined)
}

const markOf = (installation: string): string => `${JSON.stringify({ format, installation }, null, 2)}\n`

/**
 * Makes the folder with those around it, and tells the first that was missing. Node's own way never ends where a file
 * system takes no folders, such as /proc.
 */
async function makeFolder(dir: string): Promise<string | undefined> {
  const make = (): Promise<void> => mkdir(dir, { mode: 0o700 })
  const refuse = (error: unknown): never => {
    throw new CopyRefused(
      `The folder ${dir} cannot be made: ${error instanceof Error ? error.message : error}.`,
    )
  }
  try {
    await make()
    return dir
  } catch (error) {
    if (codeOf(error) === 'EEXIST') {
      if ((await stat(dir)).isDirectory()) return undefined
      throw new CopyRefused(`${dir} is a file. Name a folder.`)
    }
    if (codeOf(error) !== 'ENOENT' || dirname(dir) === dir) return refuse(error)
    const first = await makeFolder(dirname(dir))
    await make().catch(refuse)
    return first ?? dir
  }
}

/** The folder is this installation's: contents that no backup of its own needs are removed from it. */
export async function claimFolder(dir: string, installation: string): Promise<void> {
  const first = await makeFolder(dir)
  if (first !== undefined) await syncFolder(dirname(first))
  const path = join(dir, markName)
  const found = await readFile(path, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  })
  if (found === undefined) {
    // The top of a disk of its own is as good as empty.
    if ((await readdir(dir)).some((name) => name !== 'lost+found' && !name.startsWith('.')))
      throw new CopyRefused(`${dir} holds something else than backups. Name a new or an empty folder.`)
    const begun = join(dir, `.${markName}`)
    await rm(begun, { force: true })
    await writeDurably(begun, markOf(installation))
    await renameDurably(begun, path)
  } else if (found !== markOf(installation))
    throw new CopyRefused(
      `${dir} holds backups of another installation (its secret is another one). Name another folder.`,
    )
}

/** Whether the mark of the folder is as it was written. */
export async function demandMark({ folder, manifest }: Backup): Promise<void> {
  const path = join(dirname(folder), markName)
  const found = await readFile(path, 'utf8').catch(() => undefined)
  if (found !== markOf(manifest.installation)) throw new Damaged(path)
}

/** The names of whole backups, the oldest first. */
export async function backupsIn(dir: string): Promise<string[]> {
  const names = await readdir(dir).catch((error: unknown) => {
    throw codeOf(error) === 'ENOENT' ? new CopyRefused(`There is no folder ${dir}.`) : error
  })
  return names.filter((name) => shape.test(name)).toSorted()
}

/** What processes left that did not end by themselves. Only for who holds contents. */
export async function clearUnfinished(dir: string): Promise<void> {
  for (const name of await readdir(dir))
    if (name.endsWith(unfinished) && shape.test(name.slice(0, -unfinished.length)))
      await rm(join(dir, name), { recursive: true })
  await clearUnsettled(contentsIn(dir))
}

/** The backup that a folder is, or the newest of those in it. */
export async function findBackup(given: string): Promise<Backup> {
  const dir = resolve(given)
  if (shape.test(basename(dir))) return open(dir)
  const newest = (await backupsIn(dir)).at(-1)
  if (newest === undefined) throw new CopyRefused(`There is no whole backup in ${dir}.`)
  return open(join(dir, newest))
}

async function open(folder: string): Promise<Backup> {
  const manifest = await readManifest(folder)
  if (manifest === undefined) throw new Damaged(join(folder, 'manifest.json'))
  return { folder, manifest, contents: contentsIn(dirname(folder)) }
}
