import { expect, test } from 'vitest'
import { read } from './project.ts'

interface Lockfile {
  packages: Record<string, { integrity?: string; resolved?: string; link?: boolean }>
}

test.each(['test/outside/package-lock.json'])(
  '%s has an integrity hash for every package, and no address of a registry',
  (path) => {
    const { packages }: Lockfile = JSON.parse(read(path))
    const entries = Object.entries(packages).filter(([name]) => name !== '')
    expect(entries.length).toBeGreaterThan(100)
    expect(entries.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))).toEqual([])
    expect(entries.filter(([, { resolved }]) => resolved !== undefined)).toEqual([])
  },
)
