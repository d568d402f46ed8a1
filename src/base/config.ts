import { join } from 'node:path'
import { type AdmittedHosts, addressSettings } from './config/address-settings.ts'
import { type BackupSchedule, backupSettings } from './config/backup-settings.ts'
import { type BlobAddress, blobAddress, fileSettings } from './config/file-settings.ts'
import { limitSettings } from './config/limit-settings.ts'
import { logSettings } from './config/log-settings.ts'
import { observeSettings } from './config/observe-settings.ts'
import { peopleSettings } from './config/people-settings.ts'
import type { Setting } from './config/setting.ts'
import {
  type DatabaseAddress,
  databaseAddress,
  type PostgresAddress,
  storageSettings,
} from './config/storage-settings.ts'

/** Every setting of the service, by area. `docs/settings.md` is generated from this table. */
const settings = {
  ...storageSettings,
  ...fileSettings,
  ...backupSettings,
  ...addressSettings,
  ...limitSettings,
  ...peopleSettings,
  ...logSettings,
  ...observeSettings,
} as const satisfies Record<string, Setting<unknown>>

type SettingName = keyof typeof settings

type Read = { [K in SettingName]: ReturnType<(typeof settings)[K]['read']> }

/** The settings, parsed and checked. */
export interface Config {
  database: DatabaseAddress
  databasePool: number
  blobs: BlobAddress
  fileLimit: number
  zipLimit: number
  /** Undefined: no quota. */
  companyQuota: number | undefined
  /** Limits on the unclaimed uploads of one person. */
  unclaimed: { uploads: number; bytes: number }
  /** In bytes per second; 0: no limit. */
  uploadRate: number
  backups: BackupSchedule
  dataFolder: string
  secret: string
  host: string
  port: number
  publicUrl: string
  authUrl: string
  /** The host names of the authorization server: the current one, then former ones. */
  authHosts: readonly string[]
  rates: {
    requestsPerSecond: number
    burst: number
    tokensPerMinute: number
    compatibilityTokensPerMinute: number
    failuresPerMinute: number
  }
  trustedProxies: string[]
  logLevel: Read['ATRIUM_LOG_LEVEL']
  bodyLimit: number
  headersTimeout: number
  bodyTimeout: number
  idleTimeout: number
  /** How many requests may wait for changes. */
  streams: number
  shutdownSeconds: number
  drainSeconds: number
  /** In hours. */
  lasting: { session: number; idleSession: number; invitation: number; passwordReset: number }
  /** An empty `server`: no mail is sent. */
  mail: { server: string; from: string }
  ssoPrivateAddresses: boolean
  /** Private hosts that webhooks may reach, and how many seconds a receiver may take. */
  webhooks: { admitted: AdmittedHosts; seconds: number }
  /** The number of serving processes on this machine. */
  processes: number
  /** `port` 0: no metrics. */
  metrics: { host: string; port: number; token: string }
}

