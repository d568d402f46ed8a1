import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { Seal } from '../../src/base/secret.ts'
import { Cookies } from '../../src/sign-in/cookies.ts'
import { KnownBrowsers } from '../../src/sign-in/known-browsers.ts'

test('signing in again with the same account does not yield another allowance', () => {
  const browsers = new KnownBrowsers(new Seal(Buffer.alloc(32), 'test'), new Cookies('http://localhost'))
  const signedIn = (emailKey: string, sessionId: string): string | undefined => {
    let cookie = ''
    const header = (_: string, value: string): void => {
      cookie = value
    }
    const reply = { request: { headers: {} }, header } as unknown as FastifyReply
    browsers.remember(reply, { emailKey }, sessionId)
    return browsers.findAny({ headers: { cookie } } as FastifyRequest)
  }
  const first = signedIn('ada@example.com', 'one')
  expect(first).toBeDefined()
  expect(signedIn('ada@example.com', 'two')).toBe(first)
  expect(signedIn('bob@example.com', 'three')).not.toBe(first)
})
