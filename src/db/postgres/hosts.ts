import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { ReadOnlyDatabase } from './failures.ts'
import { isReadOnlyServer } from './session.ts'

/** Milliseconds that a host may take to report whether it accepts writes. */
const patience = 1_500

/** Milliseconds to look for a host: with the last try, less than the pool waits for a connection. */
const longestSearch = 2_000
const betweenSearches = 200

interface Host {
  host: string
  port: number
}

/** The hosts of a database, of which one is the primary. */
export class Hosts {
  readonly #urls: readonly string[]
  #primary: Promise<Host> | undefined

  constructor(urls: readonly string[]) {
    this.#urls = urls
  }

  get areSeveral(): boolean {
    return this.#urls.length > 1
  }

  /** The host to connect to; looks for it if it is not known. */
  find(): Promise<Host> {
    this.#primary ??= this.#search().catch((error: unknown) => {
      this.#primary = undefined
      throw error
    })
    return this.#primary
  }

  /** The host failed, or no longer accepts writes. */
  lose(): void {
    this.#primary = undefined
  }

  async #search(): Promise<Host> {
    for (const end = performance.now() + longestSearch; ; await pause(betweenSearches))
      try {
        const { host, port } = new pg.Client({ connectionString: await primaryOf(this.#urls) })
        return { host, port }
      } catch (error) {
        if (performance.now() > end) throw error
      }
  }
}

/**
 * The first of these addresses whose server accepts writes, chosen as libpq does. Throws `ReadOnlyDatabase` if none can, or
 * the error of the first if none responds.
 */
export async function primaryOf(urls: readonly string[]): Promise<string> {
  const [first = '', ...others] = urls
  if (others.length === 0) return first
  const states = await Promise.allSettled(urls.map((url) => canBeWritten(url)))
  const found = urls.find((_, n) => states[n]?.status === 'fulfilled' && states[n].value)
  if (found !== undefined) return found
  if (states.some(({ status }) => status === 'fulfilled')) throw new ReadOnlyDatabase()
  throw states[0]?.status === 'rejected' ? states[0].reason : new Error('No host answers.')
}

async function canBeWritten(url: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: patience,
    query_timeout: patience,
    application_name: 'atrium-migrate',
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return !(await isReadOnlyServer(client))
  } finally {
    await client.end().catch(() => undefined)
  }
}
