import { resolve } from 'node:path'
import { addressesOf } from './postgres-hosts.ts'
import { oneOf, type Setting, setting, whole } from './setting.ts'

export interface PostgresAddress {
  engine: 'postgres'
  /** An address for each host. One of them is the primary. */
  urls: readonly string[]
  /** The same for work that needs a session of its own, such as migrations: past a pooler, perhaps as another role. */
  direct: readonly string[]
  /** `transaction`: a pooler gives each transaction any of its sessions. */
  pooling: 'session' | 'transaction'
  /** Whether statements are prepared. */
  prepared: boolean
  /** A standby that can serve reads. */
  replica?: string | undefined
}

export type DatabaseAddress = { engine: 'sqlite'; file: string } | PostgresAddress

export function databaseAddress(value: string): DatabaseAddress {
  if (value.startsWith('sqlite:')) {
    const file = value.slice('sqlite:'.length)
    if (file === '' || file.startsWith('//') || file.includes(':memory:'))
      throw new Error('must name a file, such as sqlite:./data/atrium.db')
    return { engine: 'sqlite', file: resolve(file) }
  }
  const urls = addressesOf(value)
  if (urls !== undefined)
    return { engine: 'postgres', urls, direct: urls, pooling: 'session', prepared: true }
  throw new Error('must be sqlite:<file> or postgres://user:password@host/database')
}

function directAddress(value: string): string[] | undefined {
  if (value === '') return undefined
  const urls = addressesOf(value)
  if (urls === undefined) throw new Error('must be postgres://user:password@host/database')
  return urls
}

function replicaAddress(value: string): string | undefined {
  const [url, ...others] = directAddress(value) ?? []
  if (others.length > 0) throw new Error('must name one host')
  return url
}

function secret(value: string): string {
  if (value !== '' && Buffer.byteLength(value) < 32) throw new Error('must have at least 32 characters')
  return value
}

/** Where data is stored. */
export const storageSettings = {
  ATRIUM_DATABASE_URL: setting(
    'sqlite:./data/atrium.db',
    'sqlite:<file> | postgres://…',
    'The database: an embedded one in a file, or a PostgreSQL server (15 or later). Several hosts, `postgres://…@one,two/…`: the service uses the one that accepts writes. Empty: `atrium.db` in the data folder.',
    databaseAddress,
  ),
  ATRIUM_DATABASE_DIRECT_URL: setting(
    '',
    'postgres://…',
    'The same database for migrations and commands, past a pooler or with a role that has more privileges. Empty: `ATRIUM_DATABASE_URL`.',
    directAddress,
  ),
  ATRIUM_DATABASE_REPLICA_URL: setting(
    '',
    'postgres://…',
    'A streaming standby of the database, addressed directly and not through a pooler. It serves lists, reports, CSV, searches and counts to callers whose last change it has replayed, as long as it is at most a second behind. All processes of an installation need the same value. Empty: none.',
    replicaAddress,
  ),
  ATRIUM_DATABASE_POOLING: setting(
    'session',
    'session | transaction',
    '`transaction` if `ATRIUM_DATABASE_URL` points to a pooler in transaction mode, such as PgBouncer. `ATRIUM_DATABASE_DIRECT_URL` is then required.',
    oneOf('session', 'transaction'),
  ),
  ATRIUM_DATABASE_PREPARED: setting(
    'yes',
    'yes | no',
    'Whether the service uses prepared statements. `no` is for poolers in transaction mode that do not support them.',
    oneOf('yes', 'no'),
  ),
  ATRIUM_DATABASE_POOL: setting(
    '10',
    '1–200',
    'The maximum number of connections to PostgreSQL per process.',
    whole(1, 200),
  ),
  ATRIUM_DATA: setting(
    './data',
    'folder',
    'The folder for the service’s own data: the embedded database (unless `ATRIUM_DATABASE_URL` names another) and the generated secret.',
    (value) => resolve(value),
  ),
  ATRIUM_SECRET: setting(
    '',
    'text, 32 characters or more',
    'Signs page positions and encrypts stored secrets. Empty: generated once into `secret` in the data folder, mode 600. All processes of an installation need the same one: the service does not start without the secret of its data.',
    secret,
  ),
} as const satisfies Record<string, Setting<unknown>>
