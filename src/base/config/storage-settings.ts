import { resolve } from 'node:path'
import { type Setting, setting, whole } from './setting.ts'

export type DatabaseAddress = { engine: 'sqlite'; file: string } | { engine: 'postgres'; url: string }

export function databaseAddress(value: string): DatabaseAddress {
  if (value.startsWith('sqlite:')) {
    const file = value.slice('sqlite:'.length)
    if (file === '' || file.startsWith('//') || file.includes(':memory:'))
      throw new Error('must name a file, such as sqlite:./data/atrium.db')
    return { engine: 'sqlite', file: resolve(file) }
  }
  if (/^postgres(ql)?:\/\//.test(value) && URL.canParse(value)) return { engine: 'postgres', url: value }
  throw new Error('must be sqlite:<file> or postgres://user:password@host/database')
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
    'The database: an embedded one in a file, or a PostgreSQL server (15 or later). Empty: `atrium.db` in the data folder.',
    databaseAddress,
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
