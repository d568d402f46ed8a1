import { isIP } from 'node:net'
import { join, resolve } from 'node:path'

/** A setting: its default, the sentence that documents it, and how its text is read (throws why not). */
interface Setting<T> {
  fallback: string
  shows: string
  sentence: string
  read: (text: string) => T
}

function setting<T>(
  fallback: string,
  shows: string,
  sentence: string,
  read: (text: string) => T,
): Setting<T> {
  return { fallback, shows, sentence, read }
}

const text = (value: string): string => value

function whole(least: number, most: number): (value: string) => number {
  return (value) => {
    const number = Number(value)
    if (!/^\d{1,15}$/.test(value) || number < least || number > most)
      throw new Error(`must be a whole number from ${least} to ${most}`)
    return number
  }
}

function oneOf<const T extends string>(...choices: T[]): (value: string) => T {
  return (value) => {
    const found = choices.find((choice) => choice === value)
    if (found === undefined) throw new Error(`must be one of ${choices.join(', ')}`)
    return found
  }
}

/** "The service sits at the root of its host": an address with a path is refused. */
function origin(value: string): string {
  if (value === '') return ''
  if (!URL.canParse(value)) throw new Error('must be an address such as https://atrium.example.com')
  const url = new URL(value)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new Error('must begin with http:// or https://')
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '' || url.username !== '')
    throw new Error('must have no path: the service sits at the root of its host')
  return url.origin
}

export type DatabaseAddress = { engine: 'sqlite'; file: string } | { engine: 'postgres'; url: string }

function databaseAddress(value: string): DatabaseAddress {
  if (value.startsWith('sqlite:')) {
    const file = value.slice('sqlite:'.length)
    if (file === '' || file.startsWith('//') || file.includes(':memory:'))
      throw new Error('must name a file, such as sqlite:./data/atrium.db')
    return { engine: 'sqlite', file: resolve(file) }
  }
  if (/^postgres(ql)?:\/\//.test(value) && URL.canParse(value)) return { engine: 'postgres', url: value }
  throw new Error('must be sqlite:<file> or postgres://user:password@host/database')
}

function proxies(value: string): string[] {
  const list = value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  for (const part of list) {
    const [address = '', bits, ...rest] = part.split('/')
    const version = isIP(address)
    const most = version === 4 ? 32 : 128
    if (
      version === 0 ||
      rest.length > 0 ||
      (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= most))
    )
      throw new Error('must be a list of addresses or networks, such as 127.0.0.1,10.0.0.0/8')
  }
  return list
}

function secret(value: string): string {
  if (value !== '' && Buffer.byteLength(value) < 32) throw new Error('must have at least 32 characters')
  return value
}

