import type { Outbox } from '../mail/outbox.ts'
import type { Job } from './runner.ts'

/** Sends what could not be sent at once, again and again with growing pauses. */
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
