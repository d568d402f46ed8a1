import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

/** Linux counts processor time in hundredths of a second. */
const tick = 10_000

/** Returns a function that reads the processor time of a server on this machine, in microseconds; 0 if it is elsewhere. */
export async function postgresCpu(url: string): Promise<() => number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query('SHOW data_directory')
    const [pid = ''] = readFileSync(join(rows[0]?.data_directory, 'postmaster.pid'), 'utf8').split('\n')
    ticksOf(pid, true)
    return () => tick * (ticksOf(pid, true) + childrenOf(pid).reduce((all, each) => all + ticksOf(each), 0))
  } catch {
    return () => 0
  } finally {
    await client.end()
  }
}

/** See proc_pid_stat(5): the state is the first field after the name, which may contain anything. */
const statOf = (pid: string): string[] =>
  readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')

/** Its own time, and that of its children that have ended. */
function ticksOf(pid: string, withEnded = false): number {
  try {
    const [user, system, endedUser, endedSystem] = statOf(pid).slice(11, 15).map(Number)
    return (user ?? 0) + (system ?? 0) + (withEnded ? (endedUser ?? 0) + (endedSystem ?? 0) : 0)
  } catch (error) {
    if (withEnded) throw error
    return 0
  }
}

function childrenOf(parent: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && statOf(pid)[1] === parent
    } catch {
      return false
    }
  })
}
