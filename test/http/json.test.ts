import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { findRepeatedMember, parseJson } from '../../src/http/json.ts'

/** JSON before it is serialized: members as a list, so that one may occur twice. */
type Tree = { members: [string, Tree][] } | { items: Tree[] } | { leaf: string | number | boolean | null }

const name = fc.constantFrom('a', 'b', 'a"b', '\\', '{', '}', ',', ':', 'ä', '', '__proto__', 'constructor')
const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.record({
      leaf: fc.oneof(name, fc.constantFrom('[', ']', '"a":1'), fc.integer(), fc.boolean(), fc.constant(null)),
    }),
    fc.record({ items: fc.array(tie('tree'), { maxLength: 4 }) }),
    fc.record({ members: fc.array(fc.tuple(name, tie('tree')), { maxLength: 4 }) }),
  ),
}))

/** Its cost then depends on the limit, not on the length of the text. */
function expectUnparsed(parse: () => void): void {
  using parsing = vi.spyOn(JSON, 'parse')
  parse()
  expect(parsing).not.toHaveBeenCalled()
}

const spaces = fc.constantFrom('', ' ', '\n', '\t ')

/** The same name can be written in many ways. */
const spelled = (text: string, escaped: boolean): string =>
  escaped
    ? `"${[...text].map((character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"`
    : JSON.stringify(text)

function written(value: Tree, space: string, escaped: () => boolean): string {
  const again = (inner: Tree): string => written(inner, space, escaped)
  if ('leaf' in value)
    return typeof value.leaf === 'string' ? spelled(value.leaf, escaped()) : JSON.stringify(value.leaf)
  if ('items' in value) return `[${space}${value.items.map(again).join(`${space},`)}${space}]`
  const members = value.members.map(
    ([key, inner]) => `${space}${spelled(key, escaped())}${space}:${again(inner)}`,
  )
  return `{${members.join(`${space},`)}${space}}`
}

function repeats(value: Tree): Set<string> {
  if ('leaf' in value) return new Set()
  if ('items' in value) return new Set(value.items.flatMap((item) => [...repeats(item)]))
  const names = value.members.map(([key]) => key)
  return new Set([
    ...names.filter((key, n) => names.indexOf(key) !== n),
    ...value.members.flatMap(([, inner]) => [...repeats(inner)]),
  ])
}

describe('a duplicate member', () => {
  test('is found wherever it is and however it is written, and nothing else is', () => {
    fc.assert(
      fc.property(tree, spaces, fc.infiniteStream(fc.boolean()), (value, space, coin) => {
        const text = written(value, space, () => coin.next().value)
        JSON.parse(text)
        const expected = repeats(value)
        const found = findRepeatedMember(text)
        if (expected.size === 0) expect(found).toBeUndefined()
        else expect(expected).toContain(found)
      }),
      { numRuns: 3_000 },
    )
  })

  test('is named in the error', () => {
    expect(() => parseJson(Buffer.from('{"a":1,"b":{"c":1,"\\u0063":2}}'))).toThrow(/repeats the member "c"/)
  })
})

describe('a body', () => {
  test.each(['{', '{"a":1,}', "{'a':1}", '[1,]', 'NaN', '01', '"\n"', '{"a":1} x', '\u{feff}\u{feff}{}'])(
    '%j is not JSON',
    (text) => {
      expect(() => parseJson(Buffer.from(text))).toThrow(/not valid JSON/)
    },
  )

  test.each([
    'hunter2',
    'password=hunter2',
    '{"password":hunter2}',
    '{"password":"hunter2" x}',
    '{"password":"hunter2',
  ])('%j is not quoted in the error: it may contain a password', (text) => {
    expect(() => parseJson(Buffer.from(text))).toThrow(/^(?!.*(hunter2|assword)).*not valid JSON: .{5,}\.$/s)
  })

  test('must be UTF-8', () => {
    expect(() => parseJson(Buffer.from([0x22, 0xff, 0x22]))).toThrow(/UTF-8/)
    expect(() => parseJson(Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]))).toThrow(/UTF-8/)
  })

  test('of more than 64 levels is refused before it is parsed, and brackets in a string are not levels', () => {
    const nested = (depth: number): Buffer => Buffer.from('['.repeat(depth) + ']'.repeat(depth))
    expect(parseJson(nested(64))).toBeInstanceOf(Array)
    expect(() => parseJson(nested(65))).toThrow('nested deeper than 64 levels')
    expect(() => parseJson(Buffer.from(`${'{"a":'.repeat(65)}1${'}'.repeat(65)}`))).toThrow('64 levels')
    expect(parseJson(Buffer.from(JSON.stringify('[{\\"'.repeat(100))))).toBe('[{\\"'.repeat(100))
    const large = nested(500_000)
    expectUnparsed(() => expect(() => parseJson(large)).toThrow('64 levels'))
  })

  test('with an object of more than 1,000 members is refused before it is parsed; lists may be longer', () => {
    const many = (count: number): Buffer =>
      Buffer.from(
        JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [`m:${n}`, [{ a: 1 }]]))),
      )
    expect(Object.keys(parseJson(many(1_000)) as object)).toHaveLength(1_000)
    expect(() => parseJson(many(1_001))).toThrow('An object of the body has more than 1000 members.')
    expect(
      parseJson(Buffer.from(JSON.stringify(Array.from({ length: 5_000 }, (_, n) => ({ n }))))),
    ).toHaveLength(5_000)
    const large = many(50_000)
    expectUnparsed(() => expect(() => parseJson(large)).toThrow('1000 members'))
  })

  test('with more than 100,000 objects and lists is refused before it is parsed', () => {
    const many = (count: number): Buffer => Buffer.from(`[${Array(count).fill('{}').join(',')}]`)
    expect(parseJson(many(99_999))).toHaveLength(99_999)
    expect(() => parseJson(many(100_000))).toThrow('The body has more than 100000 objects and lists.')
    // A larger body may have more of them.
    expect(parseJson(Buffer.from(`${many(150_000)}${' '.repeat(1_500_000)}`))).toHaveLength(150_000)
    // The rest is not looked at.
    const further = Buffer.from(`${many(100_000)} and so on`)
    expect(() => parseJson(further)).toThrow('objects and lists')
  })

  test('whose members have more than 1,500 names is refused before it is parsed', () => {
    const named = (count: number): Buffer =>
      Buffer.from(JSON.stringify(Array.from({ length: 3_000 }, (_, n) => ({ [`n${n % count}`]: 'n', n }))))
    expect(parseJson(named(1_499))).toHaveLength(3_000)
    // Names are compared by a hash, so a few more may be accepted.
    expect(() => parseJson(Buffer.from(`${named(1_600)} and so on`))).toThrow(
      'The members of the body have more than 1500 different names.',
    )
    // Each body counts its own, and values do not count.
    const values = Array.from({ length: 3_000 }, (_, n) => `value ${n}:`)
    for (let n = 0; n < 3; n += 1) expect(parseJson(Buffer.from(JSON.stringify(values)))).toEqual(values)
    expect(parseJson(named(1_000))).toHaveLength(3_000)
    expect(parseJson(named(1_000))).toHaveLength(3_000)
  })

  test('of a hundred thousand levels is scanned without recursion', () => {
    const depth = 100_000
    expect(findRepeatedMember('['.repeat(depth) + ']'.repeat(depth))).toBeUndefined()
    expect(findRepeatedMember(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)).toBeUndefined()
  })
})
