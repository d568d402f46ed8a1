import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { others } from '../../src/fairness/turns.ts'
import { readJsonBody, sizeOfBody } from '../../src/http/body.ts'

const limits = { bytes: 1_000_000, seconds: 10 }

/** A request whose body is there already. */
function requestOf(body: string, headers: Record<string, string> = { 'content-length': `${body.length}` }) {
  const request = new IncomingMessage(new Socket())
  request.headers = headers
  request.push(body)
  request.push(null)
  return request
}

test('large bodies are read one at a time, and others have their turn in between', async () => {
  const body = JSON.stringify(Array.from({ length: 50_000 }, () => 'a'))
  const order: string[] = []
  const bodies = Array.from({ length: 10 }, async () => {
    const { value } = await readJsonBody(requestOf(body), limits, 'ada')
    expect(value).toHaveLength(50_000)
    order.push('ada')
  })
  await Promise.all([...bodies, others('bob').then(() => order.push('bob'))])
  expect(order).toHaveLength(11)
  expect(order.indexOf('bob')).toBeLessThan(3)
})

test('a body is as large as it says, one that does not say as large as it may be, and one that is too large is not read', () => {
  expect(sizeOfBody(requestOf('{}'), limits)).toBe(2)
  expect(sizeOfBody(requestOf('', {}), limits)).toBe(0)
  expect(sizeOfBody(requestOf('{}', { 'transfer-encoding': 'chunked' }), limits)).toBe(1_000_000)
  expect(sizeOfBody(requestOf('', { 'content-length': '1000001' }), limits)).toBe(0)
})
