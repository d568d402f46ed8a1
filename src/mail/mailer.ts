import type { Transporter } from 'nodemailer'
import type { Config } from '../base/config.ts'
import type { Mail } from './outbox.ts'

const patience = 20_000

/** Sends mail through the configured server; undefined if there is none. */
export function openMailer({
  mail: { server, from },
  publicUrl,
}: Pick<Config, 'mail' | 'publicUrl'>): ((mail: Mail, id: string) => Promise<void>) | undefined {
  if (server === '') return undefined
  let transport: Promise<Transporter> | undefined
  const { hostname } = new URL(publicUrl)
  return async ({ to, subject, text, html, headers }, id) => {
    transport ??= connect(server)
    await (await transport).sendMail({
      from,
      to: { name: '', address: to },
      subject,
      text,
      // The same for each attempt: a process may be killed after the server has accepted the mail.
      messageId: `<${id}@${hostname}>`,
      ...(html !== undefined && { html }),
      ...(headers && { headers }),
    })
  }
}

/** Connects and signs in; throws if the server refuses. */
export async function verifyMailServer({ mail: { server } }: Pick<Config, 'mail'>): Promise<void> {
  const transport = await connect(server)
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

async function connect(url: string): Promise<Transporter> {
  // Imported lazily because it is large.
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: patience,
    // Text from a user must not make the library read a file or fetch an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}
