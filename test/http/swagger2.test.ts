import { describe, expect, test } from 'vitest'
import { describeApi } from '../../src/description/openapi/openapi.ts'
import { lowerReference, lowerSchema, lowerValue } from '../../src/description/swagger2/schemas.ts'
import { lowerToSwagger2 } from '../../src/description/swagger2/swagger2.ts'
import type { JsonSchema } from '../../src/schema/json-schema.ts'
import { faultsOfDescription } from '../support/describe-valid.ts'
import { operations, site } from './sample-operations.ts'

const document = describeApi(operations, site)
const swagger = lowerToSwagger2(document)

test('is valid', async () => {
  expect(await faultsOfDescription(swagger)).toEqual([])
})

test('has the same methods and responses', () => {
  for (const [path, item] of Object.entries(document.paths))
    for (const [verb, { operationId, responses }] of Object.entries(item)) {
      expect(swagger.paths[path]?.[verb]?.operationId).toBe(operationId)
      expect(Object.keys(swagger.paths[path]?.[verb]?.responses ?? {})).toEqual(Object.keys(responses))
    }
})

test('describes where the service is and how to authenticate', () => {
  expect(swagger).toMatchObject({ host: 'atrium.test:8443', basePath: '/', schemes: ['https'] })
  expect(swagger.securityDefinitions['bearer']).toMatchObject({
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
  })
})

test('a create takes JSON, and returns the record or the bare id', () => {
  const create = swagger.paths['/v1/tasks']?.['post']
  expect(create?.consumes).toEqual(['application/json'])
  expect(create?.produces).toEqual(['application/json', 'text/plain', 'application/problem+json'])
  expect(create?.parameters).toContainEqual({
    name: 'body',
    in: 'body',
    description: 'The fields of the new record.',
    required: true,
    schema: { $ref: '#/definitions/NewTask' },
  })
  expect(create?.responses['201']).toMatchObject({
    schema: { $ref: '#/definitions/Task' },
    headers: { Location: { type: 'string' } },
  })
})

test('leaves responses open and requests closed', () => {
  expect(swagger.definitions['Task']?.properties?.['details']).not.toHaveProperty('additionalProperties')
  expect(swagger.definitions['NewTask']?.additionalProperties).toBe(false)
})

test('contains nothing that 2.0 does not have', () => {
  const text = JSON.stringify(swagger)
  for (const word of ['anyOf', 'examples', 'components', 'requestBody', 'const', 'readOnly'])
    expect(text).not.toContain(`"${word}"`)
  expect(text).not.toContain('"null"')
})

describe('schemas', () => {
  test.each<[string, JsonSchema, object]>([
    [
      'null',
      { type: ['string', 'null'], maxLength: 9 },
      { type: 'string', maxLength: 9, 'x-nullable': true },
    ],
    [
      'a choice with null',
      { type: ['string', 'null'], enum: ['a', null] },
      { type: 'string', enum: ['a'], 'x-nullable': true },
    ],
    [
      'values that may grow',
      { type: ['string', 'null'], 'x-extensible-enum': ['a'] },
      { type: 'string', 'x-extensible-enum': ['a'], 'x-nullable': true },
    ],
    ['several types with null', { type: ['string', 'number', 'null'] }, {}],
    [
      'a union of several types with null',
      { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'null' }] },
      {},
    ],
    ['the default of a body', { type: 'integer', 'x-default': 3 }, { type: 'integer', default: 3 }],
    ['several types', { type: ['string', 'number'] }, {}],
    [
      'a union',
      { description: 'Any.', anyOf: [{ type: 'string' }, { type: 'number' }] },
      { description: 'Any.' },
    ],
    [
      'a union with null',
      { description: 'One.', anyOf: [{ type: 'integer', minimum: 1 }, { type: 'null' }] },
      { type: 'integer', minimum: 1, description: 'One.', 'x-nullable': true },
    ],
    ['a constant', { const: 'a' }, { enum: ['a'] }],
    ['examples', { type: 'string', examples: ['a', 'b'] }, { type: 'string', example: 'a' }],
    ['a reference', { $ref: '#/components/schemas/Task', description: 'x' }, { $ref: '#/definitions/Task' }],
    [
      'a reference or null',
      { anyOf: [{ $ref: '#/components/schemas/Task' }, { type: 'null' }] },
      { $ref: '#/definitions/Task' },
    ],
    [
      'a map',
      { type: 'object', additionalProperties: { type: ['number', 'null'] } },
      { type: 'object', additionalProperties: { type: 'number', 'x-nullable': true } },
    ],
  ])('%s', (_what, schema, lowered) => {
    expect(lowerSchema(schema)).toEqual(lowered)
  })

  test('of parameters always have one simple type', () => {
    expect(lowerValue({ anyOf: [{ type: 'string' }, { type: 'number' }] })).toEqual({ type: 'string' })
    expect(lowerValue({ type: 'array', items: { type: 'integer' } })).toEqual({
      type: 'array',
      items: { type: 'integer' },
    })
  })

  test('refer only to what 2.0 has', () => {
    expect(() => lowerReference('#/components/headers/ETag')).toThrow(
      'no place for #/components/headers/ETag',
    )
  })
})
