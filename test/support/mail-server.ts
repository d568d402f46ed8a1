import { afterAll, beforeAll } from 'vitest'
import { type MailServer, startMailServer } from './smtp-server.ts'

/**
 * Call at the top of a test file, before the world: runs a mail server during its tests, and passes its address to
 * `tell`.
 */
export function useMailServer(tell: (url: string) => void): MailServer {
  const mail = {} as MailServer
  beforeAll(async () => {
    Object.assign(mail, await startMailServer())
    tell(mail.url)
  })
  afterAll(() => mail.stop())
  return mail
}
