import { join, resolve } from 'node:path'
import { checkRows } from './check.ts'
import { parseContent } from './contents.ts'
import { CopyRefused, Damaged } from './damage.ts'
import { type Backup, backupsIn, isBackup, olderThan, openBackup } from './folder.ts'
import { readLines } from './row-file.ts'

/** The backup in this folder, or the newest one in a folder of backups. */
export async function findBackup(given: string): Promise<Backup> {
  const dir = resolve(given)
  if (isBackup(dir)) return openBackup(dir)
  const newest = (await backupsIn(dir)).at(-1)
  if (newest === undefined) throw new CopyRefused(`There is no complete backup in ${dir}.`)
  try {
    return await openBackup(join(dir, newest))
  } catch (error) {
    const older = await olderWithout(join(dir, newest))
    if (!(error instanceof Damaged) || older === undefined) throw error
    throw new Damaged(error.what, `${error.how}. Try an older one: ${older}`)
  }
}

/**
 * The newest older backup with intact rows that does not contain this damaged content: all backups in a folder share
 * their content. Its own content is not read.
 */
export async function olderWithout(
  folder: string,
  contents: ReadonlySet<string> = new Set(),
): Promise<string | undefined> {
  for (const older of await olderThan(folder)) {
    const backup = await openBackup(older).catch(orDamaged)
    if (backup === undefined || (await checkRows(backup, () => undefined)).length > 0) continue
    if (!(await containsAny(backup, contents))) return older
  }
  return undefined
}

function orDamaged(error: unknown): undefined {
  if (!(error instanceof Damaged)) throw error
}

async function containsAny({ folder, manifest }: Backup, keys: ReadonlySet<string>): Promise<boolean> {
  const lacking = new Set(manifest.contents.lacking)
  for await (const lines of readLines(folder, manifest.contents))
    for (const line of lines) {
      const { key } = parseContent(line)
      if (keys.has(key) && !lacking.has(key)) return true
    }
  return false
}
