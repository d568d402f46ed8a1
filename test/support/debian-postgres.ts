import { execFileSync } from 'node:child_process'
import { appendFileSync, chownSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { haveDebian } from './debian.ts'
import { freePort } from './postgres-server.ts'
import { makeFolder, type Started, start, until } from './process.ts'

/** PostgreSQL from Debian's packages, in a folder of its own. */
export interface DebianPostgres {
  port: number
  folder: string
  /** Without the name of a database. */
  url: string
  /** Runs one of its programs, such as `pg_ctl`, on this server. */
  run: (name: string, ...words: readonly string[]) => string
  stop: () => Promise<void>
  /** Kills it without closing connections, as when the machine fails. */
  kill: () => void
}

const packages = '/usr/lib/postgresql'

/** Whether PostgreSQL can be installed and run here. */
export const haveDebianPostgres = (): boolean =>
  process.getuid?.() === 0 && haveDebian('/usr/bin/pg_lsclusters', 'postgresql')

/** Neither PostgreSQL nor PgBouncer runs as root. `setpriv` becomes the program, so signals reach it. */
export const asPostgres = ['--reuid=postgres', '--regid=postgres', '--clear-groups']

/** A folder that the server's user owns. */
export function folderOfPostgres(): string {
  const folder = makeFolder()
  give(folder)
  return folder
}

function give(path: string): void {
  const [user, group] = ['-u', '-g'].map((which) =>
    Number(execFileSync('id', [which, 'postgres'], { encoding: 'utf8' })),
  )
  chownSync(path, user ?? 0, group ?? 0)
}

/** Writes a file that only the server's user can read. */
export function writeForPostgres(path: string, text: string): void {
  writeFileSync(path, text, { mode: 0o600 })
  give(path)
}

export async function startDebianPostgres(settings: readonly string[] = []): Promise<DebianPostgres> {
  const folder = folderOfPostgres()
  runAs(
    folder,
    'initdb',
    '-D',
    join(folder, 'data'),
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--no-sync',
  )
  return startIn(folder, settings)
}

/** A streaming standby. */
export async function startStandbyOf(
  primary: DebianPostgres,
  settings: readonly string[] = [],
): Promise<DebianPostgres> {
  const folder = folderOfPostgres()
  const target = ['-D', join(folder, 'data'), '-R', '--no-sync', '--checkpoint=fast']
  runAs(folder, 'pg_basebackup', '-h', 'localhost', '-p', String(primary.port), '-U', 'postgres', ...target)
  return startIn(folder, settings)
}

async function startIn(folder: string, settings: readonly string[]): Promise<DebianPostgres> {
  const port = await freePort()
  const own = [
    `port=${port}`,
    `unix_socket_directories='${folder}'`,
    'fsync=off',
    'max_connections=100',
    ...settings,
  ]
  appendFileSync(join(folder, 'data', 'postgresql.conf'), `\n${own.join('\n')}\n`)
  const server: Started = start('setpriv', [...asPostgres, program('postgres'), '-D', join(folder, 'data')])
  const run = (name: string, ...words: readonly string[]): string => runAs(folder, name, ...words)
  await until(`PostgreSQL answers: ${server.stderr()}`, () => {
    try {
      run('pg_isready', '-h', folder, '-p', String(port))
      return true
    } catch {
      return false
    }
  })
  return {
    port,
    folder,
    url: `postgres://postgres@localhost:${port}`,
    run,
    async stop() {
      server.signal('SIGINT')
      await server.ended
    },
    kill() {
      for (const pid of serversIn(folder)) process.kill(pid, 'SIGKILL')
    },
  }
}

/** The server and the processes that it has started. */
function serversIn(folder: string): number[] {
  const [main = ''] = readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', main], { encoding: 'utf8' })
  return [Number(main), ...children.split('\n').map(Number)].filter((pid) => pid > 0)
}

/** The program of the newest version that is installed. */
function program(name: string): string {
  const [newest = ''] = readdirSync(packages).toSorted((a, b) => Number(b) - Number(a))
  return join(packages, newest, 'bin', name)
}

function runAs(folder: string, name: string, ...words: readonly string[]): string {
  return execFileSync('setpriv', [...asPostgres, program(name), ...words], {
    cwd: folder,
    encoding: 'utf8',
    stdio: 'pipe',
  })
}
