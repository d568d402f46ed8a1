import { gzipSync } from 'node:zlib'
import { idPattern, type JsonSchema } from '../../src/schema/json-schema.ts'
import {
  badValuesOf,
  everyKind,
  numbersAtTheEnd,
  prototypeNames,
  wide,
} from '../../test/support/bad-values.ts'
import { membersOf } from '../subject/described.ts'
import { type Case, isStrict, type Target, wrongCase } from './case.ts'

const text = JSON.stringify
const deep = 10_000
/** The default limit. */
const bodyLimit = 1_048_576

const deepArrays = '['.repeat(deep) + ']'.repeat(deep)
const deepObjects = `${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`
const longText = text('x'.repeat(100_000))
const manyMembers = text(Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`m${n}`, n])))

/** Generating values takes longer than sending them, and many methods share a schema. */
const known = new WeakMap<JsonSchema, string[]>()

/** JSON texts for one member: of every type, at and beyond its limits, and values that its schema forbids. */
function valuesFor(schema: JsonSchema, references: readonly string[]): string[] {
  const values = known.get(schema) ?? makeValues(schema, references)
  known.set(schema, values)
  return values
}

function makeValues(schema: JsonSchema, references: readonly string[]): string[] {
  const { maxLength, minimum, maximum, maxItems } = schema
  return [
    ...everyKind,
    ...numbersAtTheEnd,
    ...badValuesOf(schema, isReference(schema) ? references : undefined),
    ...(maxLength === undefined ? [] : [text('x'.repeat(maxLength)), text(wide.repeat(maxLength))]),
    ...(minimum === undefined ? [] : [`${minimum}`, `${maximum}`]),
    ...(maxItems === undefined ? [] : [text(Array.from({ length: maxItems }, (_, n) => `x${n}`))]),
    ...prototypeNames.flatMap((name) => [text(name), `{${text(name)}:1}`]),
    deepArrays,
    deepObjects,
    text('\ufeffx'),
    longText,
  ]
}

const isReference = ({ pattern, items }: JsonSchema): boolean =>
  pattern === idPattern || items?.pattern === idPattern

/** One invalid member, the others valid. */
export function memberCases(target: Target): Case[] {
  const { operation, members, references } = target
  if (members === undefined) return []
  return membersOf(operation).flatMap(([name, schema]) => {
    const { [name]: _, ...others } = members
    const before = text(others).slice(0, -1)
    const wrong = new Set(isReference(schema) ? [] : [...badValuesOf(schema), deepArrays, deepObjects])
    return valuesFor(schema, references).map((value) =>
      wrongCase(
        target,
        `${name} is ${value.slice(0, 40)}`,
        { body: `${before}${before === '{' ? '' : ','}${text(name)}:${value}}` },
        isStrict(target) && wrong.has(value),
      ),
    )
  })
}

/** Bodies that are invalid as a whole. */
export function bodyCases(target: Target): Case[] {
  const { members, content } = target
  if (content !== undefined) return []
  const right = text(members ?? {})
  const [first = 'a'] = Object.keys(members ?? {})
  const bodies: [what: string, body: string | Uint8Array][] = [
    ...[
      '',
      ' ',
      '{',
      '{"a":1',
      '{"a":1,}',
      "{'a':1}",
      'nul',
      '[',
      '"x"',
      '1',
      'null',
      'true',
      '[]',
      '[{}]',
    ].map((body): [string, string] => [`the body is ${body}`, body]),
    ['the body is two objects', `${right}${right}`],
    ['the body begins with a byte order mark', `\ufeff${right}`],
    ['the body is UTF-16', Buffer.from(right, 'utf16le')],
    ['the body is not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
    ['the body holds an overlong NUL', Buffer.from([0x7b, 0x22, 0xc0, 0x80, 0x22, 0x3a, 0x31, 0x7d])],
    ['the body is NUL', Buffer.from([0])],
    ['a member is named twice', `{${text(first)}:1,${text(first)}:2}`],
    ['a member is named twice, once by escapes', `{"a":1,"\\u0061":2}`],
    ...prototypeNames.map((name): [string, string] => [
      `a member is named ${name}`,
      `{${text(name)}:{"x":1}}`,
    ]),
    ['unknown members', text({ ...members, nonsense: 1, 'a/b~c': 2, '': 3 })],
    ['very many unknown members', manyMembers],
    ['deep arrays', deepArrays],
    ['deep objects', deepObjects],
    ['as deep as the limit allows', '['.repeat(bodyLimit / 2) + ']'.repeat(bodyLimit / 2)],
    ['at the limit', ' '.repeat(bodyLimit)],
    ['past the limit', ' '.repeat(bodyLimit + 1)],
    ['far past the limit', ' '.repeat(4 * bodyLimit)],
  ]
  return [
    ...bodies.map(([what, body]) =>
      wrongCase(
        target,
        what,
        { body, headers: { 'content-type': 'application/json' } },
        isStrict(target) && !(members === undefined ? harmless(target, what) : doubtful.test(what)),
      ),
    ),
    ...mediaCases(target, right),
  ]
}

/** No body is valid where the body is optional, and some bodies begin with a byte order mark. */
const doubtful = /^the body (is (null)?$|begins)/

/** Methods without a body ignore one, and methods with an optional body accept an empty one. */
const harmless = ({ operation }: Target, what: string): boolean =>
  operation.method === 'GET' || !/^(a member is|unknown members|very many|deep|past|far)/.test(what)

/** These are JSON, or may pass for it. */
const nearlyJson = /^$|^application\/(json;|problem\+json)/

const mediaTypes = [
  '',
  'x',
  'application/x-www-form-urlencoded',
  'application/xml',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'text/plain',
  'text/html',
  'application/json; charset=latin1',
  'application/json; charset=utf-16',
  'application/json; charset="utf-8',
  'application/json;;;',
  'application/jsonp',
  'application/json, text/plain',
  'application/problem+json',
  '/',
  '__proto__',
  'x'.repeat(5_000),
]

function mediaCases(target: Target, right: string): Case[] {
  return [
    ...mediaTypes.map((type) =>
      wrongCase(
        target,
        `the media type is ${type.slice(0, 50)}`,
        { body: right, headers: { 'content-type': type } },
        isStrict(target) && target.members !== undefined && !nearlyJson.test(type),
      ),
    ),
    ...['gzip', 'br', 'x', 'identity, gzip'].map((encoding) =>
      wrongCase(
        target,
        `the body is encoded by ${encoding}`,
        {
          body: gzipSync(right),
          headers: { 'content-type': 'application/json', 'content-encoding': encoding },
        },
        isStrict(target) && target.members !== undefined,
      ),
    ),
  ]
}