/** Reports all wrong settings together, one per line. */
export class ConfigFault extends Error {
  readonly faults: readonly string[]
  constructor(faults: readonly string[]) {
    super(`Invalid settings:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
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
  const authUrl = read('ATRIUM_AUTH_URL') || publicUrl
  const config: Config = {
    database: withDetails(
      (environment['ATRIUM_DATABASE_URL'] ?? '').trim() === ''
        ? databaseAddress(`sqlite:${join(dataFolder, 'atrium.db')}`)
        : read('ATRIUM_DATABASE_URL'),
      read('ATRIUM_DATABASE_DIRECT_URL'),
      {
        pooling: read('ATRIUM_DATABASE_POOLING'),
        prepared: read('ATRIUM_DATABASE_PREPARED') === 'yes',
        replica: read('ATRIUM_DATABASE_REPLICA_URL'),
      },
    ),
    databasePool: read('ATRIUM_DATABASE_POOL'),
    blobs:
      (environment['ATRIUM_BLOBS_URL'] ?? '').trim() === ''
        ? blobAddress(`file:${join(dataFolder, 'blobs')}`)
        : read('ATRIUM_BLOBS_URL'),
    fileLimit: read('ATRIUM_FILE_LIMIT'),
    zipLimit: read('ATRIUM_ZIP_LIMIT'),
    companyQuota: read('ATRIUM_COMPANY_QUOTA') || undefined,
    unclaimed: { uploads: read('ATRIUM_UNCLAIMED_UPLOADS'), bytes: read('ATRIUM_UNCLAIMED_BYTES') },
    uploadRate: read('ATRIUM_UPLOAD_RATE'),
    backups: {
      dir: read('ATRIUM_BACKUP_DIR'),
      everyHours: read('ATRIUM_BACKUP_HOURS'),
      keep: read('ATRIUM_BACKUP_KEEP'),
    },
    dataFolder,
    secret: read('ATRIUM_SECRET'),
    host: read('ATRIUM_HOST'),
    port,
    publicUrl,
    authUrl,
    authHosts: [new URL(authUrl).hostname, ...read('ATRIUM_AUTH_FORMER_HOSTS')],
    rates: {
      requestsPerSecond: read('ATRIUM_RATE_REQUESTS_PER_SECOND'),
      burst: read('ATRIUM_RATE_BURST'),
      tokensPerMinute: read('ATRIUM_RATE_TOKENS_PER_MINUTE'),
      compatibilityTokensPerMinute: read('ATRIUM_RATE_COMPATIBILITY_TOKENS_PER_MINUTE'),
      failuresPerMinute: read('ATRIUM_RATE_FAILURES_PER_MINUTE'),
    },
    trustedProxies: read('ATRIUM_TRUSTED_PROXIES'),
    logLevel: read('ATRIUM_LOG_LEVEL'),
    bodyLimit: read('ATRIUM_BODY_LIMIT'),
    headersTimeout: read('ATRIUM_HEADERS_TIMEOUT'),
    bodyTimeout: read('ATRIUM_BODY_TIMEOUT'),
    idleTimeout: read('ATRIUM_IDLE_TIMEOUT'),
    streams: read('ATRIUM_STREAMS'),
    shutdownSeconds: read('ATRIUM_SHUTDOWN_SECONDS'),
    drainSeconds: read('ATRIUM_DRAIN_SECONDS'),
    lasting: {
      session: read('ATRIUM_SESSION_HOURS'),
      idleSession: read('ATRIUM_SESSION_IDLE_HOURS'),
      invitation: read('ATRIUM_INVITATION_HOURS'),
      passwordReset: read('ATRIUM_PASSWORD_RESET_HOURS'),
    },
    mail: { server: read('ATRIUM_SMTP_URL'), from: read('ATRIUM_MAIL_FROM') },
    ssoPrivateAddresses: read('ATRIUM_SSO_PRIVATE_ADDRESSES') === 'yes',
    webhooks: { admitted: read('ATRIUM_WEBHOOK_NETWORKS'), seconds: read('ATRIUM_WEBHOOK_SECONDS') },
    processes: read('ATRIUM_PROCESSES'),
    metrics: {
      host: read('ATRIUM_METRICS_HOST'),
      port: read('ATRIUM_METRICS_PORT'),
      token: read('ATRIUM_METRICS_TOKEN'),
    },
  }
  faults.push(...contradictions(config))
  for (const name of Object.keys(environment))
    if (name.startsWith('ATRIUM_') && !Object.hasOwn(settings, name) && !name.startsWith('ATRIUM_TEST_'))
      faults.push(`${name} is not a known setting${nearest(name)}`)
  if (faults.length > 0) throw new ConfigFault(faults)
  return config
}

function withDetails(
  address: DatabaseAddress,
  direct: readonly string[] | undefined,
  details: Pick<PostgresAddress, 'pooling' | 'prepared' | 'replica'>,
): DatabaseAddress {
  return address.engine === 'sqlite' ? address : { ...address, ...details, direct: direct ?? address.direct }
}

/** Settings that are valid alone but not together. */
function* contradictions({ processes, database, metrics, port }: Config): Generator<string> {
  if (processes > 1 && database.engine === 'sqlite')
    yield 'ATRIUM_PROCESSES must be 1 with SQLite. Use PostgreSQL to run several processes.'
  if (
    database.engine === 'postgres' &&
    database.pooling === 'transaction' &&
    database.direct === database.urls
  )
    yield 'ATRIUM_DATABASE_DIRECT_URL is required with ATRIUM_DATABASE_POOLING=transaction: migrations and commands need sessions of their own.'
  if (metrics.port === 0) return
  if (metrics.port === port) yield 'ATRIUM_METRICS_PORT must differ from ATRIUM_PORT.'
  if (!/^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(metrics.host) && metrics.token === '')
    yield 'ATRIUM_METRICS_TOKEN is required unless ATRIUM_METRICS_HOST is a loopback address.'
}

const secretNames: ReadonlySet<SettingName> = new Set([
  'ATRIUM_SECRET',
  'ATRIUM_DATABASE_URL',
  'ATRIUM_DATABASE_DIRECT_URL',
  'ATRIUM_SMTP_URL',
  'ATRIUM_METRICS_TOKEN',
])

/** The value found, unless it may hold a secret: an address can have a password before its `@`. */
function shown(name: SettingName, value = ''): string {
  return secretNames.has(name) || value.includes('@') ? '' : `, not "${value}"`
}

/** The setting with the longest common prefix, unless it is the prefix that all settings share. */
function nearest(name: string): string {
  // `charAt` beyond the end is empty, so a longer name stops here.
  const likeness = (known: string): number => [...known, ''].findIndex((part, n) => part !== name[n])
  // Of two equally likely ones, prefer the one of similar length.
  const closeness = (known: string): number => likeness(known) - Math.abs(known.length - name.length) / 2
  const [close = ''] = Object.keys(settings).toSorted((a, b) => closeness(b) - closeness(a))
  return likeness(close) <= 'ATRIUM_'.length ? '; see docs/settings.md.' : `; did you mean ${close}?`
}

/** Everything the settings page shows. */
export function describeSettings(): ({ name: string } & Setting<unknown>)[] {
  return Object.entries(settings).map(([name, each]) => ({ name, ...each }))
}
