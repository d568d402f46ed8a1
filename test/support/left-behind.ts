import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

/** Free bytes that tests need in `/dev/shm`, and in memory as a whole. */
const plenty = 6e9

/**
 * Where tests put their databases: in memory if there is plenty of it, so that they never wait for a disk. The proofs
 * and the benchmarks show what a disk does.
 */
export function quickFolder(): string {
  const memory = '/dev/shm'
  if (!existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return Math.min(bavail * bsize, process.availableMemory()) > plenty ? memory : tmpdir()
}

/** The temporary folders of a run. Both have the same name, by which its processes are found as well. */
export interface RunFolders {
  disk: string
  memory: string
}

export function makeRunFolders(): RunFolders {
  const disk = mkdtempSync(join(tmpdir(), 'atrium-tests-'))
  const memory = join(quickFolder(), basename(disk))
  mkdirSync(memory, { recursive: true })
  // PostgreSQL runs as another user if we are root.
  for (const folder of [disk, memory]) chmodSync(folder, 0o755)
  return { disk, memory }
}

/** The processes of a run, by id: those with its folder in their command, environment or working directory. */
function processesOf({ disk }: RunFolders): Map<number, string> {
  const ids = existsSync('/proc/self/environ') ? readdirSync('/proc').map(Number) : []
  const all = ids
    .filter((id) => id > 0 && id !== process.pid)
    .map((id) => [id, commandOf(id, basename(disk))])
  return new Map(all.filter((each): each is [number, string] => each[1] !== undefined))
}

function commandOf(id: number, mentioned: string): string | undefined {
  try {
    const [command = '', environment] = ['cmdline', 'environ'].map((name) =>
      readFileSync(`/proc/${id}/${name}`, 'utf8'),
    )
    const all = [command, environment, readlinkSync(`/proc/${id}/cwd`)]
    return all.some((text) => text?.includes(mentioned)) ? command.replaceAll('\0', ' ').trim() : undefined
  } catch {
    // It has ended, or is another user's.
    return undefined
  }
}

/** The processes that do not end within five seconds. Does not return to the event loop, so that it works at the exit. */
function remaining(folders: RunFolders): Map<number, string> {
  const pause = new Int32Array(new SharedArrayBuffer(4))
  for (let tries = 0; tries < 50 && processesOf(folders).size > 0; tries += 1) Atomics.wait(pause, 0, 0, 100)
  return processesOf(folders)
}

/** Files and processes that are left after a run. */
export function leftBehind(folders: RunFolders): string[] {
  const files = [...new Set(Object.values(folders))].flatMap((folder) =>
    readdirSync(folder).map((name) => join(folder, name)),
  )
  return [...files, ...remaining(folders).values()]
}

/** Ends all processes of a run, and removes its folders. */
export function removeAll(folders: RunFolders): void {
  for (const signal of ['SIGINT', 'SIGKILL'] as const) {
    for (const id of processesOf(folders).keys())
      try {
        process.kill(id, signal)
      } catch {
        // It has ended.
      }
    remaining(folders)
  }
  for (const folder of Object.values(folders)) rmSync(folder, { recursive: true, force: true })
}
