import { describe, expect, test } from 'vitest'
import { describeApi } from '../../src/description/openapi/openapi.ts'
import { present } from '../../src/schema/present.ts'
import { ResponseChecker, strict } from '../support/response-checker.ts'
import { operations, site, user } from './sample-operations.ts'

const checker = new ResponseChecker(describeApi(operations, site))
const id = '034xoOp7QM7UE5C1GyMpSt'
const shown = present(user, site.publicUrl, id, {
  email: 'ada@example.com',
  timeZone: 'UTC',
  createdAt: '2026-03-31T09:30:00.000Z',
  updatedAt: '2026-03-31T09:30:00.000Z',
  createdBy: null,
  externalId: null,
})
const headers = { 'content-type': 'application/json; charset=utf-8', etag: shown.etag, 'x-request-id': 'r1' }
const problem = (code: string, status: number) =>
  JSON.stringify({
    type: `${site.publicUrl}/problems/${code}`,
    title: 'Title',
    status,
    detail: 'Why.',
    message: 'Why.',
    code,
    requestId: 'r1',
  })
const problemHeaders = { 'content-type': 'application/problem+json; charset=utf-8', 'x-request-id': 'r1' }

describe('a response as described', () => {
  test.each<[string, string, string, number, Record<string, unknown>, string]>([
    ['a record', 'GET', '/v1/users/me', 200, headers, shown.json],
    ['a record with a query', 'GET', `/v1/users/${id}?x=1`, 200, headers, shown.json],
    ['HEAD', 'HEAD', '/v1/users/me', 200, headers, ''],
    ['304', 'GET', '/v1/users/me', 304, { etag: 'x', 'x-request-id': 'r1' }, ''],
    ['204', 'DELETE', `/v1/tasks/${id}`, 204, { 'x-request-id': 'r1' }, ''],
    ['an empty list', 'GET', '/v1/tasks', 200, headers, '{"items":[],"links":{}}'],
    [
      'a bare id',
      'POST',
      '/v1/tasks',
      201,
      { ...headers, 'content-type': 'text/plain; charset=utf-8', location: '/v1/tasks/x' },
      id,
    ],
    ['a problem', 'GET', `/v1/users/${id}`, 404, problemHeaders, problem('not_found', 404)],
    [
      'a message alone',
      'GET',
      `/v1/users/${id}`,
      404,
      { ...problemHeaders, 'content-type': 'text/plain; charset=utf-8' },
      'There is no such user.',
    ],
    ['405', 'PATCH', '/v1/tasks', 405, {}, ''],
    ['OPTIONS', 'OPTIONS', '/v1/tasks', 204, {}, ''],
    ['an unknown path', 'GET', '/v1/nothing', 404, {}, ''],
    ['a path that is not described', 'GET', '/healthz', 200, {}, 'ok'],
  ])('%s', (_what, method, url, status, sent, body) => {
    expect(checker.check(method, url, status, sent, body)).toEqual([])
  })
})

describe('a fault', () => {
  test.each<[string, string, string, number, Record<string, unknown>, string, string]>([
    [
      'the status',
      'GET',
      '/v1/tasks',
      418,
      headers,
      '{}',
      'GET /v1/tasks answered 418, which the description does not know',
    ],
    [
      'the method',
      'PATCH',
      '/v1/tasks',
      200,
      headers,
      '{}',
      'PATCH /v1/tasks answered 200, a method that the description does not know',
    ],
    ['a header', 'HEAD', '/v1/users/me', 200, { ...headers, etag: undefined }, '', 'without the header ETag'],
    [
      'the media type',
      'GET',
      '/v1/users/me',
      200,
      { ...headers, 'content-type': 'text/html' },
      '',
      'as text/html, not application/json',
    ],
    [
      'no media type',
      'GET',
      '/v1/users/me',
      200,
      { ...headers, 'content-type': undefined },
      '',
      'as nothing, not application/json',
    ],
    [
      'a body on 204',
      'DELETE',
      `/v1/tasks/${id}`,
      204,
      headers,
      '{}',
      'with a body, where the description has none',
    ],
    ['not JSON', 'GET', '/v1/users/me', 200, headers, '{', 'with a body that is not JSON'],
    [
      'a member too many',
      'GET',
      '/v1/users/me',
      200,
      headers,
      shown.json.replace('{', '{"secret":1,'),
      'additionalProperty":"secret"',
    ],
    [
      'a member missing',
      'GET',
      '/v1/users/me',
      200,
      headers,
      shown.json.replace('"userHash"', '"hash"'),
      'missingProperty":"userHash"',
    ],
    [
      'a format',
      'GET',
      '/v1/users/me',
      200,
      headers,
      shown.json.replaceAll('2026-03-31T', '2026-02-30T'),
      'format "date-time"',
    ],
    [
      'a bare id in quotation marks',
      'POST',
      '/v1/tasks',
      201,
      { ...headers, 'content-type': 'text/plain', location: '/' },
      `"${id}"`,
      'must match pattern',
    ],
    [
      'an unlisted code',
      'GET',
      `/v1/users/${id}`,
      404,
      problemHeaders,
      problem('archived', 404),
      'with the code archived, which the description does not know',
    ],
    [
      'another status inside',
      'GET',
      `/v1/users/${id}`,
      404,
      problemHeaders,
      problem('not_found', 400),
      'with the status 400 in its body',
    ],
  ])('in %s is named', (_what, method, url, status, sent, body, fault) => {
    expect(checker.check(method, url, status, sent, body).join('\n')).toContain(fault)
  })
})

describe('the strict form of a schema', () => {
  test('closes every object', () => {
    const inner = { type: 'object', properties: { a: { type: 'string' } } }
    const list = { type: 'array', items: inner, description: 'A list.' }
    expect(strict({ type: 'object', properties: { list } })).toEqual({
      type: 'object',
      additionalProperties: false,
      properties: { list: { ...list, items: { ...inner, additionalProperties: false } } },
    })
    expect(strict({ anyOf: [inner, { type: 'null' }] })).toEqual({
      anyOf: [{ ...inner, additionalProperties: false }, { type: 'null' }],
    })
  })

  test('leaves a map as it is', () => {
    const map = { type: 'object', additionalProperties: { type: 'string' } }
    expect(strict(map)).toEqual(map)
    expect(strict({ type: 'object' })).toEqual({ type: 'object' })
  })

  test('allows only the listed values', () => {
    expect(strict({ type: 'string', 'x-extensible-enum': ['a'] })).toEqual({ type: 'string', enum: ['a'] })
    expect(strict({ type: ['string', 'null'], 'x-extensible-enum': ['a'] })).toEqual({
      type: ['string', 'null'],
      enum: ['a', null],
    })
  })
})
