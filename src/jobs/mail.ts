import type { Outbox } from '../mail/outbox.ts'
import type { Job } from './runner.ts'

/** Retries mail that could not be sent, with growing delays. */
export function sendMail(outbox: Outbox): Job {
  return {
    name: 'send-mail',
    everySeconds: 15,
    run: async (_db, signal) => {
      const sent = await outbox.deliver(signal)
      return sent === 0 ? undefined : `Sent ${sent} mails.`
    },
  }
}
