import { access, constants, readdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { codeOf } from '../errors.ts'
import { makeFolders } from '../folders.ts'
import { CopyRefused, Damaged } from './damage.ts'
import { renameDurably, syncFolder, writeDurably } from './durable.ts'
import { type Backup, backupsIn } from './folder.ts'
import { format, readManifest } from './manifest.ts'

const markName = 'atrium-backups.json'

const markOf = (installation: string): string => `${JSON.stringify({ format, installation }, null, 2)}\n`

const why = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Makes the folder with those around it, and tells the first that was missing. */
function makeFolder(dir: string): string | undefined {
  try {
    return makeFolders(dir)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw new CopyRefused(`${dir} is a file. Name a folder.`)
    throw new CopyRefused(`The folder ${dir} cannot be made: ${why(error)}.`)
  }
}

/** The folder is this installation's: contents that no backup of its own needs are removed from it. */
export async function claimFolder(dir: string, installation: string): Promise<void> {
  const first = makeFolder(dir)
  if (first !== undefined) await syncFolder(dirname(first))
  await access(dir, constants.R_OK | constants.W_OK | constants.X_OK).catch((error: unknown) => {
    throw new CopyRefused(`The folder ${dir} cannot be used: ${why(error)}.`)
  })
  const path = join(dir, markName)
  const found = await readFile(path, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined
    throw new CopyRefused(`${path} cannot be read: ${why(error)}.`)
  })
  if (found === markOf(installation)) return
  if (found !== undefined && isMark(found)) throw new OtherInstallation(dir)
  await demandOwn(dir, installation, found === undefined ? 'is missing' : 'is damaged')
  const begun = join(dir, `.${markName}`)
  await rm(begun, { force: true })
  await writeDurably(begun, markOf(installation))
  await renameDurably(begun, path)
}

/** Whether it is as somebody's mark is written. */
function isMark(text: string): boolean {
  try {
    const { installation } = JSON.parse(text)
    return text === markOf(installation)
  } catch {
    return false
  }
}

/** A folder without its mark is ours where it is empty, or where each backup in it says so. */
async function demandOwn(dir: string, installation: string, how: string): Promise<void> {
  const backups = await backupsIn(dir)
  for (const name of backups) {
    const manifest = await readManifest(join(dir, name)).catch(() => undefined)
    if (manifest === undefined)
      throw new CopyRefused(
        `${join(dir, markName)} ${how}, and whose backup ${name} is cannot be told. Name another folder, or move that backup elsewhere.`,
      )
    if (manifest.installation !== installation) throw new OtherInstallation(dir)
  }
  if (backups.length > 0) return
  // The top of a disk of its own is as good as empty.
  const known = new Set(['lost+found', markName])
  if ((await readdir(dir)).some((name) => !known.has(name) && !name.startsWith('.')))
    throw new CopyRefused(`${dir} holds something else than backups. Name a new or an empty folder.`)
}

class OtherInstallation extends CopyRefused {
  constructor(dir: string) {
    super(`${dir} holds backups of another installation (its secret is another one). Name another folder.`)
  }
}

/** Whether the mark of the folder is as it was written. */
export async function demandMark({ folder, manifest }: Backup): Promise<void> {
  const path = join(dirname(folder), markName)
  const found = await readFile(path, 'utf8').catch(() => undefined)
  if (found !== markOf(manifest.installation))
    throw new Damaged(`${path} (which is no part of the backup; the next one writes it anew)`)
}
