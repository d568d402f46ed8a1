import { afterAll, beforeAll } from 'vitest'
import { type MailServer, startMailServer } from './smtp-server.ts'

/** Call at the top of a test file, before the world: tells the address of a mail server that is there with its tests. */
export function useMailServer(tell: (url: string) => void): MailServer {
  const mail = {} as MailServer
  beforeAll(async () => {
    Object.assign(mail, await startMailServer())
    tell(mail.url)
  })
  afterAll(() => mail.stop())
  return mail
}
