import { describe, expect, test } from 'vitest'
import { buildServer } from '../../src/http/server.ts'

const { app } = buildServer(
  {
    publicUrl: 'http://localhost',
    trustedProxies: [],
    logLevel: 'silent',
    headersTimeout: 5,
    bodyTimeout: 5,
    idleTimeout: 5,
  },
  { admit: async () => undefined, countRefusal: async () => undefined },
)
app.get('/here', async () => 'here')

const statusOf = async (headers: Record<string, string | string[]>, url = '/here') => {
  const { statusCode, body } = await app.inject({ url, headers })
  return { status: statusCode, body }
}

describe('a header', () => {
  test.each(['content-disposition', 'accept', 'cookie', 'x-unknown'])(
    '%s may have 8,192 characters, and one more is a 431 that names it',
    async (name) => {
      expect(await statusOf({ [name]: 'x'.repeat(8_192) })).toMatchObject({ status: 200 })
      const { status, body } = await statusOf({ [name]: 'x'.repeat(8_193) })
      expect([status, JSON.parse(body)]).toMatchObject([
        431,
        { code: 'headers_too_large', detail: `The header ${name} may have at most 8192 characters.` },
      ])
    },
  )

  test('that is repeated counts as one', async () => {
    const parts = Array.from({ length: 9 }, () => 'y'.repeat(1_000))
    expect(await statusOf({ 'if-none-match': parts })).toMatchObject({ status: 431 })
    expect(await statusOf({ 'set-cookie': parts })).toMatchObject({ status: 431 })
  })

  test('is measured before anything reads it, on paths that do not exist too', async () => {
    expect(await statusOf({ accept: ' '.repeat(60_000) }, '/nowhere')).toMatchObject({ status: 431 })
  })
})
