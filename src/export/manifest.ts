import { readFileSync } from 'node:fs'
import { codeOf } from '../base/errors.ts'
import { whyUnusable } from '../base/folders.ts'
import { isId } from '../base/ids.ts'
import { NotPlain, notPlain, plainFile } from '../base/plain-file.ts'
import { ArchiveFault } from './archive-fault.ts'
import type { Kind } from './kind.ts'
import { kinds } from './kinds.ts'

/** The version that this program writes, and the newest that it can read. */
const formatVersion = 1
const format = 'atrium-company'

export interface ExportManifest {
  format: string
  version: number
  /** The program and version that wrote the archive. */
  madeBy: string
  madeAt: string
  company: { id: string; companyName: string }
  /** Whether the archive includes sign-in data. */
  withSignIn: boolean
  /** The line count and sha-256 of each kind's file. */
  records: Readonly<Record<string, { count: number; sha256: string }>>
  contents: { count: number; bytes: number }
}

export const manifestName = 'manifest.json'
export const recordsFile = (table: string): string => `records/${table}.jsonl`
export const contentFile = (sha256: string): string => `contents/${sha256.slice(0, 2)}/${sha256}`

/** The tables of every archive. Those that came after version 0.1 may be missing. */
const always: ReadonlySet<string> = new Set([
  'companies',
  'users',
  'oneTimeCodes',
  'recoveryCodes',
  'ssoIdentities',
  'roles',
  'workspaceGroups',
  'accounts',
  'workspaces',
  'members',
  'folders',
  'milestones',
  'events',
  'tasklists',
  'tags',
  'tasks',
  'times',
  'timers',
  'reports',
  'files',
  'fileVersions',
  'fileSubscribers',
  'clients',
  'clientKeys',
  'changes',
])

/** The kinds of an archive. */
export const kindsIn = ({ records }: ExportManifest): readonly Kind[] =>
  kinds.filter(({ table }) => Object.hasOwn(records, table))

export function describeManifest(given: Omit<ExportManifest, 'format' | 'version'>): string {
  return `${JSON.stringify({ format, version: formatVersion, ...given }, null, 2)}\n`
}

export function readManifest(folder: string): ExportManifest {
  const fault = (detail: string): ArchiveFault => new ArchiveFault([`${manifestName}: ${detail}`])
  let found: unknown
  try {
    found = JSON.parse(readFileSync(plainFile(folder, manifestName), 'utf8'))
  } catch (error) {
    if (error instanceof NotPlain) throw fault(notPlain)
    if (error instanceof SyntaxError) throw fault(`is not JSON: ${error.message}`)
    const isMissing = ['ENOENT', 'ENOTDIR'].includes(codeOf(error))
    if (!isMissing) throw fault(whyUnusable(error) ?? String(error))
    throw fault(`does not exist. Check that ${folder} is the folder of a complete export`)
  }
  const given = (typeof found === 'object' && found !== null ? found : {}) as Partial<ExportManifest>
  if (given.format !== format) throw fault('is not the manifest of a company export')
  const { version } = given
  if (typeof version !== 'number' || version > formatVersion)
    throw fault(
      `the export has format version ${String(version)}, but this program reads versions up to ${formatVersion}. Use a newer Atrium (${String(given.madeBy)} wrote it)`,
    )
  const problems = shapeFaults(given)
  if (problems.length > 0) throw new ArchiveFault(problems.map((each) => `${manifestName}: ${each}`))
  return given as ExportManifest
}

function shapeFaults({ company, withSignIn, records, contents }: Partial<ExportManifest>): string[] {
  const known = new Set<string>(kinds.map(({ table }) => table))
  const counted = Object.entries(records ?? {})
  return [
    ...(typeof company?.id === 'string' && isId(company.id) ? [] : ['company.id is not an id']),
    ...(typeof company?.companyName === 'string' ? [] : ['company.companyName is not text']),
    ...(typeof withSignIn === 'boolean' ? [] : ['withSignIn must be true or false']),
    ...counted
      .filter(([table]) => !known.has(table))
      .map(([table]) => `records names ${table}, which is not a known table`),
    ...counted
      .filter(([, each]) => !Number.isSafeInteger(each?.count) || typeof each?.sha256 !== 'string')
      .map(([table]) => `records.${table} must have a count and a sha256`),
    ...[...always]
      .filter((table) => records?.[table] === undefined)
      .map((table) => `records does not list ${table}`),
    ...(Number.isSafeInteger(contents?.count) ? [] : ['contents.count must be a number']),
  ]
}
