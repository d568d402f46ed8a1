import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { describeProblem, problemCodes } from '../../src/base/errors.ts'
import { problemRoutes } from '../../src/description/problems-page.ts'
import { publicApp } from './public-app.ts'

const app = publicApp()
problemRoutes(app)

test.each(problemCodes)('the page of %s explains it', async (code) => {
  const { statusCode, headers, body } = await app.inject(`/problems/${code}`)
  const { status, title } = describeProblem(code)
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  expect(body).toContain(`<h1><code>${code}</code></h1>`)
  expect(body).toContain(`<p>${status} ${title}</p>`)
})

test('the list links to each', async () => {
  const { body } = await app.inject('/problems')
  for (const code of problemCodes) expect(body).toContain(`<a href="/problems/${code}">`)
  expect(body).not.toContain('`')
})

test('the policy allows only the style of the page', async () => {
  const { headers, body } = await app.inject('/problems')
  const style = /<style>([\s\S]*)<\/style>/.exec(body)?.[1] ?? ''
  const digest = createHash('sha256').update(style).digest('base64')
  expect(headers['content-security-policy']).toContain(`default-src 'none'; style-src 'sha256-${digest}'`)
  expect(body).not.toContain('<script')
})

test('is sent once to clients that cache it', async () => {
  const { etag } = (await app.inject('/problems/not_found')).headers
  const again = await app.inject({ url: '/problems/not_found', headers: { 'if-none-match': String(etag) } })
  expect(again.statusCode).toBe(304)
})

test.each(['nonsense', 'constructor', '%3Cscript%3E'])('an unknown code is a 404: %s', async (code) => {
  const answer = await app.inject(`/problems/${code}`)
  expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found'])
  expect(answer.body).not.toContain('script')
})
