import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { asCaller, yieldNow } from '../../src/fairness/scheduler.ts'
import { readJsonBody, sizeOfBody } from '../../src/http/body.ts'

const limits = { bytes: 1_000_000, seconds: 10 }

/** A request whose body has already arrived. */
function requestOf(body: string, headers: Record<string, string> = { 'content-length': `${body.length}` }) {
  const request = new IncomingMessage(new Socket())
  request.headers = headers
  request.push(body)
  request.push(null)
  return request
}

test('large bodies are parsed one at a time, and other callers are served in between', async () => {
  const body = JSON.stringify(Array.from({ length: 50_000 }, () => 'a'))
  const order: string[] = []
  const bodies = Array.from({ length: 10 }, async () => {
    const { value } = await asCaller('ada', () => readJsonBody(requestOf(body), limits))
    expect(value).toHaveLength(50_000)
    order.push('ada')
  })
  await Promise.all([...bodies, asCaller('bob', yieldNow).then(() => order.push('bob'))])
  expect(order).toHaveLength(11)
  expect(order.indexOf('bob')).toBeLessThan(3)
})

test('a body counts as large as announced, without an announcement as large as allowed, and not at all if it is refused', () => {
  expect(sizeOfBody(requestOf('{}'), limits)).toBe(2)
  expect(sizeOfBody(requestOf('', {}), limits)).toBe(0)
  expect(sizeOfBody(requestOf('{}', { 'transfer-encoding': 'chunked' }), limits)).toBe(1_000_000)
  expect(sizeOfBody(requestOf('', { 'content-length': '1000001' }), limits)).toBe(0)
})
