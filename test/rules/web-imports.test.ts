import { expect, test } from 'vitest'
import { cyclesOf, ownImports, projectFiles } from './project.ts'

const sources = projectFiles.filter((path) => /^web\/src\/.*\.tsx?$/.test(path))
const imports = new Map(sources.map((path) => [path, ownImports(path)]))

/** Each folder may import the ones before it. The files in `web/src` itself combine everything. */
const layers: readonly (readonly string[])[] = [
  ['api', 'texts'],
  ['site'],
  ['parts'],
  ['table'],
  ['frame', 'pages'],
]

/** `web/src/api/client.ts` → `api`; undefined for a file in `web/src` itself. */
function folderOf(path: string): string | undefined {
  return path.split('/').length > 3 ? path.split('/')[2] : undefined
}

const layerOf = (folder: string): number => layers.findIndex((layer) => layer.includes(folder))

test('the web application has no import cycles, type imports included', () => {
  expect(sources.length).toBeGreaterThan(100)
  expect(cyclesOf(imports)).toEqual([])
})

test('its folders import one way, and the frame and the pages do not import each other', () => {
  const folders = new Set(sources.flatMap((path) => folderOf(path) ?? []))
  expect([...folders].filter((folder) => layerOf(folder) === -1)).toEqual([])
  const violations = [...imports].flatMap(([path, imported]) =>
    imported
      .filter((other) => other.startsWith('web/src/'))
      .filter((other) => {
        const [from, to] = [folderOf(path), folderOf(other)]
        if (from === undefined || from === to) return false
        if (to === undefined) return true
        const isTogether = layerOf(from) === 0 && layerOf(to) === 0
        return !isTogether && layerOf(to) >= layerOf(from)
      })
      .map((other) => `${path} imports ${other}`),
  )
  expect(violations).toEqual([])
})
