import { createTransport } from 'nodemailer'
import type { Config } from '../config.ts'
import type { Mail } from './outbox.ts'

const patience = 20_000

/** Hands mail to the server that the settings name; undefined where they name none. */
export function openMailer({
  mail: { server, from },
}: Pick<Config, 'mail'>): ((mail: Mail) => Promise<void>) | undefined {
  if (server === '') return undefined
  const transport = createTransport({
    url: server,
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: patience,
    // What a person wrote is text: it names no file and no address to be fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return async ({ to, subject, text }) => {
    await transport.sendMail({ from, to: { name: '', address: to }, subject, text })
  }
}
