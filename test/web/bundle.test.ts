import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildWebApplication, pagesState } from '../../src/cli/web-build.ts'
import { webFolder } from '../../src/http/web-application.ts'
import { filesFor, readChunks } from '../support/chunks.ts'
import { excess, recordedSizes, type Sizes } from '../support/sizes.ts'

beforeAll(async () => {
  await buildWebApplication(() => undefined)
  expect(pagesState()).toBe('current')
})

const contentOf = (file: string): Buffer => readFileSync(join(webFolder, file))
const textOf = (ending: string): string =>
  readdirSync(join(webFolder, 'assets'))
    .filter((name) => name.endsWith(ending))
    .map((name) => contentOf(`assets/${name}`).toString())
    .join('\n')

describe('the compressed size', () => {
  /** Of each file, in kB. */
  const sizes = new Map<string, number>()
  /** Of each part. */
  const parts: Record<string, number> = {}
  let before: Sizes = {}

  /** `assets/packages~find~link-BXG_iNWe.js` is a part of `packages.js`: which pages share it changes often. */
  const partOf = (file: string): string => file.replace(/^assets\/([^~]+?)(?:~.*)?-[\w-]{8}(\.\w+)$/, '$1$2')

  beforeAll(() => {
    for (const name of readdirSync(join(webFolder, 'assets')).filter((each) =>
      /\.(js|css|woff2)$/.test(each),
    )) {
      const file = `assets/${name}`
      const size = gzipSync(contentOf(file)).length / 1000
      sizes.set(file, size)
      parts[partOf(file)] = (parts[partOf(file)] ?? 0) + size
    }
    before = recordedSizes('web', parts)
  })

  const totalOf = (files: Iterable<string>): number =>
    [...files].reduce((total, file) => total + (sizes.get(file) ?? Number.NaN), 0)

  const excessOf = (what: string, limit: number, files: Iterable<string>): string => {
    const loaded = Object.fromEntries([...files].map(partOf).map((part) => [part, parts[part] ?? 0]))
    return excess({ what, unit: 'kB', size: totalOf(files), limit, parts: loaded, before })
  }

  test('of the sign-in page is at most 250 kB', () => {
    const files = filesFor(readChunks(), 'src/pages/sign-in/sign-in.tsx')
    expect(excessOf('The sign-in page', 250, files)).toBe('')
    expect(totalOf(files)).toBeGreaterThan(150)
  })

  test('of any page is at most 380 kB with all that it needs, and 20 kB without', () => {
    const chunks = readChunks()
    const pages = Object.keys(chunks).filter((source) => chunks[source]?.isDynamicEntry)
    expect(pages.length).toBeGreaterThan(40)
    const faults = pages.flatMap((page) => [
      excessOf(page, 380, filesFor(chunks, page)),
      excessOf(`The code of ${page} alone`, 20, [chunks[page]?.file ?? '']),
    ])
    expect(faults.filter((fault) => fault !== '')).toEqual([])
  })

  test('of the charts of reports is at most 5 kB', () => {
    const chunks = readChunks()
    const [reports = '', ...charts] = ['reports', 'time-chart', 'row-chart'].map(
      (name) => `src/pages/reports/${name}.tsx`,
    )
    const files = filesFor(chunks, ...charts).difference(filesFor(chunks, reports))
    expect(files.size).toBeGreaterThan(1)
    expect(excessOf('What reports load for charts', 5, files)).toBe('')
  })

  test('of the font, which the page asks for before the styles that name it, is at most 50 kB', () => {
    const fonts = [...sizes.keys()].filter((file) => file.endsWith('.woff2'))
    expect(fonts).toHaveLength(1)
    expect(excessOf('The font', 50, fonts)).toBe('')
    expect(contentOf('index.html').toString()).toMatch(
      /rel="preload"\s+href="\/app\/assets\/inter-[^"]+\.woff2"/,
    )
  })

  test('is reported with the limit and what grew', () => {
    const shared = { what: 'The page', unit: 'kB', parts: { new: 2, same: 90, grown: 12.5 } } as const
    const earlier = { same: 90, grown: 9, gone: 3 }
    expect(excess({ ...shared, size: 104.5, limit: 105, before: earlier })).toBe('')
    expect(excess({ ...shared, size: 104.5, limit: 104, before: shared.parts })).toMatch(
      /none of its parts grew\.$/,
    )
    expect(excess({ ...shared, size: 104.5, limit: 104, before: earlier })).toBe(
      'The page: 104.50 kB, which is over the limit of 104 kB. Since `npm run sizes` last ran, these grew: grown by 3.5 kB, new by 2.0 kB.',
    )
  })
})

test('the pages are the production build, without the tools of developers', () => {
  const scripts = textOf('.js')
  expect(scripts).not.toContain('jsxDEV')
  expect(scripts).toContain('jsxs')
})

test('every component of the library that the pages use has its styles', () => {
  const [scripts, styles] = [textOf('.js'), textOf('.css')]
  const library = createRequire(import.meta.url).resolve('@mantine/core/styles.css')
  const folder = join(dirname(library), 'styles')
  const classesIn = (name: string): string[] =>
    readFileSync(join(folder, name), 'utf8').match(/(?<=\.)m_[0-9a-f]+/g) ?? []
  const used = readdirSync(folder)
    .filter((name) => /^[A-Z]\w+\.css$/.test(name))
    .filter((name) => classesIn(name).some((each) => scripts.includes(each)))
  expect(used.length).toBeGreaterThan(30)
  expect(used.filter((name) => !classesIn(name).some((each) => styles.includes(`.${each}`)))).toEqual([])
})
