import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { readSecret } from '../../src/base/secret.ts'
import { useFolders } from '../support/files.ts'

const newFolder = useFolders()

describe('the secret', () => {
  test('is generated once, readable only by its owner, in a folder for its owner only', () => {
    const dataFolder = join(newFolder(), 'data')
    const first = readSecret({ secret: '', dataFolder })
    expect(first.length).toBeGreaterThanOrEqual(32)
    expect(readSecret({ secret: '', dataFolder })).toEqual(first)
    expect(statSync(join(dataFolder, 'secret')).mode & 0o777).toBe(0o600)
    expect(statSync(dataFolder).mode & 0o777).toBe(0o700)
    expect(readdirSync(dataFolder)).toEqual(['secret'])
    expect(readSecret({ secret: '', dataFolder: newFolder() })).not.toEqual(first)
  })

  test('is the configured one, and then nothing is written', () => {
    const dataFolder = newFolder()
    expect(readSecret({ secret: 'x'.repeat(32), dataFolder })).toEqual(Buffer.from('x'.repeat(32)))
    expect(readdirSync(dataFolder)).toEqual([])
  })

  test('that was truncated is not used', () => {
    const dataFolder = newFolder()
    writeFileSync(join(dataFolder, 'secret'), 'short\n')
    expect(() => readSecret({ secret: '', dataFolder })).toThrow(/at least 32/)
  })

  test('is the same for processes that start together', async () => {
    const dataFolder = newFolder()
    const source = new URL('../../src/base/secret.ts', import.meta.url).href
    const script = `import { readSecret } from '${source}'
      process.stdout.write('ready ')
      await new Promise((resolve) => process.stdin.once('end', resolve).resume())
      process.stdout.write(readSecret({ secret: '', dataFolder: process.argv[1] }).toString())`
    const started = Array.from({ length: 6 }, () =>
      spawn(process.execPath, ['--input-type=module', '-e', script, dataFolder]),
    )
    await Promise.all(started.map(({ stdout }) => once(stdout, 'readable')))
    for (const { stdin } of started) stdin.end()
    const secrets = await Promise.all(started.map(({ stdout }) => text(stdout)))
    expect(new Set(secrets).size).toBe(1)
    expect(secrets[0]).toMatch(/^ready .{32,}/)
    expect(readdirSync(dataFolder)).toEqual(['secret'])
  })
})
