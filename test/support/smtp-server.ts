import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'

export interface MailServer {
  url: string
  /** The next letter to an address, as it came over the wire; quoted-printable is undone. */
  next: (to: string, patience?: number) => Promise<string>
  /** The next letter to an address as it came, with nothing undone. */
  nextRaw: (to: string, patience?: number) => Promise<string>
  /** How many letters to an address are here. */
  count: (to: string) => number
  /** Whether it turns letters away from now on; with the words that `because` makes of the letter. */
  refuse: (whether: boolean, because?: (letter: string) => string) => void
  stop: () => Promise<void>
}

/** A real mail server on a free port, which keeps what it is given. */
export async function startMailServer(): Promise<MailServer> {
  const letters: { to: string; text: string }[] = []
  let refuses = false
  let words = (_letter: string): string => 'Not now'
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    // Whoever has a name and a password is let in by them.
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
  async function nextRaw(to: string, patience = 10_000): Promise<string> {
    for (const end = performance.now() + patience; ; await setTimeout(20)) {
      const at = letters.findIndex((letter) => letter.to === to)
      const [letter] = at === -1 ? [] : letters.splice(at, 1)
      if (letter !== undefined) return letter.text
      if (performance.now() > end) throw new Error(`No mail came for ${to}`)
    }
  }
  // A caller that is cut off is no matter of the server's.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('The mail server has no port')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    nextRaw,
    next: async (to, patience) => decoded(await nextRaw(to, patience)),
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
