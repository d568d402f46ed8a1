import { execFileSync } from 'node:child_process'
import { closeSync, openSync, type Stats, statSync, unlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Config } from '../base/config.ts'
import { codeOf } from '../base/errors.ts'
import { CommandRefused } from './command.ts'

type Places = Pick<Config, 'database' | 'blobs' | 'dataFolder'>

export interface Owner {
  path: string
  uid: number
  gid: number
}

/** The owner of the data: the owner of what the service created first. Undefined if there is no data yet. */
export function ownerOf({ database, blobs, dataFolder }: Places): Owner | undefined {
  const created = [
    ...(database.engine === 'sqlite' ? [database.file] : []),
    ...(blobs.kind === 'disk' ? [blobs.folder] : []),
    join(dataFolder, 'secret'),
  ]
  for (const path of created) {
    const found = nearestStats(path)
    if (found !== undefined) return found
  }
  return undefined
}

/** Whether records or contents are in files: not with PostgreSQL and S3. */
export function isOnDisk({ database, blobs }: Pick<Config, 'database' | 'blobs'>): boolean {
  return database.engine === 'sqlite' || blobs.kind === 'disk'
}

/** The owner of a path; if this user may not look at it, of the folder that prevents it. */
function nearestStats(path: string): Owner | undefined {
  try {
    const { uid, gid } = statSync(path)
    return { path, uid, gid }
  } catch (error) {
    return codeOf(error) === 'EACCES' && dirname(path) !== path ? nearestStats(dirname(path)) : undefined
  }
}

/**
 * Makes sure that a command writes as the owner of the data: files of another user would break the service. Root becomes
 * that user; anybody else is refused.
 */
export function becomeOwner(config: Places, words: readonly string[], note: (line: string) => void): void {
  const uid = process.geteuid?.()
  if (uid === undefined) return
  const owner = ownerOf(config) ?? (uid === 0 ? folderOwner(config.dataFolder) : undefined)
  if (owner === undefined || owner.uid === uid) return
  if (uid === 0) {
    switchTo(owner)
    note(`Running as ${userName(owner.uid)}, the owner of ${owner.path}.`)
  } else if (!writesAs(owner)) throw new CommandRefused(explainRefusal(owner, uid, words))
}

/** Data that does not exist yet will belong to the owner of its folder. */
function folderOwner(path: string): Owner | undefined {
  const found: Stats | undefined = statSync(path, { throwIfNoEntry: false })
  return found === undefined ? undefined : { path, uid: found.uid, gid: found.gid }
}

export function switchTo({ path, uid, gid }: Owner): void {
  try {
    process.setgroups?.(groupsOf(uid) ?? [gid])
    process.setgid?.(gid)
    process.setuid?.(uid)
  } catch (error) {
    throw new CommandRefused(
      `${path} belongs to ${userName(uid)}, and this process may not become that user (${codeOf(error)}). Start the command as ${userName(uid)}.`,
    )
  }
}

/** Some network file systems give all files the same owner, regardless of who writes them. */
function writesAs({ path, uid }: Owner): boolean {
  const trial = join(dirname(path), `.owner-${process.pid}`)
  try {
    closeSync(openSync(trial, 'wx', 0o600))
  } catch {
    return false
  }
  try {
    return statSync(trial).uid === uid
  } finally {
    unlinkSync(trial)
  }
}

function explainRefusal({ path, uid }: Owner, own: number, words: readonly string[]): string {
  const [name, line] = [userName(uid), commandLine(uid, words)]
  return `${path} belongs to ${name}, and you are ${userName(own)}. Files of another user would break the service. Run this as ${name}:\n  ${line}`
}

/** The same command as another user, with the same settings. */
function commandLine(uid: number, words: readonly string[]): string {
  const settings = Object.keys(process.env).filter((name) => /^(ATRIUM|AWS)_/.test(name))
  const kept = settings.length === 0 ? [] : [`--preserve-env=${settings.join(',')}`]
  const program = [process.execPath, process.argv[1] ?? 'atrium', ...words]
  return ['sudo', '-u', userName(uid), ...kept, ...program].map(quoted).join(' ')
}

const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`

/** The name of a user, or the number as sudo takes it. */
export function userName(uid: number): string {
  return askSystem('-nu', uid) ?? `#${uid}`
}

/** The groups of a user; undefined if the system does not know the user. */
function groupsOf(uid: number): number[] | undefined {
  return askSystem('-G', uid)?.split(' ').map(Number)
}

function askSystem(option: string, uid: number): string | undefined {
  try {
    return execFileSync('id', [option, String(uid)], { encoding: 'utf8', stdio: 'pipe' }).trim()
  } catch {
    return undefined
  }
}
