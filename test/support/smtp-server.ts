import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'

export interface MailServer {
  url: string
  /** The next letter to an address, as it came over the wire; quoted-printable is undone. */
  next: (to: string, patience?: number) => Promise<string>
  /** How many letters to an address are here. */
  count: (to: string) => number
  /** Whether it turns letters away from now on. */
  refuse: (whether: boolean) => void
  stop: () => Promise<void>
}

/** A real mail server on a free port, which keeps what it is given. */
export async function startMailServer(): Promise<MailServer> {
  const letters: { to: string; text: string }[] = []
  let refuses = false
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      text(stream).then((given) => {
        if (refuses) {
          done(new Error('Not now'))
          return
        }
        for (const { address } of session.envelope.rcptTo) letters.push({ to: address, text: decoded(given) })
        done()
      }, done)
    },
  })
  // A caller that is cut off is no matter of the server's.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('The mail server has no port')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    async next(to, patience = 10_000) {
      for (const end = performance.now() + patience; ; await setTimeout(20)) {
        const at = letters.findIndex((letter) => letter.to === to)
        const [letter] = at === -1 ? [] : letters.splice(at, 1)
        if (letter !== undefined) return letter.text
        if (performance.now() > end) throw new Error(`No mail came for ${to}`)
      }
    },
    count: (to) => letters.filter((letter) => letter.to === to).length,
    refuse(whether) {
      refuses = whether
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
