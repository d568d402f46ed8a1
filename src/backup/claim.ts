import { access, constants, readdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { codeOf } from '../base/errors.ts'
import { makeFolders } from '../base/folders.ts'
import { CopyRefused, Damaged } from './damage.ts'
import { renameDurably, syncFolder, writeDurably } from './durable.ts'
import { type Backup, backupsIn } from './folder.ts'
import type { Identity } from './identity.ts'
import { format, readManifest, sha256Of } from './manifest.ts'

const markName = 'atrium-backups.json'

interface Mark {
  installation: string
  /** Missing in folders of earlier versions, which are identified by the secret. */
  id?: string | undefined
}

/** The checksum reveals a damaged mark. */
function markOf({ installation, id }: Mark): string {
  const sum = id === undefined ? undefined : sha256Of(`${installation} ${id}`).slice(0, 16)
  return `${JSON.stringify({ format, installation, id, sum }, null, 2)}\n`
}

/** The installation that claims a folder, and whether it may take it over from one with the same secret. */
type Claimant = Identity & { adopt: boolean }

const why = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Creates the folder and its parents, and returns the first one that was missing. */
function makeFolder(dir: string): string | undefined {
  try {
    return makeFolders(dir)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw new CopyRefused(`${dir} is a file. Use a folder.`)
    throw new CopyRefused(`Cannot create the folder ${dir}: ${why(error)}.`)
  }
}

/**
 * Claims the folder for this installation, which removes content that none of its own backups needs. Without a claimant,
 * it only checks that the folder can be used and has the same secret.
 */
export async function claimFolder(dir: string, installation: string, claimant?: Claimant): Promise<void> {
  const first = makeFolder(dir)
  if (first !== undefined) await syncFolder(dirname(first))
  await access(dir, constants.R_OK | constants.W_OK | constants.X_OK).catch((error: unknown) => {
    throw new CopyRefused(`Cannot use the folder ${dir}: ${why(error)}.`)
  })
  const path = join(dir, markName)
  const found = await readFile(path, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined
    throw new CopyRefused(`Cannot read ${path}: ${why(error)}.`)
  })
  const mark = found === undefined ? undefined : parseMark(found)
  if (mark !== undefined && mark.installation !== installation) throw new OtherInstallation(dir)
  const { id } =
    mark ?? (await demandOwn(dir, installation, found === undefined ? 'is missing' : 'is damaged'))
  if (claimant !== undefined && !claimant.adopt && (await isOfAnother(dir, id, claimant)))
    throw new OtherCopy(dir)
  const next = markOf({ installation, id: claimant?.id ?? id })
  if (found === next) return
  const begun = join(dir, `.${markName}`)
  await rm(begun, { force: true })
  await writeDurably(begun, next)
  await renameDurably(begun, path)
}

/** Undefined if it is not a mark. */
function parseMark(text: string): Mark | undefined {
  try {
    const { installation, id } = JSON.parse(text)
    return text === markOf({ installation, id }) ? { installation, id } : undefined
  } catch {
    return undefined
  }
}

async function isOfAnother(dir: string, id: string | undefined, claimant: Claimant): Promise<boolean> {
  if (id !== undefined) return id !== claimant.id
  return claimant.isCopy && (await backupsIn(dir)).length > 0
}

/**
 * A folder without a mark belongs to this installation if it is empty or if all its backups do. The newest backup
 * supplies the id.
 */
async function demandOwn(dir: string, installation: string, how: string): Promise<Pick<Mark, 'id'>> {
  let id: string | undefined
  const backups = await backupsIn(dir)
  for (const name of backups) {
    const manifest = await readManifest(join(dir, name)).catch(() => undefined)
    if (manifest === undefined)
      throw new CopyRefused(
        `${join(dir, markName)} ${how}, and the backup ${name} does not name the installation it belongs to. Use another folder, or move that backup elsewhere.`,
      )
    if (manifest.installation !== installation) throw new OtherInstallation(dir)
    id = manifest.id
  }
  if (backups.length > 0) return { id }
  // The root of a disk counts as empty.
  const known = new Set(['lost+found', markName])
  if ((await readdir(dir)).some((name) => !known.has(name) && !name.startsWith('.')))
    throw new CopyRefused(`${dir} contains something other than backups. Use a new or empty folder.`)
  return { id }
}

class OtherInstallation extends CopyRefused {
  constructor(dir: string) {
    super(`${dir} holds backups of another installation (one with a different secret). Use another folder.`)
  }
}

class OtherCopy extends CopyRefused {
  constructor(dir: string) {
    super(
      `${dir} holds backups of the installation that this one was restored or moved from, or of another copy of it. Use another folder. If this installation replaces that one for good, take over the folder by running this once: atrium backup ${dir} --adopt`,
    )
  }
}

/** Whether the folder's mark is undamaged. */
export async function demandMark({ folder, manifest }: Backup): Promise<void> {
  const path = join(dirname(folder), markName)
  const found = await readFile(path, 'utf8').catch(() => undefined)
  if (found === undefined || parseMark(found)?.installation !== manifest.installation)
    throw new Damaged(`${path} (which is not part of the backup; the next backup rewrites it)`)
}
