import { existsSync, lstatSync, readdirSync, type Stats, statfsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Config } from '../../base/config.ts'
import { codeOf } from '../../base/errors.ts'
import { type Owner, userName } from '../owner.ts'
import { type Diagnosis, ok, warning, wrong } from './finding.ts'

/** So that a large installation does not take minutes. */
const mostFiles = 200_000

interface Walked {
  files: number
  foreign: string[]
  open: string[]
  closed: string[]
}

/** Every file of the installation on this machine. */
function dataPaths({ database, blobs, dataFolder }: Config): string[] {
  const paths = [
    dataFolder,
    ...(database.engine === 'sqlite'
      ? ['', '-wal', '-shm', '.serving'].map((end) => database.file + end)
      : []),
    ...(blobs.kind === 'disk' ? [blobs.folder] : []),
  ]
  // Those in the data folder are found there.
  return paths.filter(
    (path) => existsSync(path) && (path === dataFolder || !path.startsWith(`${dataFolder}/`)),
  )
}

/** Checks that all files belong to the owner of the data and that nobody else can read them. */
export function checkOwners(config: Config, owner: Owner): Diagnosis[] {
  const found: Walked = { files: 0, foreign: [], open: [], closed: [] }
  const paths = dataPaths(config)
  for (const path of paths) walk(path, owner.uid, found)
  const name = userName(owner.uid)
  const places = paths.join(' ')
  const findings: Diagnosis[] = []
  if (found.foreign.length > 0)
    findings.push(
      wrong(
        'owners',
        `${shown(found.foreign)} ${found.foreign.length === 1 ? 'does' : 'do'} not belong to ${name}, so the service cannot use ${found.foreign.length === 1 ? 'it' : 'them'}`,
        `chown -R ${name}: ${places}`,
      ),
    )
  else findings.push(ok('owners', `${found.files} files and folders belong to ${name}`))
  if (found.closed.length > 0)
    findings.push(
      wrong(
        'permissions',
        `${name} cannot read and write ${shown(found.closed)}`,
        `chmod -R u+rwX ${places}`,
      ),
    )
  if (found.open.length > 0)
    findings.push(wrong('permissions', `other users can read ${shown(found.open)}`, `chmod -R go= ${places}`))
  if (found.closed.length + found.open.length === 0)
    findings.push(ok('permissions', `only ${name} can read the data`))
  return findings
}

function walk(path: string, uid: number, found: Walked): void {
  if (found.files >= mostFiles) return
  let stats: Stats
  try {
    stats = lstatSync(path)
  } catch (error) {
    // The service removes files all the time.
    if (codeOf(error) !== 'ENOENT') found.closed.push(path)
    return
  }
  found.files += 1
  const needed = stats.isDirectory() ? 0o700 : 0o600
  if (stats.uid !== uid) found.foreign.push(path)
  else if ((stats.mode & needed) !== needed) found.closed.push(path)
  if (!stats.isSymbolicLink() && (stats.mode & 0o077) !== 0) found.open.push(path)
  if (!stats.isDirectory()) return
  try {
    for (const name of readdirSync(path)) walk(join(path, name), uid, found)
  } catch {
    if (stats.uid === uid && !found.closed.includes(path)) found.closed.push(path)
  }
}

function shown(paths: readonly string[]): string {
  const [first = '', ...others] = paths
  return others.length === 0 ? first : `${first} and ${others.length} more`
}

const gigabyte = 1e9

/** Free space on every disk that is written to. */
export function checkDisks({ database, blobs, dataFolder, backups }: Config): Diagnosis[] {
  const places = [
    dataFolder,
    ...(database.engine === 'sqlite' ? [dirname(database.file)] : []),
    ...(blobs.kind === 'disk' ? [blobs.folder] : []),
    ...(backups.dir === undefined ? [] : [backups.dir]),
  ].filter((path) => existsSync(path))
  const seen = new Set<number>()
  return places.flatMap((path) => {
    const { dev } = statSync(path)
    if (seen.has(dev)) return []
    seen.add(dev)
    const { bavail, blocks, bsize, ffree, files } = statfsSync(path)
    const [free, share] = [bavail * bsize, bavail / blocks]
    const text = `${(free / gigabyte).toFixed(1)} GB free (${Math.floor(share * 100)} %) in ${path}`
    const remedy = 'Free some space or enlarge the disk: a full disk rejects every write.'
    if (files > 0 && ffree / files < 0.01) return [wrong('disk', `almost no inodes left in ${path}`, remedy)]
    if (free < gigabyte / 2 || share < 0.02) return [wrong('disk', text, remedy)]
    return [free < 2 * gigabyte || share < 0.1 ? warning('disk', text, remedy) : ok('disk', text)]
  })
}
