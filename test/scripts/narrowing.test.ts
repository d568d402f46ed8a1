import { describe, expect, test } from 'vitest'
import { findNarrowings } from '../../scripts/docs/narrowing.ts'
import type {
  DescribedOperation,
  OpenApiDocument,
  Parameter,
} from '../../src/description/openapi/document.ts'
import { describeApi } from '../../src/description/openapi/openapi.ts'
import type { JsonSchema } from '../../src/schema/json-schema.ts'
import { operations, site } from '../http/sample-operations.ts'

type Spec = Partial<DescribedOperation>

function documentOf(spec: Spec, schemas: Record<string, JsonSchema> = {}): OpenApiDocument {
  const operation = {
    operationId: 'doIt',
    summary: 'Does it.',
    description: 'Anyone.',
    tags: ['things'],
    responses: {},
    ...spec,
  }
  return {
    openapi: '3.1.0',
    info: { title: 't', version: '1', description: '', license: { name: '', url: '' } },
    servers: [],
    security: [],
    tags: [],
    paths: { '/v1/things': { post: operation } },
    components: { schemas, parameters: {}, headers: {}, responses: {}, securitySchemes: {} },
  }
}

const narrowed = (before: Spec, after: Spec): string[] =>
  findNarrowings(documentOf(before), documentOf(after))

const body = (schema: JsonSchema, required = true): Spec => ({
  requestBody: { description: '', required, content: { 'application/json': { schema } } },
})
const answer = (schema: JsonSchema, type = 'application/json'): Spec => ({
  responses: { 200: { description: '', content: { [type]: { schema } } } },
})
const parameter = (changes: Partial<Parameter> = {}): Spec => ({
  parameters: [{ name: 'limit', in: 'query', description: '', schema: { type: 'integer' }, ...changes }],
})
const object = (properties: Record<string, JsonSchema>, more: JsonSchema = {}): JsonSchema => ({
  type: 'object',
  properties,
  ...more,
})
const text: JsonSchema = { type: 'string' }

describe('requests', () => {
  test.each<[what: string, before: JsonSchema, after: JsonSchema, found: string[]]>([
    ['a removed member', object({ title: text }), object({}), ['title: removed']],
    [
      'a newly required member',
      object({ title: text }),
      object({ title: text }, { required: ['title'] }),
      ['title: newly required'],
    ],
    [
      'a new member that is required',
      object({}),
      object({ title: text }, { required: ['title'] }),
      ['title: newly required'],
    ],
    ['a new member that is optional', object({}), object({ title: text }), []],
    [
      'a member no longer required',
      object({ title: text }, { required: ['title'] }),
      object({ title: text }),
      [],
    ],
    [
      'other members refused',
      object({}),
      object({}, { additionalProperties: false }),
      ['no longer takes other members'],
    ],
    [
      'a narrower map',
      object({}, { additionalProperties: { type: 'number' } }),
      object({}, { additionalProperties: { type: 'integer' } }),
      ['*: type number → integer'],
    ],
    ['another type', object({ n: text }), object({ n: { type: 'integer' } }), ['n: type string → integer']],
    ['a type where any was taken', {}, text, ['type any → string']],
    ['any type', text, {}, []],
    ['a wider number', { type: 'integer' }, { type: 'number' }, []],
    ['null refused', { type: ['string', 'null'] }, text, ['no longer nullable']],
    ['null taken', text, { type: ['string', 'null'] }, []],
    ['a shorter text', { ...text, maxLength: 255 }, { ...text, maxLength: 100 }, ['maxLength 255 → 100']],
    ['a first limit', text, { ...text, maxLength: 100 }, ['maxLength none → 100']],
    ['a longer text', { ...text, maxLength: 100 }, { ...text, maxLength: 255 }, []],
    ['a longer least text', text, { ...text, minLength: 1 }, ['minLength none → 1']],
    ['no least length at all', text, { ...text, minLength: 0 }, []],
    ['a lower maximum', { maximum: 5 }, { maximum: 4 }, ['maximum 5 → 4']],
    ['a first minimum', {}, { minimum: 0 }, ['minimum none → 0']],
    ['a higher minimum', { minimum: 1 }, { minimum: 2 }, ['minimum 1 → 2']],
    ['fewer entries', { maxItems: 9 }, { maxItems: 8 }, ['maxItems 9 → 8']],
    ['more entries at least', {}, { minItems: 1 }, ['minItems none → 1']],
    ['no repetition', {}, { uniqueItems: true }, ['newly without repetition']],
    ['a choice removed', { enum: ['a', 'b'] }, { enum: ['a'] }, ['value "b" removed']],
    ['a choice added', { enum: ['a'] }, { enum: ['a', 'b'] }, []],
    ['a first choice', text, { ...text, enum: ['a'] }, ['newly one of ["a"]']],
    ['a choice of one', { enum: ['a', 'b'] }, { const: 'a' }, ['value "b" removed']],
    ['a new format', text, { ...text, format: 'date' }, ['format none → date']],
    ['no format', { ...text, format: 'date' }, text, []],
    ['another pattern', { pattern: 'a' }, { pattern: 'b' }, ['pattern a → b']],
    [
      'inside a list',
      object({ ids: { type: 'array', items: text } }),
      object({ ids: { type: 'array', items: { ...text, maxLength: 2 } } }),
      ['ids[]: maxLength none → 2'],
    ],
    ['a form removed', { anyOf: [text, { type: 'number' }] }, { anyOf: [text] }, ['no longer takes number']],
    ['a union become one type', { anyOf: [text, { type: 'number' }] }, text, ['no longer takes number']],
    ['a union said by types', { type: ['string', 'null'] }, { anyOf: [text, { type: 'null' }] }, []],
    ['a form added', text, { anyOf: [text, { type: 'array', items: text }] }, []],
    [
      'another default, text and example',
      text,
      { ...text, default: 'x', description: 'y', examples: ['z'] },
      [],
    ],
  ])('%s', (_what, before, after, found) => {
    const place = 'POST /v1/things body'
    const expected = found.map((fault) =>
      /^(\S+(\[\])?|\*): /.test(fault) ? `${place} ${fault}` : `${place}: ${fault}`,
    )
    expect(narrowed(body(before), body(after))).toEqual(expected)
  })

  test.each<[what: string, before: Spec, after: Spec, found: string[]]>([
    ['the body removed', body(text), {}, ['body: removed']],
    ['a body newly required', body(text, false), body(text), ['body: newly required']],
    ['a new body that is required', {}, body(text), ['body: newly required']],
    ['a new body that is optional', {}, body(text, false), []],
    [
      'a content type removed',
      body(text),
      { requestBody: { description: '', required: true, content: { 'text/csv': { schema: text } } } },
      ['body content type application/json: removed'],
    ],
    ['a parameter removed', parameter(), {}, ['query limit: removed']],
    ['a parameter elsewhere', parameter(), parameter({ in: 'header' }), ['query limit: removed']],
    [
      'a parameter newly required',
      parameter(),
      parameter({ required: true }),
      ['query limit: newly required'],
    ],
    ['a new parameter that is required', {}, parameter({ required: true }), ['query limit: newly required']],
    ['a new parameter that is optional', {}, parameter(), []],
    [
      'a parameter narrowed',
      parameter({ schema: { type: 'integer', maximum: 500 } }),
      parameter({ schema: { type: 'integer', maximum: 100 } }),
      ['query limit: maximum 500 → 100'],
    ],
    [
      'a field that one could filter by',
      parameter({ name: 'filter', 'x-fields': ['date =', 'date >'] }),
      parameter({ name: 'filter', 'x-fields': ['date =', 'status ='] }),
      ['query filter date >: removed'],
    ],
  ])('%s', (_what, before, after, found) => {
    expect(narrowed(before, after)).toEqual(found.map((fault) => `POST /v1/things ${fault}`))
  })
})

