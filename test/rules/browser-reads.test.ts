import { parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'
import { readings } from '../support/settled.ts'
import { projectFiles, read } from './project.ts'

const names = new Set<string>(readings)

/** What a page is read with outside `expect.poll` and `read`, in the order of the text. */
function immediateReads(path: string, text: string): string[] {
  const { program } = parseSync(path, text)
  const found: string[] = []
  let polls = 0
  const isPoll = (call: string): boolean => /^expect\s*\.poll\($/.test(call)
  new Visitor({
    CallExpression({ callee, start }) {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
      if (isPoll(`${text.slice(start, callee.end)}(`)) polls += 1
      const from = text.slice(callee.object.start, callee.object.end)
      if (polls === 0 && names.has(callee.property.name) && !from.startsWith('read(') && from !== 'Promise')
        found.push(text.slice(start, callee.end))
    },
    'CallExpression:exit'({ callee, start }) {
      if (isPoll(`${text.slice(start, callee.end)}(`)) polls -= 1
    },
  }).visit(program)
  return found
}

/** These run in a page that is not the application, or wait for what they read. */
const others = new Set(['test/support/chromium.ts', 'test/support/settled.ts'])

test('tests in a browser read a page once it has settled, or until it is as expected', () => {
  const files = projectFiles.filter((path) => /^test\/browser\/.*\.ts$/.test(path))
  const support = files
    .flatMap((path) => [...read(path).matchAll(/'\.\.\/(support\/[\w-]+\.ts)'/g)])
    .map(([, path]) => `test/${path}`)
  const all = [...new Set([...files, ...support])].filter((path) => !others.has(path))
  expect(all.length).toBeGreaterThan(40)
  const found = all.flatMap((path) => immediateReads(path, read(path)).map((each) => `${path}: ${each}`))
  expect(found).toEqual([])
})

test('tests in a browser wait for no time', () => {
  const files = projectFiles.filter((path) => /^test\/browser\/.*\.ts$/.test(path))
  const waits = /\bset(?:Timeout|Interval)\(|\bwaitForTimeout\(|\bdelay: /
  expect(files.filter((path) => waits.test(read(path)))).toEqual([])
})

test('an immediate read would be found', () => {
  for (const text of [
    'expect(await row.count()).toBe(0)',
    'for (const row of await rows.all()) rows.push(row)',
    "if (await page.getByRole('row').isVisible()) await close()",
    'const title = () => field.inputValue()',
    "expect.poll(() => names()).toEqual([]); await page.evaluate('scrollY')",
  ])
    expect(immediateReads('x.ts', text), text).toHaveLength(1)
  for (const text of [
    'expect(await read(row).count()).toBe(0)',
    'await expect.poll(() => row.count()).toBe(0)',
    'await expect\n  .poll(async () => (await box.boundingBox())?.x)\n  .toBe(1)',
    'const kept = found.count',
    'await Promise.all(boxes)',
  ])
    expect(immediateReads('x.ts', text), text).toEqual([])
})
