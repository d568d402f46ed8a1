import { describe, expect, test } from 'vitest'
import {
  accepts,
  demandAcceptable,
  namesTag,
  namesType,
  prefersRepresentation,
  quality,
  wantsBareId,
} from '../../src/http/negotiation.ts'

describe('Accept', () => {
  test.each<[string | undefined, string, number]>([
    [undefined, 'application/json', 1],
    ['', 'application/json', 1],
    ['*/*', 'application/json', 1],
    ['application/*', 'application/json', 1],
    ['application/json', 'application/json', 1],
    ['APPLICATION/JSON', 'application/json', 1],
    ['application/json; charset=utf-8', 'application/json', 1],
    ['text/html, application/json;q=0.4', 'application/json', 0.4],
    ['text/html', 'application/json', 0],
    ['text/*', 'application/json', 0],
    ['*/*;q=0.1, application/json', 'application/json', 1],
    ['application/json;q=0, */*', 'application/json', 0],
    ['application/json;q=0, */*', 'text/plain', 1],
    ['*/*, text/*;q=0.5, text/plain;q=0.2', 'text/plain', 0.2],
    ['text/plain;q=0.2, text/*;q=0.5, */*', 'text/plain', 0.2],
    ['application/json;q=0.000', 'application/json', 0],
    ['application/json;q=often', 'application/json', 1],
    ['application/vnd.api+json', 'application/json', 0],
    [' , ,application/json,', 'application/json', 1],
    // What a browser sends.
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'application/json', 0.8],
  ])('%j accepts %s with quality %d', (header, type, expected) => {
    expect(quality(header, type)).toBe(expected)
    expect(accepts(header, type)).toBe(expected > 0)
  })

  test.each<[string | undefined, boolean]>([
    [undefined, false],
    ['', false],
    ['*/*', false],
    ['text/*', false],
    ['application/json, */*', false],
    ['text/html', true],
    ['Text/HTML;level=1', true],
    ['text/html;q=0, */*', false],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', true],
  ])('%j names text/html: %s', (header, expected) => {
    expect(namesType(header, 'text/html')).toBe(expected)
  })

  test.each<[string | undefined, boolean]>([
    [undefined, false],
    ['*/*', false],
    ['text/plain', true],
    ['text/*', true],
    ['text/plain, */*', false],
    ['text/plain, */*;q=0.5', true],
    ['application/json, text/plain', false],
    ['text/plain;q=0.5, application/json;q=0.4', true],
    ['text/html', false],
  ])('%j for a bare id: %s', (header, expected) => {
    expect(wantsBareId(header)).toBe(expected)
  })

  test('without a type that we have is a 406; a response without a body is always acceptable', () => {
    expect(() => demandAcceptable('image/png', ['application/json', 'text/plain'])).toThrow(
      /application\/json or text\/plain/,
    )
    expect(() => demandAcceptable('image/png', [])).not.toThrow()
    expect(() => demandAcceptable('text/plain', ['application/json', 'text/plain'])).not.toThrow()
  })
})

describe('Prefer', () => {
  test.each<[string | string[] | undefined, boolean]>([
    [undefined, false],
    ['return=representation', true],
    ['return="representation"', true],
    ['Return = Representation', true],
    ['return=minimal', false],
    ['respond-async, return=representation; foo=bar', true],
    [['respond-async', 'return=representation'], true],
    ['return=representations', false],
    ['noreturn=representation', false],
  ])('%j: %s', (header, expected) => {
    expect(prefersRepresentation(header)).toBe(expected)
  })
})

describe('a list of entity tags', () => {
  test.each<[string, boolean, boolean]>([
    ['"abc"', true, true],
    ['*', true, true],
    ['"x", "abc"', true, true],
    ['"x","abc","y"', true, true],
    ['W/"abc"', false, true],
    ['"x"', false, false],
    ['abc', false, false],
    ['"ABC"', false, false],
    ['', false, false],
  ])('%j names "abc" strongly: %s, weakly: %s', (header, strong, weak) => {
    expect(namesTag(header, '"abc"', { weak: false })).toBe(strong)
    expect(namesTag(header, '"abc"', { weak: true })).toBe(weak)
  })
})
