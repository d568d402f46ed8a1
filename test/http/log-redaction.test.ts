import { expect, test } from 'vitest'
import { loggedError, loggedPath } from '../../src/http/log-redaction.ts'

const secret = 's'.repeat(43)

test.each([
  `/calendar/${secret}.ics`,
  `/%63alendar/${secret}.ics`,
  `/%63%61%6C%65ndar/${secret}.ics`,
  `/calendar%2F${secret}.ics`,
  `//calendar/${secret}.ics`,
  `/Calendar/${secret}.ics`,
  `/%63alendar/${secret}.ics%`,
  `/%63alendar/${secret}%ff.ics`,
])('the secret address %s is not logged', (path) => {
  expect(loggedPath(path)).toBe('/calendar/[redacted]')
})

test('the path of a calendar is not logged, however it was written', () => {
  expect(loggedPath(`/x/${secret}`, '/calendar/:file')).toBe('/calendar/[redacted]')
})

test('other paths are logged unchanged', () => {
  for (const path of ['/v1/users/me/calendar', '/v1/%63alendar/x', '/calendars/x', '/%zz'])
    expect(loggedPath(path, path)).toBe(path)
})

test('a link that an error quotes is logged without its token', () => {
  const quoted = `Blocked because of https://atrium.example.com/invitation#${secret} in it`
  const logged = loggedError(new Error(quoted, { cause: new Error(quoted) }))
  expect(JSON.stringify(logged)).not.toContain(secret)
  expect([logged.message, logged['cause']]).toEqual(
    Array(2).fill('Blocked because of https://atrium.example.com/invitation#[redacted] in it'),
  )
})
