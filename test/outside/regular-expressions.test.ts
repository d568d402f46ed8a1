import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'
import { outside } from '../support/outside-tools.ts'

const root = join(import.meta.dirname, '../..')
const files = globSync(['src/**/*.{ts,js}', 'web/*.ts', 'web/src/**/*.{ts,tsx}', 'bin/**/*.{mjs,ts,js}'], {
  cwd: root,
})

interface Expression {
  pattern: string
  flags: string
  /** File and line. */
  at: string
}

function literalsOf(file: string, text: string): Expression[] {
  const found: Expression[] = []
  const { program, errors } = parseSync(file, text)
  expect(errors, file).toEqual([])
  new Visitor({
    Literal(node) {
      if (!('regex' in node)) return
      const line = text.slice(0, node.start).split('\n').length
      found.push({ ...node.regex, at: `${file}:${line}` })
    },
  }).visit(program)
  return found
}

interface Recheck {
  checkSync: (
    pattern: string,
    flags: string,
    options: Record<string, number | null>,
  ) => { status: 'safe' | 'vulnerable' | 'unknown'; complexity?: { summary: string } }
}

/** Expressions that the checker cannot read, and why they are linear. */
const unreadable: Readonly<Record<string, string>> = {
  '/^\\p{RGI_Emoji}$/v': 'one of a fixed list of texts, without repetition',
}

/** It counts characters instead: with limits of time, its result would depend on how busy the machine is. */
const untimed = { timeout: null, incubationTimeout: null, attackTimeout: null }

function faultOf({ pattern, flags, at }: Expression): string | undefined {
  if (Object.hasOwn(unreadable, `/${pattern}/${flags}`)) return undefined
  // Otherwise it looks for Java or a native program first.
  process.env['RECHECK_BACKEND'] = 'pure'
  const { checkSync } = createRequire(join(outside, 'package.json'))('recheck') as Recheck
  const { status, complexity } = checkSync(pattern, flags, untimed)
  return status === 'safe' ? undefined : `${at}: /${pattern}/${flags} is ${status}: ${complexity?.summary}`
}

test('no regular expression takes more than linear time', { timeout: 1_200_000 }, () => {
  const all = files.flatMap((file) => literalsOf(file, readFileSync(join(root, file), 'utf8')))
  const different = new Map(all.map((each) => [`/${each.pattern}/${each.flags}`, each]))
  expect(different.size).toBeGreaterThan(100)
  expect([...different.values()].flatMap((each) => faultOf(each) ?? [])).toEqual([])
})

test('one that does would be found', () => {
  const [slow] = literalsOf('slow.ts', `const slow = 'x'.replace(/ +$/, '')`)
  expect(slow && faultOf(slow)).toBe('slow.ts:1: / +$/ is vulnerable: 2nd degree polynomial')
})

/** Expressions that are assembled at run time cannot be read from the source: each has a reason here. */
const assembled: Readonly<Record<string, string>> = {
  'src/base/ids.ts': 'a class of letters, and a fixed count',
  'src/http/paths.ts': 'from the patterns of routes: literals, and `[^/]+` between slashes',
}

test('expressions are literals, but for a few', () => {
  const found = files.filter((file) => /\bRegExp\(/.test(readFileSync(join(root, file), 'utf8')))
  expect(found.toSorted()).toEqual(Object.keys(assembled).toSorted())
})
