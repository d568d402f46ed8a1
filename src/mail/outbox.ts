import { clock } from '../base/clock.ts'
import { stamp } from '../base/ids.ts'
import type { Seal } from '../base/secret.ts'
import type { Database, Transaction } from '../db/database.ts'
import type { MailRow } from '../db/rows/sign-in.ts'
import { topics } from '../observe/topics.ts'
import { type MailAudience, mayGetMail } from './audience.ts'

type Send = (mail: Mail, id: string) => Promise<void>

export interface Mail {
  to: string
  subject: string
  text: string
  html?: string
  headers?: Readonly<Record<string, string>>
  /** Checked again before each attempt. Without it, the mail is sent unconditionally. */
  audience?: MailAudience
}

interface MailLog {
  info: (fields: object, message: string) => void
  error: (fields: object, message: string) => void
}

/** After this many attempts a mail is dropped: the last pauses are about four hours each, a day in total. */
const mostAttempts = 14
const minute = 60_000
const batch = 20

/**
 * Outgoing mail, stored in the same transaction as the change it reports. It is encrypted, because it may
 * hold a link that signs its reader in.
 */
export class Outbox {
  readonly #db: Database
  readonly #seal: Seal
  readonly #send: Send | undefined
  readonly #log: MailLog

  /** `send` is undefined without a mail server: then nothing is stored. */
  constructor(db: Database, seal: Seal, send: Send | undefined, log: MailLog) {
    this.#db = db
    this.#seal = seal
    this.#send = send
    this.#log = log
  }

  get sends(): boolean {
    return this.#send !== undefined
  }

  async add(tx: Transaction, companyNo: number, mail: Mail): Promise<void> {
    if (!this.sends) return
    const { id, at: dueAt } = stamp()
    const sealed = this.#seal.seal(JSON.stringify(mail), id)
    await tx.query.insertInto('mails').values({ id, companyNo, dueAt, attempts: 0, sealed }).execute()
  }

  /** Starts sending due mail in the background. */
  wake(): void {
    if (this.sends)
      clock
        .pause(0)
        .then(() => this.deliver(new AbortController().signal))
        .catch(() => undefined)
  }

  /** Sends due mail; returns how many mails were sent. */
  async deliver(signal: AbortSignal): Promise<number> {
    let sent = 0
    while (!signal.aborted && this.#send !== undefined) {
      const due = await this.#claim()
      for (const mail of due) if (await this.#try(mail, this.#send)) sent += 1
      if (due.length < batch) break
    }
    return sent
  }

  /**
   * Postpones due mails while claiming them, so that no other process sends them too. Those of a deleted company wait
   * until it is restored.
   */
  async #claim(): Promise<MailRow[]> {
    const now = clock.timestamp()
    return this.#db.transaction(async (tx) => {
      const due = await tx.query
        .selectFrom('mails')
        .selectAll()
        .where('dueAt', '<=', now)
        .where((mail) =>
          mail.not(
            mail.exists(
              mail
                .selectFrom('companies')
                .select('companyNo')
                .whereRef('companies.companyNo', '=', 'mails.companyNo')
                .where('deletedAt', 'is not', null),
            ),
          ),
        )
        .orderBy('dueAt')
        .limit(batch)
        .execute()
      for (const { id, attempts } of due)
        await tx.query
          .updateTable('mails')
          .set({
            attempts: attempts + 1,
            dueAt: new Date(clock.now() + minute * 2 ** Math.min(attempts, 8)).toISOString(),
          })
          .where('id', '=', id)
          .execute()
      return due
    })
  }

  async #try({ id, companyNo, sealed, attempts }: MailRow, send: Send): Promise<boolean> {
    const opened = this.#seal.open(sealed, id)
    const fields = { mail: id, attempt: attempts + 1 }
    try {
      if (opened === undefined) throw new Error('The mail was encrypted with another secret')
      const mail = JSON.parse(opened) as Mail
      if (mail.audience && !(await mayGetMail(this.#db, companyNo, mail.to, mail.audience))) {
        this.#log.info(fields, 'Dropped a mail about something that its recipient may no longer see.')
        await this.#remove(id)
        return false
      }
      await send(mail, id)
    } catch (error) {
      topics.mailTried.publish({ sent: false })
      this.#log.error({ ...fields, err: error }, 'Could not send a mail.')
      if (attempts + 1 < mostAttempts) return false
      await this.#remove(id)
      return false
    }
    topics.mailTried.publish({ sent: true })
    this.#log.info(fields, 'Sent a mail.')
    await this.#remove(id)
    return true
  }

  async #remove(id: string): Promise<void> {
    await this.#db.transaction((tx) => tx.query.deleteFrom('mails').where('id', '=', id).execute())
  }
}
