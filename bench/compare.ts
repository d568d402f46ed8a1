import { execFileSync } from 'node:child_process'
import { existsSync, rmSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Ask, buildCases } from './cases.ts'
import type { Size } from './dataset.ts'
import { drive } from './driver.ts'
import { type Prepared, prepareFor } from './engines.ts'
import { loadOf } from './loads.ts'
import { makeTokens, type ServerProcess, startServer, type Tokens } from './server-process.ts'
import { median, type Side, takeTurns, together } from './turns.ts'

/** A case of this checkout compared with the same case of another revision. */
export interface Compared {
  engine: string
  revision: string
  case: string
  connections: number
  ours: Side
  theirs: Side
  /** The ratio of requests to the other revision: the median over pairs of turns. */
  ratio: number
}

interface CompareOptions {
  revision: string
  size: Size
  seconds: number
  only: string | undefined
  say: (compared: Compared) => void
}

/**
 * Compares this checkout with another revision, each with its own server and its own copy of the data, in short
 * turns.
 */
export async function compare(
  prepared: Prepared,
  { revision, size, seconds, only, say }: CompareOptions,
): Promise<Compared[]> {
  const other = checkOut(revision)
  const servers: ServerProcess[] = []
  try {
    const beside = await prepareFor(other, prepared, size)
    const tokens = await makeTokens(prepared)
    // The other revision's own functions: its tables may lack newer columns, and its requests newer parameters.
    const { makeTokens: makeTheirTokens } = await importFrom<typeof import('./server-process.ts')>(
      other.folder,
      'server-process.ts',
    )
    const { buildCases: buildTheirCases } = await importFrom<typeof import('./cases.ts')>(
      other.folder,
      'cases.ts',
    )
    const theirTokens = await makeTheirTokens(beside)
    const ours = await startServer(prepared)
    servers.push(ours)
    const theirs = await startServer(beside, other.folder)
    servers.push(theirs)
    // A position may mean something else to another revision, so each returns its own.
    const askOf =
      (service: ServerProcess, own: Tokens): Ask =>
      async (path, as) =>
        (await service.ask(path, own[as])).json
    const cases = await buildCases(prepared.facts, tokens.credential, askOf(ours, tokens))
    const theirCases = await buildTheirCases(beside.facts, theirTokens.credential, askOf(theirs, theirTokens))
    const found: Compared[] = []
    for (const each of cases) {
      const same = theirCases.find(({ name }) => name === each.name)
      if (same === undefined || (only !== undefined && !each.name.includes(only))) continue
      for (const connections of each.connections) {
        const mine = { service: ours, loads: [loadOf(ours, tokens, each, connections)] }
        const others = { service: theirs, loads: [loadOf(theirs, theirTokens, same, connections)] }
        for (const load of [...mine.loads, ...others.loads])
          await drive({ ...load, seconds: Math.min(1, seconds / 4) })
        const pairs = await takeTurns(mine, others, seconds)
        const compared = {
          engine: prepared.engine,
          revision,
          case: each.name,
          connections,
          ours: together(pairs.map(([turn]) => turn)),
          theirs: together(pairs.map(([, turn]) => turn)),
          ratio: median(pairs.map(([a, b]) => a.perSecond / b.perSecond)),
        }
        found.push(compared)
        say(compared)
      }
    }
    return found
  } finally {
    for (const server of servers) await server.stop()
    other.remove()
  }
}

const importFrom = <T>(checkout: string, module: string): Promise<T> =>
  import(join(checkout, 'bench', module)) as Promise<T>

/** The files of a revision in their own folder, with the packages of this checkout. */
export function checkOut(revision: string): { commit: string; folder: string; remove: () => void } {
  const git = (...words: string[]): string => execFileSync('git', words, { encoding: 'utf8' }).trim()
  const commit = git('rev-parse', '--verify', `${revision}^{commit}`)
  const folder = resolve('.bench', `revision-${commit.slice(0, 12)}`)
  const remove = (): void => {
    rmSync(folder, { recursive: true, force: true })
    git('worktree', 'prune')
  }
  // Left over from an interrupted run.
  remove()
  git('worktree', 'add', '--detach', folder, commit)
  if (!existsSync(join(folder, 'bench', 'server.ts'))) {
    remove()
    throw new Error(`${revision} has no benchmark yet: there is no bench/server.ts in it`)
  }
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  // Older revisions have all packages in one folder.
  symlinkSync(resolve('test/tools/node_modules'), join(folder, 'test', 'node_modules'))
  return { commit, folder, remove }
}
