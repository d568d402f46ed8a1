import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'

/**
 * Moves an empty PostgreSQL database to a disk, if the server is on this machine and may use it; otherwise undefined.
 * The disk must not be removed before the database.
 */
export async function moveToDisk(
  url: string,
  disk: string,
): Promise<{ remove: () => Promise<void> } | undefined> {
  const { pathname } = new URL(url)
  const name = pathname.slice(1)
  const client = new pg.Client({ connectionString: url.replace(pathname, '/postgres') })
  await client.connect()
  const remove = async (): Promise<void> => {
    await client.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`)
    await client.query(`DROP TABLESPACE IF EXISTS "${name}"`)
    await client.end()
  }
  try {
    const folder = join(disk, 'database')
    mkdirSync(folder)
    // The server runs as another user.
    for (const path of [dirname(disk), disk]) chmodSync(path, 0o711)
    const idOf = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { stdio: 'pipe' }))
    chownSync(folder, idOf('-u'), idOf('-g'))
    await client.query(`CREATE TABLESPACE "${name}" LOCATION '${folder}'`)
    await client.query(`ALTER DATABASE "${name}" SET TABLESPACE "${name}"`)
    return { remove }
  } catch {
    await client.end()
    return undefined
  }
}
