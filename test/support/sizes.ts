import { lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** By the name of a part. */
export type Sizes = Readonly<Record<string, number>>

const recorded = join(import.meta.dirname, '../sizes')

/** The sizes that the parts of something had when `npm run sizes` last recorded them, which it does now if it runs. */
export function recordedSizes(name: string, now: Sizes): Sizes {
  const file = join(recorded, `${name}.json`)
  if (process.env['ATRIUM_TEST_SIZES'] !== undefined) {
    const sorted = Object.entries(now).toSorted(([one], [other]) => (one < other ? -1 : 1))
    const rounded = sorted
      .map(([part, size]) => [part, Number(size.toFixed(1))] as const)
      .filter(([, size]) => size > 0)
    mkdirSync(recorded, { recursive: true })
    writeFileSync(file, `${JSON.stringify(Object.fromEntries(rounded), null, 2)}\n`)
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Sizes
}

interface Limited {
  what: string
  unit: 'kB' | 'MB'
  size: number
  limit: number
  parts: Sizes
  /** The earlier sizes of the parts. */
  before: Sizes
}

/** Empty if something is within its limit; otherwise its size, the limit, and the parts that grew. */
export function excess({ what, unit, size, limit, parts, before }: Limited): string {
  if (size <= limit) return ''
  const grown = Object.entries(parts)
    .map(([part, now]) => ({ part, by: now - (before[part] ?? 0) }))
    .filter(({ by }) => by >= 0.1)
    .toSorted((one, other) => other.by - one.by)
    .map(({ part, by }) => `${part} by ${by.toFixed(1)} ${unit}`)
  const which = grown.length > 0 ? `these grew: ${grown.join(', ')}` : 'none of its parts grew'
  return [
    `${what}: ${size.toFixed(2)} ${unit}, which is over the limit of ${limit} ${unit}.`,
    `Since \`npm run sizes\` last ran, ${which}.`,
  ].join(' ')
}

export const sum = (sizes: Sizes): number => Object.values(sizes).reduce((total, size) => total + size, 0)

/** The megabytes that a folder takes on the disk, as `du` counts them: of each package, and of each other folder or file. */
export function sizesOnDisk(folder: string): Record<string, number> {
  const sizes: Record<string, number> = {}
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const [part = ''] = /^node_modules\/(?:@[^/]+\/)?[^/]+|^[^/]+/.exec(path) ?? []
    sizes[part] = (sizes[part] ?? 0) + (lstatSync(join(folder, path)).blocks * 512) / 1e6
  }
  return sizes
}
