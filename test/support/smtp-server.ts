import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { until } from './process.ts'

export interface MailServer {
  url: string
  /** The next message to an address, with quoted-printable decoded. */
  next: (to: string) => Promise<string>
  /** The next message to an address as received, without decoding. */
  nextRaw: (to: string) => Promise<string>
  /** How many messages to an address have arrived. */
  count: (to: string) => number
  /** Whether to reject messages from now on, with the error text that `because` builds from the message. */
  refuse: (whether: boolean, because?: (letter: string) => string) => void
  stop: () => Promise<void>
}

/** A real mail server on a free port that stores the messages it receives. */
export async function startMailServer(): Promise<MailServer> {
  const letters: { to: string; text: string }[] = []
  let refuses = false
  let words = (_letter: string): string => 'Not now'
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    // Accepts any name and password.
    allowInsecureAuth: true,
    onAuth: ({ username }, _session, done) => done(null, { user: username }),
    onData: (stream, session, done) => {
      text(stream).then((given) => {
        if (refuses) {
          done(new Error(words(decoded(given))))
          return
        }
        for (const { address } of session.envelope.rcptTo) letters.push({ to: address, text: given })
        done()
      }, done)
    },
  })
  async function nextRaw(to: string): Promise<string> {
    const at = (): number => letters.findIndex((letter) => letter.to === to)
    await until(`mail came for ${to}`, () => at() !== -1)
    return letters.splice(at(), 1)[0]?.text ?? ''
  }
  // A client that disconnects is not an error of the server.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('The mail server has no port')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    nextRaw,
    next: async (to) => decoded(await nextRaw(to)),
    count: (to) => letters.filter((letter) => letter.to === to).length,
    refuse(whether, because = () => 'Not now') {
      refuses = whether
      words = because
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function decoded(given: string): string {
  return given
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll('\r\n ', ' ')
}
