import type { Transporter } from 'nodemailer'
import type { Config } from '../base/config.ts'
import type { Mail } from './outbox.ts'

const patience = 20_000

/** Hands mail to the server that the settings name; undefined where they name none. */
export function openMailer({
  mail: { server, from },
}: Pick<Config, 'mail'>): ((mail: Mail) => Promise<void>) | undefined {
  if (server === '') return undefined
  let transport: Promise<Transporter> | undefined
  return async ({ to, subject, text }) => {
    transport ??= connect(server)
    await (await transport).sendMail({ from, to: { name: '', address: to }, subject, text })
  }
}

async function connect(url: string): Promise<Transporter> {
  // Loaded where it is used: it is large.
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: patience,
    // What a person wrote is text: it names no file and no address to be fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}
