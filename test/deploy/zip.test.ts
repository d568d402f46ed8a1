import { execFileSync } from 'node:child_process'
import { createWriteStream, statSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { describe, expect, test } from 'vitest'
import { type ZipEntry, zipOf, zipSize } from '../../src/file-store/zip.ts'
import { haveDebian, skipWithout } from '../support/debian.ts'
import { makeFolder } from '../support/process.ts'

const modifiedAt = new Date('2026-03-31T09:30:00Z')

const ofText = (path: string, text: string): ZipEntry => ({
  path,
  size: Buffer.byteLength(text),
  modifiedAt,
  open: async function* () {
    if (text !== '') yield Buffer.from(text)
  },
})

/** More than the old format can count, and a file that is larger than it can say. */
const count = 70_000
const large = 4_500_000_000

const entries = [
  ofText('Ablage/', ''),
  {
    path: 'Ablage/large.bin',
    size: large,
    modifiedAt,
    open: async function* () {
      const block = Buffer.alloc(1_000_000)
      for (let sent = 0; sent < large; sent += block.length) yield block
    },
  },
  ...Array.from({ length: count }, (_, n) => ofText(`Ablage/Größe ${n}.txt`, `Text ${n}`)),
]

describe('an archive with 70,000 files and one of 4.5 GB', () => {
  skipWithout(
    'unzip and Python',
    haveDebian('/usr/bin/unzip', 'unzip') && haveDebian('/usr/bin/python3', 'python3'),
  )

  test('is what unzip and Python expect', async () => {
    const path = join(makeFolder(), 'archive.zip')
    await pipeline(zipOf(entries), createWriteStream(path))
    expect(statSync(path).size).toBe(zipSize(entries))
    expect(String(execFileSync('unzip', ['-tqq', path]))).toBe('')
    const program = `
import sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive:
    print(archive.testzip(), len(archive.namelist()), archive.read('Ablage/Größe 69999.txt').decode(), archive.getinfo('Ablage/large.bin').file_size)
`
    const found = String(execFileSync('/usr/bin/python3', ['-c', program, path]))
    expect(found.trim()).toBe(`None ${count + 2} Text 69999 ${large}`)
  })
})
