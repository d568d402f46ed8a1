import { describe, expect, test } from 'vitest'
import { type MailWishes, timeToMail } from '../../src/jobs/notification-mail/schedule.ts'
import type { NotificationReason } from '../../src/schema/records/notification.ts'

const wishes: MailWishes = {
  ...{ mention: 'now', assigned: 'now', reply: 'now', review: 'now', comment: 'hourly' },
  ...{ due: 'daily', status: 'daily', file: 'never', quietFrom: null, quietUntil: null, quietDays: '[]' },
  timeZone: 'Europe/Vienna',
}

/** When news of a moment is mailed; `now` is that moment if it is not given. */
function mailed(
  reason: NotificationReason,
  at: string,
  given: Partial<MailWishes> = {},
  now = at,
): string | undefined {
  const moment = timeToMail(
    { ...wishes, ...given },
    { reason, at: Date.parse(`${at}Z`) },
    Date.parse(`${now}Z`),
  )
  return moment === undefined ? undefined : new Date(moment).toISOString().slice(0, 16)
}

test('now, on the hour, at eight, or never', () => {
  expect(mailed('mention', '2026-03-02T10:20')).toBe('2026-03-02T10:20')
  expect(mailed('comment', '2026-03-02T10:20')).toBe('2026-03-02T11:00')
  expect(mailed('comment', '2026-03-02T10:20', {}, '2026-03-02T12:34')).toBe('2026-03-02T12:34')
  // Hours of India begin at half past, in UTC.
  expect(mailed('comment', '2026-03-02T10:20', { timeZone: 'Asia/Kolkata' })).toBe('2026-03-02T10:30')
  expect(mailed('status', '2026-03-02T10:20')).toBe('2026-03-03T07:02')
  expect(mailed('status', '2026-03-02T03:20')).toBe('2026-03-02T07:02')
  expect(mailed('file', '2026-03-02T10:20')).toBeUndefined()
})

test('eight o’clock follows the clocks of the person', () => {
  // They go forward in Vienna on 29 March 2026.
  expect(mailed('status', '2026-03-27T12:00')).toBe('2026-03-28T07:02')
  expect(mailed('status', '2026-03-28T12:00')).toBe('2026-03-29T06:02')
  expect(mailed('status', '2026-03-28T12:00', { timeZone: 'Pacific/Auckland' })).toBe('2026-03-28T19:02')
})

test('a task that becomes due during its day is mailed on that day', () => {
  expect(mailed('due', '2026-03-02T07:00:30')).toBe('2026-03-02T07:02')
  expect(mailed('due', '2026-03-02T15:00')).toBe('2026-03-02T15:00')
})

describe('quiet hours', () => {
  const night = { quietFrom: '22:00', quietUntil: '07:00' }

  test('cross midnight, or do not', () => {
    expect(mailed('mention', '2026-03-02T20:59', night)).toBe('2026-03-02T20:59')
    expect(mailed('mention', '2026-03-02T21:00', night)).toBe('2026-03-03T06:00')
    expect(mailed('mention', '2026-03-03T05:59', night)).toBe('2026-03-03T06:00')
    expect(mailed('mention', '2026-03-03T06:00', night)).toBe('2026-03-03T06:00')
    const noon = { quietFrom: '12:00', quietUntil: '13:30' }
    expect(mailed('mention', '2026-03-02T11:15', noon)).toBe('2026-03-02T12:30')
    expect(mailed('comment', '2026-03-02T10:15', noon)).toBe('2026-03-02T12:30')
    expect(mailed('mention', '2026-03-02T12:30', noon)).toBe('2026-03-02T12:30')
  })

  test('last as long as the clocks show when these change', () => {
    expect(mailed('mention', '2026-03-28T23:30', night)).toBe('2026-03-29T05:00')
    expect(mailed('mention', '2026-10-24T22:30', night)).toBe('2026-10-25T06:00')
    // The hour from two to three does not exist on that day.
    expect(mailed('mention', '2026-03-28T23:30', { quietFrom: '23:00', quietUntil: '02:30' })).toBe(
      '2026-03-29T01:30',
    )
  })

  test('can be whole days', () => {
    const weekend = { quietDays: '["saturday","sunday"]' }
    expect(mailed('mention', '2026-03-07T12:00', weekend)).toBe('2026-03-09T07:02')
    expect(mailed('mention', '2026-03-09T00:30', { ...weekend, ...night })).toBe('2026-03-09T06:00')
    expect(mailed('mention', '2026-03-06T12:00', weekend)).toBe('2026-03-06T12:00')
    const busy = { quietFrom: '07:00', quietUntil: '20:00', quietDays: '["sunday"]' }
    expect(mailed('mention', '2026-03-08T12:00', busy)).toBe('2026-03-09T19:00')
  })
})
