import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => vi.unstubAllGlobals())

/** As after a reload. */
async function load(kept: Map<string, string>) {
  vi.resetModules()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
  return import('../../web/src/parts/hues.ts')
}

const ids = ['a', 'i', 'q', 'y', 'b', 'j', 'r', 'z']
const hueIn = (style: object): unknown => Object.values(style)[0]

test('workspaces differ as long as there are hues, and keep theirs after a reload', async () => {
  const kept = new Map<string, string>()
  const { hueOf, workspaceHue } = await load(kept)
  // By their ids alone, some would be alike.
  expect(new Set(ids.map((id) => hueIn(hueOf(id)))).size).toBeLessThan(ids.length)
  const first = ids.map((id) => hueIn(workspaceHue(id)))
  expect(new Set(first).size).toBe(ids.length)
  const again = await load(kept)
  expect(ids.toReversed().map((id) => hueIn(again.workspaceHue(id)))).toEqual(first.toReversed())
  // Those of people and tags are the same in every browser.
  expect(again.hueOf('i')).toEqual(hueOf('i'))
})

test("two tabs do not overwrite each other's hues", async () => {
  const kept = new Map<string, string>()
  const one = await load(kept)
  const first = hueIn(one.workspaceHue('a'))
  const other = await load(kept)
  const [second, third] = ['i', 'q'].map((id) => hueIn(other.workspaceHue(id)))
  // By its id alone, it would have the hue of the second one.
  const fourth = hueIn(one.workspaceHue('y'))
  const all = [first, second, third, fourth]
  expect(new Set(all).size).toBe(4)
  expect(hueIn(one.workspaceHue('q'))).toBe(third)
  const again = await load(kept)
  expect(['a', 'i', 'q', 'y'].map((id) => hueIn(again.workspaceHue(id)))).toEqual(all)
})

test('the hues are used equally often', async () => {
  const { workspaceHue } = await load(new Map())
  const uses = new Map<unknown, number>()
  for (let n = 0; n < 80; n += 1) {
    const hue = hueIn(workspaceHue(`workspace ${n}`))
    uses.set(hue, (uses.get(hue) ?? 0) + 1)
  }
  expect([...uses.values()]).toEqual(Array(8).fill(10))
})

test('without storage, they last until the page is closed', async () => {
  const { workspaceHue } = await load(new Map())
  vi.stubGlobal('localStorage', undefined)
  const first = workspaceHue('a')
  expect(workspaceHue('a')).toEqual(first)
})