describe('answers', () => {
  test.each<[what: string, before: JsonSchema, after: JsonSchema, found: string[]]>([
    [
      'a removed member, deep inside',
      object({ items: { type: 'array', items: object({ details: object({ title: text }) }) } }),
      object({ items: { type: 'array', items: object({ details: object({}) }) } }),
      [' items[].details.title: removed'],
    ],
    [
      'a member not always there',
      object({ title: text }, { required: ['title'] }),
      object({ title: text }),
      [' title: no longer always there'],
    ],
    [
      'a required member removed, said once',
      object({ title: text }, { required: ['title'] }),
      object({}),
      [' title: removed'],
    ],
    ['a new member', object({}, { additionalProperties: false }), object({ title: text }), []],
    ['another type', text, { type: 'integer' }, [': type string → integer']],
    ['a wider type', { type: 'integer' }, { type: 'number' }, [': type integer → number']],
    ['a narrower type', { type: 'number' }, { type: 'integer' }, []],
    ['any type', text, {}, [': type string → any']],
    ['null', text, { type: ['string', 'null'] }, [': became nullable']],
    ['never null', { type: ['string', 'null'] }, text, []],
    ['a choice that grows', { enum: ['a'] }, { enum: ['a', 'b'] }, []],
    ['a choice that shrinks', { enum: ['a', 'b'] }, { enum: ['a'] }, []],
    ['a choice that may grow', { enum: ['a'] }, { 'x-extensible-enum': ['a'] }, []],
    ['other members', object({}, { additionalProperties: false }), object({}), []],
    ['a limit that grows', { ...text, maxLength: 1 }, { ...text, maxLength: 2 }, []],
    ['a lost format', { ...text, format: 'date' }, text, [': format date → none']],
    ['a first format', text, { ...text, format: 'date' }, []],
    ['another pattern', { pattern: 'a' }, { pattern: 'b' }, [': pattern a → b']],
    ['another form', { anyOf: [text] }, { anyOf: [text, { type: 'null' }] }, [': may now be null']],
    ['a form less', { anyOf: [text, { type: 'null' }] }, text, []],
  ])('%s', (_what, before, after, found) => {
    expect(narrowed(answer(before), answer(after))).toEqual(
      found.map((fault) => `POST /v1/things response 200${fault}`),
    )
  })

  const tag = (required: boolean, schema = text): Spec => ({
    responses: { 200: { description: '', headers: { ETag: { description: '', required, schema } } } },
  })

  test.each<[what: string, before: Spec, after: Spec, found: string[]]>([
    ['a status removed', answer(text), { responses: {} }, ['response 200: removed']],
    ['a status added', { responses: {} }, answer(text), []],
    [
      'a content type removed',
      answer(text, 'text/plain'),
      answer(text),
      ['response 200 content type text/plain: removed'],
    ],
    [
      'a plain text changed',
      answer({ ...text, pattern: 'a' }, 'text/plain'),
      answer({ ...text, pattern: 'b' }, 'text/plain'),
      ['response 200 text/plain: pattern a → b'],
    ],
    ['a header removed', tag(true), answer(text), ['response 200 header ETag: removed']],
    [
      'a header not always there',
      tag(true),
      tag(false),
      ['response 200 header ETag: no longer always there'],
    ],
    [
      'a header of another type',
      tag(true),
      tag(true, { type: 'integer' }),
      ['response 200 header ETag: type string → integer'],
    ],
    [
      'an error code removed',
      { responses: { 409: { description: '', 'x-codes': ['archived', 'duplicate'] } } },
      { responses: { 409: { description: '', 'x-codes': ['duplicate'] } } },
      ['response 409 code archived: removed'],
    ],
  ])('%s', (_what, before, after, found) => {
    expect(narrowed(before, after)).toEqual(found.map((fault) => `POST /v1/things ${fault}`))
  })
})

