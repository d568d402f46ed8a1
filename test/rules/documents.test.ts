import { existsSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'
import { linesOf, projectFiles, read, root } from './project.ts'

const pages = projectFiles.filter((path) => path.endsWith('.md'))

test('ARCHITECTURE.md has at most 150 lines', () => {
  expect(linesOf('ARCHITECTURE.md')).toBeLessThanOrEqual(150)
})

test('README.md has at most 120 lines', () => {
  expect(linesOf('README.md')).toBeLessThanOrEqual(120)
})

/** A tree in a block of code: one path per line, each level indented by two more spaces, then a remark. */
function treeOf(text: string): string[] {
  const [, block = ''] = /^```text\n(\S+\/.*?)^```/ms.exec(text) ?? []
  const open: string[] = []
  return block.split('\n').flatMap((line) => {
    const [, indent = '', name] = /^( *)(\S+)/.exec(line) ?? []
    if (name === undefined) return []
    open.splice(indent.length / 2, Number.POSITIVE_INFINITY, name.replace(/\/$/, ''))
    return [open.join('/')]
  })
}

const top = new Set(projectFiles.map((path) => path.split('/')[0]))
const rooms = new Set(projectFiles.flatMap((path) => /^src\/([^/]+)/.exec(path)?.[1] ?? []))

/** Code that is the path of a file or folder: from the root, from `src`, or only the name of a file. */
function namedPaths(text: string): string[] {
  const outsideBlocks = text.replaceAll(/^```.*?^```/gms, '')
  return [...outsideBlocks.matchAll(/`([\w.@/-]+)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => {
      const [first = ''] = path.split('/')
      if (path.includes('/')) return top.has(first) || rooms.has(first)
      return /\.(ts|md|json|mjs|js)$/.test(path)
    })
}

function exists(path: string): boolean {
  if (['', 'src'].some((from) => existsSync(join(root, from, path)))) return true
  return !path.includes('/') && projectFiles.some((file) => basename(file) === path)
}

/** Pages that people write. The others are generated from code and name no files. */
const handWritten = pages.filter(
  (page) => !/^docs\/(proof|settings|errors|operations|tested-operations)\.md$/.test(page),
)

/** Files that the service, its users or its build create. */
const created = new Set(['atrium-backups.json', 'credential.json', 'manifest.json', 'npm-shrinkwrap.json'])

test('every path that a page names exists', () => {
  const named = handWritten.flatMap((page) =>
    namedPaths(read(page))
      .filter((path) => !created.has(path))
      .map((path) => ({ page, path })),
  )
  const tree = treeOf(read('ARCHITECTURE.md')).map((path) => ({ page: 'ARCHITECTURE.md', path }))
  expect(tree.length).toBeGreaterThan(20)
  const missing = [...named, ...tree].filter(({ path }) => !exists(path))
  expect(missing.map(({ page, path }) => `${page} names ${path}`)).toEqual([])
})

test('operating.md quotes messages as the service prints them', () => {
  const [, table = ''] = /^## Troubleshooting\n(.*?)^## /ms.exec(read('docs/operating.md')) ?? []
  const quoted = [...table.matchAll(/^\| "([^"…]+)/gm)].map(([, text = '']) => text.trim())
  expect(quoted.length).toBeGreaterThan(2)
  const code = projectFiles.filter((path) => path.startsWith('src/')).map(read)
  expect(quoted.filter((text) => !code.some((file) => file.includes(text)))).toEqual([])
})

test('the guide to Company Setup names buttons and pages as the web application does', () => {
  // "Execute" is a button of Swagger UI.
  const labels = [...read('docs/guides/company-setup.md').matchAll(/(?<!\w)_([A-Z][^_]+)_(?!\w)/g)]
    .map(([, label = '']) => label.replaceAll(/\s+/g, ' '))
    .filter((label) => label !== 'Execute')
  expect(labels.length).toBeGreaterThan(15)
  const texts = projectFiles
    .filter((path) => /^(web\/src\/texts|src\/description\/explorer)\//.test(path))
    .map(read)
    .join('\n')
  expect(labels.filter((label) => !texts.includes(label))).toEqual([])
})

/** STYLE.md, "Words": the private dialect that pages must not return to. */
const dialect =
  /\b(anew|is told|are told|of ours|by itself|by themselves|meanwhile|whoever|under way|doomed)\b/gi

test('no page uses the words that STYLE.md rules out', () => {
  const found = handWritten
    .filter((page) => page !== 'STYLE.md')
    .flatMap((page) => [...read(page).matchAll(dialect)].map(([words]) => `${page}: ${words}`))
  expect(found).toEqual([])
})

test('the tree of ARCHITECTURE.md matches the project', () => {
  const tree = treeOf(read('ARCHITECTURE.md'))
  const inSrc = [...rooms].map((room) => `src/${room}`)
  const folders = new Set(
    projectFiles.flatMap((path) => (path.includes('/') ? [path.split('/')[0] ?? ''] : [])),
  )
  expect([...inSrc, ...folders].filter((path) => !tree.includes(path))).toEqual([])
})

describe('links', () => {
  interface Link {
    page: string
    target: string
  }

  const links: Link[] = pages.flatMap((page) =>
    [
      ...read(page)
        .replaceAll(/^```.*?^```/gms, '')
        .matchAll(/\]\(([^)\s]+)\)/g),
    ].map(([, target = '']) => ({
      page,
      target,
    })),
  )

  /** Anchors as they are derived from headings. */
  function anchorsOf(page: string): string[] {
    const text = read(page).replaceAll(/^```.*?^```/gms, '')
    return [...text.matchAll(/^#+ +(.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    )
  }

  function leadsSomewhere({ page, target }: Link): boolean {
    if (/^(https?|mailto):/.test(target)) return true
    const [path = '', anchor] = target.split('#')
    const file = path === '' ? page : normalize(join(dirname(page), path))
    if (!existsSync(join(root, file))) return false
    return anchor === undefined || anchorsOf(file).includes(anchor)
  }

  test('every relative link leads somewhere', () => {
    expect(links.length).toBeGreaterThan(20)
    const broken = links.filter((link) => !leadsSomewhere(link))
    expect(broken.map(({ page, target }) => `${page} links to ${target}`)).toEqual([])
  })

  test('every page can be reached from the README', () => {
    const reached = new Set(['README.md'])
    for (const page of reached)
      for (const { target } of links.filter((link) => link.page === page)) {
        const [path = ''] = target.split('#')
        if (path.endsWith('.md') && !/^\w+:/.test(path)) reached.add(normalize(join(dirname(page), path)))
      }
    expect(pages.filter((page) => !reached.has(page))).toEqual([])
  })
})

describe('decisions', () => {
  const notes = pages.filter((path) => /^docs\/decisions\/\d/.test(path)).toSorted()

  /** The numbers that the index says are now performance notes: `16–21, 49 and 83–85`. */
  function movedNumbers(): number[] {
    const [, list = ''] =
      /never reused\. ([\d–,\s]+(?:and [\d–]+)?) were/.exec(read('docs/decisions/README.md')) ?? []
    return [...list.matchAll(/(\d+)(?:–(\d+))?/g)].flatMap(([, from, to = from]) =>
      Array.from({ length: Number(to) - Number(from) + 1 }, (_, n) => Number(from) + n),
    )
  }

  test('are numbered without gaps, apart from those that became performance notes', () => {
    const numbers = notes.map((path) => Number(basename(path).slice(0, 4)))
    const all = [...numbers, ...movedNumbers()].toSorted((a, b) => a - b)
    expect(movedNumbers()).toHaveLength(19)
    expect(all).toEqual(all.map((_, n) => n + 1))
  })

  test.each(notes)('%s is short and has all sections', (path) => {
    const text = read(path)
    expect(linesOf(path)).toBeLessThanOrEqual(25)
    expect(text).toMatch(new RegExp(`^# ${Number(basename(path).slice(0, 4))}\\. \\S`))
    expect([...text.matchAll(/^## (.+)$/gm)].map(([, name]) => name)).toEqual([
      'Context',
      'Decision',
      'Consequences',
    ])
    expect(read('docs/decisions/README.md')).toContain(`(${basename(path)})`)
  })
})

test('every package is named in a decision', () => {
  const manifests = ['package.json', 'test/tools/package.json'].map(
    (path) => JSON.parse(read(path)) as Record<string, Record<string, string>>,
  )
  const named = pages
    .filter((path) => path.startsWith('docs/decisions/'))
    .map(read)
    .join('\n')
  const packages = manifests.flatMap(({ dependencies, devDependencies, optionalDependencies }) =>
    Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies }),
  )
  expect(packages.length).toBeGreaterThan(40)
  expect(packages.filter((name) => !named.includes(`\`${name}\``))).toEqual([])
})

test('the changelog has the version of the package, and a section for unreleased changes', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string }
  const changelog = read('CHANGELOG.md')
  expect(changelog).toContain('## [Unreleased]')
  expect(changelog).toContain(`## [${version}]`)
})
