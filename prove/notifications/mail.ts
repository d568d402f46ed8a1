import { setTimeout as pause } from 'node:timers/promises'
import { issueToken } from '../../src/auth/access-token.ts'
import { rows } from '../../src/db/database.ts'
import { sql } from '../../src/db/sql.ts'
import { withDatabase } from '../../test/support/seed.ts'
import type { MailServer } from '../../test/support/smtp-server.ts'
import { Caller } from '../caller.ts'
import type { Company } from '../company.ts'
import type { Faults } from '../proof.ts'
import type { Settings } from '../service.ts'

export interface Person {
  id: string
  email: string
}

/** Milliseconds until all mail must have come: a killed process has claimed its mail for a minute. */
const patience = 150_000

/** Everybody wants mail about comments at once. */
export async function wantMail(
  settings: Settings,
  { companyNo }: Company,
  people: readonly Person[],
  url: string,
): Promise<void> {
  for (const { id: userId } of people) {
    const token = await withDatabase({ ...settings }, (db) =>
      db.transaction((tx) => issueToken(tx, { companyNo, userId, clientId: null })),
    )
    await new Caller(url, token).ok('PUT', '/v1/users/me/notificationSettings', { comment: 'now' })
  }
}

/** The news that each person has not been mailed yet: "a person gets at most 60 mails an hour". */
async function readWaiting(
  settings: Settings,
): Promise<{ isSending: boolean; unmailed: Map<string, number> }> {
  return withDatabase({ ...settings }, async (db) => {
    const unmailed = await rows<{ userId: string; dueAt: string; count: number }>(
      db,
      sql`SELECT "userId", min("dueAt") AS "dueAt", CAST(count(*) AS integer) AS "count" FROM "unmailed" GROUP BY "userId"`,
    )
    // Afterwards: news leaves that queue for this one.
    const mails = await rows(db, sql`SELECT 1 AS "one" FROM "mails" LIMIT 1`)
    const now = new Date().toISOString()
    const isSending = mails.length > 0 || unmailed.some(({ dueAt }) => dueAt <= now)
    return { isSending, unmailed: new Map(unmailed.map(({ userId, count }) => [userId, Number(count)])) }
  })
}

/** Each comment is in one mail to each person, or waits for one. Returns the numbers of mails. */
export async function checkMail(
  settings: Settings,
  mail: MailServer,
  people: readonly Person[],
  comments: number,
  faults: Faults,
): Promise<Record<string, number>> {
  let waiting = await readWaiting(settings)
  for (const end = performance.now() + patience; waiting.isSending && performance.now() < end; ) {
    await pause(500)
    waiting = await readWaiting(settings)
  }
  if (waiting.isSending) faults.add('Some mail was not sent')
  let [sent, repeated] = [0, 0]
  for (const { id, email } of people) {
    const mails = new Map<string, string>()
    while (mail.count(email) > 0) {
      const text = await mail.next(email)
      const [, messageId = ''] = /^Message-ID: (\S+)/im.exec(text) ?? []
      // A process was killed after the mail server took the mail: mail programs show it once.
      if (mails.has(messageId)) repeated += 1
      if (/^List-Unsubscribe:/im.test(text)) mails.set(messageId, plainPart(text))
    }
    sent += mails.size
    const quotes = [...mails.values()].flatMap((text) => text.match(/> Comment [\da-f-]{36}/g) ?? [])
    const rest = [...mails.values()].flatMap((text) => [...text.matchAll(/(One|\d+) more updates?/g)])
    const more = rest.reduce((sum, [, count]) => sum + (count === 'One' ? 1 : Number(count)), 0)
    if (new Set(quotes).size < quotes.length) faults.add(`${email} was mailed a comment twice`)
    const total = quotes.length + more + (waiting.unmailed.get(id) ?? 0)
    if (total !== comments) faults.add(`${email}: ${comments} comments, mailed or waiting ${total}`)
  }
  if (sent === 0) faults.add('There was no mail')
  return { mails: sent, 'mails sent again after a kill': repeated }
}

/** Both parts have the news; the text comes first. */
const plainPart = (letter: string): string => letter.split(/^Content-Type: text\/html/im)[0] ?? ''
