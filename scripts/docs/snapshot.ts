import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OpenApiDocument } from '../../src/description/openapi/document.ts'
import { findNarrowings } from './narrowing.ts'

export const snapshotPath = 'docs/api/openapi.json'
const declarationsPath = 'docs/api/declared-changes.json'

/** A deliberate breaking change. */
interface DeclaredChange {
  /** Exactly as reported. */
  change: string
  /** `YYYY-MM-DD` */
  date: string
  why: string
}

/**
 * The description that callers were last promised: the committed one, so that it can be regenerated several
 * times during one change. Without git it is the file itself.
 */
export function publishedDescription(root: string): OpenApiDocument | undefined {
  const text = committed(root) ?? onDisk(root)
  return text === undefined ? undefined : (JSON.parse(text) as OpenApiDocument)
}

function committed(root: string): string | undefined {
  try {
    return execFileSync('git', ['show', `HEAD:./${snapshotPath}`], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 64 * 1024 * 1024,
    })
  } catch {
    // No git, no commit yet, or the file is new.
    return undefined
  }
}

function onDisk(root: string): string | undefined {
  const file = join(root, snapshotPath)
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

export function declaredChanges(root: string): DeclaredChange[] {
  return JSON.parse(readFileSync(join(root, declarationsPath), 'utf8')) as DeclaredChange[]
}

/** Breaking changes that are not declared. */
export function undeclaredChanges(
  before: OpenApiDocument | undefined,
  after: OpenApiDocument,
  declared: readonly DeclaredChange[],
): string[] {
  if (before === undefined) return []
  const known = new Set(declared.map(({ change }) => change))
  return findNarrowings(before, after).filter((change) => !known.has(change))
}

/** What to do about such changes. */
export function howToDeclare(changes: readonly string[], today: string): string {
  const entries = changes.map((change) => ({ change, date: today, why: '…' }))
  return [
    'These changes break callers of the API:',
    '',
    ...changes.map((change) => `  ${change}`),
    '',
    `Undo them, or if they are intended, add each to ${declarationsPath} with the reason:`,
    '',
    ...JSON.stringify(entries, null, 2).split('\n').slice(1, -1),
  ].join('\n')
}