/** Every setting of the service, once. `docs/settings.md` is made from this table. */
const settings = {
  ATRIUM_DATABASE_URL: setting(
    'sqlite:./data/atrium.db',
    'sqlite:<file> | postgres://…',
    'Where the records are kept: the embedded database in a file, or a PostgreSQL server (15 or later). Empty: `atrium.db` in the data folder.',
    databaseAddress,
  ),
  ATRIUM_DATABASE_POOL: setting(
    '10',
    '1–200',
    'Connections to PostgreSQL that one process may hold.',
    whole(1, 200),
  ),
  ATRIUM_DATA: setting(
    './data',
    'folder',
    'Where the service keeps what it makes itself: the embedded database unless another is named, and the generated secret.',
    (value) => resolve(value),
  ),
  ATRIUM_SECRET: setting(
    '',
    'text, 32 characters or more',
    'Signs page positions and encrypts what must be readable again. Empty: generated once into `secret` in the data folder, mode 600. All processes of one installation need the same.',
    secret,
  ),
  ATRIUM_HOST: setting(
    'localhost',
    'address',
    'The address to listen on; `0.0.0.0` or `::` for every network of the machine.',
    text,
  ),
  ATRIUM_PORT: setting('8080', '1–65535', 'The port to listen on.', whole(1, 65_535)),
  ATRIUM_PUBLIC_URL: setting(
    '',
    'http(s)://host',
    'The address that people and programs reach the service by; permalinks begin with it. It has no path. Empty: `http://localhost:<port>`.',
    origin,
  ),
  ATRIUM_AUTH_URL: setting(
    '',
    'http(s)://host',
    'The address of the authorization server, where clients get their tokens; assertions are made out to its host name. It has no path. Empty: the same as `ATRIUM_PUBLIC_URL`.',
    origin,
  ),
  ATRIUM_RATE_REQUESTS_PER_SECOND: setting(
    '100',
    '0–1000000',
    'How many requests a second a client may send in the long run; 0 switches this limit off.',
    whole(0, 1_000_000),
  ),
  ATRIUM_RATE_BURST: setting(
    '1000',
    '1–10000000',
    'How many requests a client may send at once after a pause.',
    whole(1, 10_000_000),
  ),
  ATRIUM_RATE_TOKENS_PER_MINUTE: setting(
    '60',
    '0–1000000',
    'How many access tokens a client may get a minute; 0 switches this limit off.',
    whole(0, 1_000_000),
  ),
  ATRIUM_RATE_FAILURES_PER_MINUTE: setting(
    '300',
    '0–1000000',
    'How many failed attempts a minute one address may make to get in, and how many may be made on one client; 0 switches this limit off.',
    whole(0, 1_000_000),
  ),
  ATRIUM_TRUSTED_PROXIES: setting(
    '',
    'addresses',
    'Proxies, by address or network, whose word on the caller’s address is believed; separated by commas.',
    proxies,
  ),
  ATRIUM_LOG_LEVEL: setting(
    'info',
    'level',
    'How much is logged: `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  ),
  ATRIUM_BODY_LIMIT: setting(
    '1048576',
    'bytes',
    'The largest JSON body that is taken.',
    whole(1024, 104_857_600),
  ),
  ATRIUM_HEADERS_TIMEOUT: setting(
    '15',
    'seconds',
    'How long a caller may take to send the headers of a request.',
    whole(1, 600),
  ),
  ATRIUM_BODY_TIMEOUT: setting(
    '30',
    'seconds',
    'How long a caller may take to send a JSON body.',
    whole(1, 600),
  ),
  ATRIUM_IDLE_TIMEOUT: setting(
    '60',
    'seconds',
    'How long a connection may stay open without a request, or while its caller takes in nothing of an answer.',
    whole(1, 3600),
  ),
  ATRIUM_SHUTDOWN_SECONDS: setting(
    '25',
    '0–29',
    'How long running requests may take to end after the signal to stop.',
    whole(0, 29),
  ),
} as const satisfies Record<string, Setting<unknown>>

export type SettingName = keyof typeof settings

type Read = { [K in SettingName]: ReturnType<(typeof settings)[K]['read']> }

/** The settings, read and checked. */
export interface Config {
  database: Read['ATRIUM_DATABASE_URL']
  databasePool: number
  dataFolder: string
  secret: string
  host: string
  port: number
  publicUrl: string
  authUrl: string
  rates: { requestsPerSecond: number; burst: number; tokensPerMinute: number; failuresPerMinute: number }
  trustedProxies: string[]
  logLevel: Read['ATRIUM_LOG_LEVEL']
  bodyLimit: number
  headersTimeout: number
  bodyTimeout: number
  idleTimeout: number
  shutdownSeconds: number
}

/** Reports all faulty settings together, one line each. */
export class ConfigFault extends Error {
  readonly faults: readonly string[]
  constructor(faults: readonly string[]) {
    super(`The settings cannot be used:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
    this.name = 'ConfigFault'
    this.faults = faults
  }
}

export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const faults: string[] = []
  const read = <K extends SettingName>(name: K): Read[K] => {
    const { fallback, read: parse } = settings[name] as unknown as Setting<Read[K]>
    const value = environment[name]?.trim()
    try {
      return parse(value === undefined || value === '' ? fallback : value)
    } catch (error) {
      faults.push(`${name} ${error instanceof Error ? error.message : 'is wrong'}${shown(name, value)}.`)
      return parse(fallback)
    }
  }
  const port = read('ATRIUM_PORT')
  const dataFolder = read('ATRIUM_DATA')
  const publicUrl = read('ATRIUM_PUBLIC_URL') || `http://localhost:${port}`
  const config: Config = {
    database:
      (environment['ATRIUM_DATABASE_URL'] ?? '').trim() === ''
        ? databaseAddress(`sqlite:${join(dataFolder, 'atrium.db')}`)
        : read('ATRIUM_DATABASE_URL'),
    databasePool: read('ATRIUM_DATABASE_POOL'),
    dataFolder,
    secret: read('ATRIUM_SECRET'),
    host: read('ATRIUM_HOST'),
    port,
    publicUrl,
    authUrl: read('ATRIUM_AUTH_URL') || publicUrl,
    rates: {
      requestsPerSecond: read('ATRIUM_RATE_REQUESTS_PER_SECOND'),
      burst: read('ATRIUM_RATE_BURST'),
      tokensPerMinute: read('ATRIUM_RATE_TOKENS_PER_MINUTE'),
      failuresPerMinute: read('ATRIUM_RATE_FAILURES_PER_MINUTE'),
    },
    trustedProxies: read('ATRIUM_TRUSTED_PROXIES'),
    logLevel: read('ATRIUM_LOG_LEVEL'),
    bodyLimit: read('ATRIUM_BODY_LIMIT'),
    headersTimeout: read('ATRIUM_HEADERS_TIMEOUT'),
    bodyTimeout: read('ATRIUM_BODY_TIMEOUT'),
    idleTimeout: read('ATRIUM_IDLE_TIMEOUT'),
    shutdownSeconds: read('ATRIUM_SHUTDOWN_SECONDS'),
  }
  for (const name of Object.keys(environment))
    if (name.startsWith('ATRIUM_') && !Object.hasOwn(settings, name) && !name.startsWith('ATRIUM_TEST_'))
      faults.push(`${name} is not a setting${nearest(name)}`)
  if (faults.length > 0) throw new ConfigFault(faults)
  return config
}

/** What was found, unless it may hold a secret. */
function shown(name: SettingName, value: string | undefined): string {
  return name === 'ATRIUM_SECRET' || name === 'ATRIUM_DATABASE_URL' ? '' : `, not "${value ?? ''}"`
}

/** The setting that a misspelt name begins like, unless it begins like all of them. */
function nearest(name: string): string {
  // No character is empty: a name that goes on behind its likeness ends it.
  const likeness = (known: string): number => [...known, ''].findIndex((part, n) => part !== name[n])
  const [close = ''] = Object.keys(settings).toSorted((a, b) => likeness(b) - likeness(a))
  return likeness(close) <= 'ATRIUM_'.length ? '; docs/settings.md lists them.' : `; did you mean ${close}?`
}

/** What the page of settings tells of each. */
export function describeSettings(): ({ name: string } & Setting<unknown>)[] {
  return Object.entries(settings).map(([name, each]) => ({ name, ...each }))
}
