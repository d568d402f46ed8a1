import { beforeAll, describe, expect, test } from 'vitest'
import type { DescribedOperation } from '../../../src/description/openapi/document.ts'
import { acceptLink, type Browser } from '../../support/browser.ts'
import { type Company, useSharedWorld } from '../../support/world.ts'
import { contentsOf } from '../fixture.ts'
import { invited } from './invited.ts'

/** Rules for every method of the web application, by walking over all of them. */
const world = useSharedWorld()
let company: Company
let browser: Browser
let methods: { path: string; operation: DescribedOperation; needsSession: boolean }[]

beforeAll(async () => {
  company = await world.company()
  browser = world.browser()
  await acceptLink(browser, (await invited(company)).link)
  methods = Object.entries(world.app.description.paths).flatMap(([path, { post }]) =>
    path.startsWith('/auth/') && post !== undefined
      ? [{ path, operation: post, needsSession: (post.parameters ?? []).length > 0 }]
      : [],
  )
  expect(methods.length).toBeGreaterThan(12)
})

/** A body with the right format. */
const exampleOf = ({ requestBody }: DescribedOperation): unknown =>
  requestBody?.content['application/json']?.example ?? {}

describe('every method of the web application', () => {
  test('is refused to pages of other sites, and nothing happens', async () => {
    const before = await contentsOf(world, company)
    for (const { path, operation } of methods)
      for (const headers of [
        { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
        { 'sec-fetch-site': 'same-site', origin: 'https://evil.example.com' },
        { 'sec-fetch-site': 'none' },
        { origin: 'https://atrium.example.com.evil.example' },
      ]) {
        const reply = await browser.post(path, exampleOf(operation), headers)
        expect([reply.status, reply.body.code], path).toEqual([403, 'cross_site'])
        expect(reply.headers['access-control-allow-origin'], path).toBeUndefined()
      }
    expect(await contentsOf(world, company)).toEqual(before)
  })

  test('accepts only JSON: a form is refused', async () => {
    for (const { path, operation } of methods)
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
      ]) {
        const body = JSON.stringify(exampleOf(operation))
        expect((await browser.post(path, body, { 'content-type': type })).status, path).toBe(415)
      }
  })

  test('of a session requires its cookie and its CSRF token', async () => {
    const signedIn = methods.filter(({ needsSession }) => needsSession)
    expect(signedIn.length).toBeGreaterThan(6)
    for (const { path, operation } of signedIn) {
      const without = await world.browser().post(path, exampleOf(operation))
      expect([without.status, without.body.code], path).toEqual([401, 'not_signed_in'])
      const token = await world.token(company, company.adminId)
      const bearer = await world.client(token).send('POST', path, exampleOf(operation))
      expect([bearer.status, bearer.body.code], path).toEqual([401, 'not_signed_in'])
      for (const wrong of ['', 'x'.repeat(43)]) {
        const reply = await browser.post(path, exampleOf(operation), { 'x-csrf-token': wrong })
        expect([reply.status, reply.body.code], path).toEqual([403, 'cross_site'])
      }
    }
  })

  test('refuses unknown members and invalid bodies', async () => {
    for (const { path, operation, needsSession } of methods) {
      const sender = needsSession ? browser : world.browser()
      const reply = await sender.post(path, { ...(exampleOf(operation) as object), colour: 'red' })
      expect(reply.status, `${path}: ${reply.text}`).toBe(400)
      expect(reply.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toContain('/colour')
      for (const body of ['{', '[]', '"x"', 'null'])
        expect((await sender.post(path, body)).status, `${path} ${body}`).toBe(400)
      expect((await sender.post(path, `{"a":"${'x'.repeat(20_000)}"}`)).status, path).toBe(413)
    }
  })

  test('must not be cached', async () => {
    for (const { path, operation } of methods) {
      const { headers } = await world.browser().post(path, exampleOf(operation))
      expect(headers['cache-control'], path).toBe('no-store')
      expect(headers['access-control-allow-origin'], path).toBeUndefined()
    }
    expect((await browser.get('/auth/session')).headers['cache-control']).toBe('no-store')
  })

  test('returns 405 for other verbs', async () => {
    for (const { path } of methods) {
      const reply = await world.nobody.send('PUT', path, {})
      expect([reply.status, reply.headers['allow']], path).toEqual([405, 'OPTIONS, POST'])
    }
  })
})
