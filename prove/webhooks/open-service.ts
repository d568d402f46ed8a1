import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/base/config.ts'
import { openDatabase } from '../../src/db/open.ts'
import { openBlobs } from '../../src/file-store/open.ts'
import { time } from '../../test/support/clock.ts'

export interface OpenService {
  url: string
  /** Moves the clock of the service, and gives it time to send deliveries. */
  forward: (milliseconds: number) => Promise<void>
  close: () => Promise<void>
}

const fatal = (error: Error): never => {
  throw error
}

/** The service in this process, so that hours can pass within seconds. */
export async function openService(settings: Record<string, string>): Promise<OpenService> {
  const config = readConfig(settings)
  const db = openDatabase(config, fatal)
  const blobs = await openBlobs(config.blobs, fatal)
  const app = buildApp({ config, db, blobs, secret: Buffer.from('a secret that only proofs know, 32+') })
  await app.server.listen({ host: '127.0.0.1', port: 0 })
  app.hub.start()
  app.dispatcher.start()
  return {
    url: `http://127.0.0.1:${(app.server.server.address() as AddressInfo).port}`,
    forward: async (milliseconds) => {
      await time.advance(milliseconds)
      await pause(150)
    },
    async close() {
      await app.server.close()
      await blobs.close()
      await db.close()
    },
  }
}