describe('methods', () => {
  test('removed, with their path or alone', () => {
    const before = documentOf({})
    expect(findNarrowings(before, { ...before, paths: {} })).toEqual(['POST /v1/things: removed'])
    expect(findNarrowings(before, { ...before, paths: { '/v1/things': {} } })).toEqual([
      'POST /v1/things: removed',
    ])
    expect(findNarrowings({ ...before, paths: {} }, before)).toEqual([])
  })

  test('with another operationId', () => {
    expect(narrowed({}, { operationId: 'other' })).toEqual(['POST /v1/things: operationId doIt → other'])
  })

  test.each<[what: string, before: Spec['security'], after: Spec['security'], found: string[]]>([
    ['added', [], [{ bearer: [] }], ['none']],
    ['made optional', [{ bearer: [] }], [{ bearer: [] }, {}], []],
    ['lifted', [{ bearer: [] }], [], []],
    ['one way in less', [{ bearer: [] }, { key: [] }], [{ bearer: [] }], ['key']],
    ['two at once', [{ bearer: [] }], [{ bearer: [], key: [] }], ['bearer']],
    ['another scope', [{ bearer: ['read'] }], [{ bearer: ['read', 'write'] }], ['bearer']],
  ])('security %s', (_what, before = [], after = [], found) => {
    const expected = found.map((way) => `POST /v1/things: security ${way} no longer suffices`)
    expect(narrowed({ security: before }, { security: after })).toEqual(expected)
    expect(
      findNarrowings({ ...documentOf({}), security: before }, { ...documentOf({}), security: after }),
    ).toEqual(expected)
  })
})

describe('references', () => {
  const byReference = answer({ $ref: '#/components/schemas/Thing' })

  test('are followed', () => {
    const before = documentOf(byReference, { Thing: object({ title: text }) })
    const after = documentOf(byReference, { Thing: object({}) })
    expect(findNarrowings(before, after)).toEqual(['POST /v1/things response 200 title: removed'])
    expect(findNarrowings(before, documentOf(answer(object({ title: text }))))).toEqual([])
  })

  test('that are recursive end', () => {
    const node = object({ title: text, parent: { $ref: '#/components/schemas/Thing' } })
    const before = documentOf(byReference, { Thing: node })
    const after = documentOf(byReference, {
      Thing: object({ ...node.properties, title: { type: 'number' } }),
    })
    expect(findNarrowings(before, before)).toEqual([])
    expect(findNarrowings(before, after)).toEqual([
      'POST /v1/things response 200 title: type string → number',
    ])
  })

  test('to nothing are a fault of the description', () => {
    const document = documentOf(byReference)
    expect(() => findNarrowings(document, document)).toThrow('#/components/schemas/Thing leads nowhere')
  })
})

describe('a whole description', () => {
  const published = describeApi(operations, site)

  test('does not narrow itself, even after being saved and loaded', () => {
    expect(findNarrowings(published, published)).toEqual([])
    expect(findNarrowings(JSON.parse(JSON.stringify(published)), published)).toEqual([])
  })

  test('without a method reports only that method', () => {
    const fewer = describeApi(
      operations.filter(({ operationId }) => operationId !== 'deleteTask'),
      site,
    )
    expect(findNarrowings(published, fewer)).toEqual(['DELETE /v1/tasks/{taskId}: removed'])
    expect(findNarrowings(fewer, published)).toEqual([])
  })
})
