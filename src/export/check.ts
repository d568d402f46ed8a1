import { createHash } from 'node:crypto'
import { createReadStream, statSync } from 'node:fs'
import { codeOf } from '../base/errors.ts'
import { NotPlain, notPlain, plainFile } from '../base/plain-file.ts'
import { fewAtOnce } from '../file-store/few-at-once.ts'
import { stateOf } from '../file-store/state.ts'
import { Agreement } from './agreement.ts'
import { ArchiveFault, Faults } from './archive-fault.ts'
import type { Kind } from './kind.ts'
import { Known } from './known.ts'
import { readLines } from './lines.ts'
import { contentFile, type ExportManifest, kindsIn, readManifest, recordsFile } from './manifest.ts'
import { type Row, readRecord } from './read-record.ts'

/** An archive folder that has passed the check. */
export interface Archive {
  folder: string
  manifest: ExportManifest
  /** By sha-256. */
  contents: ReadonlyMap<string, { size: number; mimeType: string }>
}

interface CheckOptions {
  /** Records were edited on purpose, so the hashes in the manifest need not match. */
  edited?: boolean
  /** Whether to read contents too, and compare them with their hashes. */
  readContents?: boolean
  /** Reports how many records or contents have been checked. */
  onProgress?: (done: number, all: number) => void
}

/** Checks every line of an archive and throws all faults by file and line. Changes nothing. */
export async function checkArchive(folder: string, options: CheckOptions = {}): Promise<Archive> {
  const manifest = readManifest(folder)
  const faults = new Faults()
  const known = new Known(faults)
  const agreement = new Agreement(faults, known)
  const contents = new Contents()
  const all = Object.values(manifest.records).reduce((sum, { count }) => sum + count, 0)
  let done = 0
  for (const kind of kindsIn(manifest)) {
    const take = (row: Row, line: number): void => {
      known.add(kind, row, line)
      agreement.add(kind, row, line)
      contents.add(kind, row, line)
      done += 1
      if (done % 500 === 0) options.onProgress?.(done, all)
    }
    const isAbove = (row: Row): boolean => known.has(kind, row)
    const { count, sha256, isSound } = await readKind(folder, kind, faults, take, isAbove)
    if (!isSound) known.doubt(kind)
    const expected = manifest.records[kind.table]
    // A file with faulty lines cannot match its hash; the faults are already reported.
    if (isSound && options.edited !== true && (count !== expected?.count || sha256 !== expected.sha256))
      faults.add(
        `${recordsFile(kind.table)}: has ${count} records and the sha-256 ${sha256}, which is not what was exported. If you edited it on purpose, use --edited`,
      )
    demandCount(kind, count, faults)
  }
  options.onProgress?.(all, all)
  known.end()
  agreement.end()
  if (!known.isDoubted('fileVersions')) contents.end(faults)
  faults.throwIfAny()
  const archive = { folder, manifest, contents: contents.found }
  await checkContents(archive, options, faults)
  faults.throwIfAny()
  return archive
}

/** "A company has the same three roles", and an archive holds one company. */
function demandCount({ table }: Kind, count: number, faults: Faults): void {
  const expected = ({ companies: 1, roles: 3 } as Readonly<Record<string, number>>)[table]
  if (expected !== undefined && count !== expected)
    faults.add(`${recordsFile(table)}: has ${count} records, but must have ${expected}`)
}

/** Reads the records of a kind one by one and checks that they are ordered by key. */
export async function readKind(
  folder: string,
  kind: Kind,
  faults: Faults,
  take: (row: Row, line: number) => void | Promise<void>,
  isAbove: (row: Row) => boolean = () => false,
): Promise<{ count: number; sha256: string; isSound: boolean }> {
  const name = recordsFile(kind.table)
  const hash = createHash('sha256')
  let [count, last, isSound] = [0, Buffer.alloc(0), true]
  try {
    const path = plainFile(folder, name)
    for await (const { number, text } of readLines(path, name, (bytes) => hash.update(bytes))) {
      count = number
      const row = readRecord(kind, text, (detail) => faults.add(`${name}, line ${number}: ${detail}`))
      if (row === undefined) {
        isSound = false
        continue
      }
      const key = Buffer.from(kind.key.map((column) => row[column]).join('\0'))
      const order = Buffer.compare(last, key)
      const own = kind.key.join(' and ')
      if (order === 0 || (order > 0 && isAbove(row))) {
        const where = order === 0 ? 'the line before' : 'a line above'
        faults.add(`${name}, line ${number}: has the same ${own} as ${where}`)
        isSound = false
        continue
      }
      if (order > 0) faults.add(`${name}, line ${number}: comes after a record with a greater ${own}`)
      last = key
      await take(row, number)
    }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') throw new ArchiveFault([`${name}: is missing`])
    throw error instanceof NotPlain ? new ArchiveFault([`${name}: ${notPlain}`]) : error
  }
  return { count, sha256: hash.digest('hex'), isSound }
}

/** Collects the contents that files need. A file must match its newest version. */
class Contents {
  readonly found = new Map<string, { size: number; mimeType: string }>()
  readonly #newest = new Map<string, string>()

  add({ table }: Kind, row: Row, line: number): void {
    const version = `${row['version']} ${row['sha256']} ${row['size']} ${row['mimeType']}`
    if (table === 'files') this.#newest.set(`${row['id']} ${version}`, `${recordsFile(table)}, line ${line}`)
    if (table !== 'fileVersions') return
    this.#newest.delete(`${row['fileId']} ${version}`)
    this.found.set(String(row['sha256']), { size: Number(row['size']), mimeType: String(row['mimeType']) })
  }

  end(faults: Faults): void {
    for (const where of this.#newest.values())
      faults.add(`${where}: its version is not in ${recordsFile('fileVersions')}`)
  }
}

async function checkContents(
  { folder, contents, manifest }: Archive,
  { edited, readContents, onProgress }: CheckOptions,
  faults: Faults,
): Promise<void> {
  if (edited !== true && contents.size !== manifest.contents.count)
    faults.add(
      `contents: the files need ${contents.size}, but manifest.json lists ${manifest.contents.count}`,
    )
  // In an archive, contents are stored under their hashes.
  const files = { read: async (sha256: string) => createReadStream(plainFile(folder, contentFile(sha256))) }
  const wrong = new Map<string, string>()
  let done = 0
  await fewAtOnce(contents, async ([sha256, { size }]) => {
    const found = sizeOf(folder, contentFile(sha256))
    if (found === undefined) wrong.set(sha256, 'is missing')
    else if (found === notPlain) wrong.set(sha256, notPlain)
    else if (found !== size) wrong.set(sha256, `has ${found} bytes, but should have ${size}`)
    else if (readContents && (await stateOf(files, { key: sha256, size, sha256 })) !== 'sound')
      wrong.set(sha256, 'has a sha-256 that differs from its name')
    done += 1
    if (readContents) onProgress?.(done, contents.size)
  })
  for (const sha256 of contents.keys()) {
    const fault = wrong.get(sha256)
    if (fault !== undefined) faults.add(`${contentFile(sha256)}: ${fault}`)
  }
}

/** The size of a file of the archive; undefined if it is missing. */
function sizeOf(folder: string, name: string): number | typeof notPlain | undefined {
  try {
    return statSync(plainFile(folder, name)).size
  } catch (error) {
    if (error instanceof NotPlain) return notPlain
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return undefined
    throw error
  }
}
