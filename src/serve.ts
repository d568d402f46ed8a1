import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import { migrate, migrations } from './db/migrate.ts'
import { claimServing, openDatabase } from './db/open.ts'
import { jobs } from './jobs/registry.ts'
import { JobRunner } from './jobs/runner.ts'
import { readSecret } from './secret.ts'

export interface Running {
  /** Where it listens, such as http://localhost:8080. */
  address: string
  /** Takes no more requests, lets running ones end, and closes everything. */
  stop: () => Promise<void>
  /** Resolves when it has stopped, by a signal too. */
  stopped: Promise<void>
}

/** Configuration → database → app → listen → drain and close. */
export async function serve(given: Config, note: (line: string) => void): Promise<Running> {
  const claim = claimServing(given)
  await migrate(given.database, migrations, note)
  const secret = readSecret(given)
  const db = openDatabase(given, (error) => {
    // What was written is unknown; a retry may lie.
    note(`The disk failed under a commit, so the process ends: ${error.message}`)
    process.exit(1)
  })
  const { server, unready } = buildApp({ config: given, db, secret })
  await server.listen({ host: given.host, port: given.port })
  const address = `http://${given.host.includes(':') ? `[${given.host}]` : given.host}:${given.port}`
  const runner = new JobRunner(db, jobs, server.log)
  runner.start()
  await greet()

  async function greet(): Promise<void> {
    note(
      `Atrium serves ${given.publicUrl} (listening on ${address}). The explorer: ${given.publicUrl}/explorer`,
    )
    const company = await db.query.selectFrom('companies').select('id').limit(1).executeTakeFirst()
    if (company === undefined) note('There is no company yet. Create one with: npm run atrium -- init --help')
  }

  const ended = Promise.withResolvers<void>()
  let stopping = false
  const stop = (): Promise<void> => {
    if (!stopping) {
      stopping = true
      shutDown().then(ended.resolve, ended.reject)
    }
    return ended.promise
  }
  const onSignal = (signal: NodeJS.Signals): void => {
    if (stopping) process.exit(1)
    note(`${signal}: stopping; running requests may take ${given.shutdownSeconds} seconds to end.`)
    stop().catch(() => undefined)
  }
  async function shutDown(): Promise<void> {
    unready()
    const late = setTimeout(() => server.server.closeAllConnections(), given.shutdownSeconds * 1000)
    await Promise.all([server.close(), runner.stop()])
    clearTimeout(late)
    await db.close()
    claim.release()
    process.off('SIGTERM', onSignal).off('SIGINT', onSignal)
  }
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal)
  return { address, stop, stopped: ended.promise }
}
