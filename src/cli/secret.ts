import { renameSync } from 'node:fs'
import { readConfig } from '../base/config.ts'
import { readSecret, type SecretPlace, SecretRefused, secretFile } from '../base/secret.ts'
import { withExclusiveAccess } from '../db/exclusive-access.ts'
import { openPatiently } from '../db/open.ts'
import { acceptSecret } from '../db/own-secret.ts'
import { type Command, exitCodes, type Streams } from './command.ts'
import { requireCurrentDatabase } from './with-database.ts'

export const secretCommand: Command = {
  name: 'secret replace',
  summary: 'Accepts another secret, if that of the installation is lost for good.',
  help: `
Usage: atrium secret replace

From now on the secret in ATRIUM_SECRET, or in the data folder, is the one of this installation; if there is none, it
is generated. First look for the old one: other hosts, the settings and the backups of this installation have it.

Lost for good: one-time codes (people sign in with a recovery code, or an administrator removes their one-time codes;
for the administrator: "atrium admin recover EMAIL --remove-codes"), the secret of single sign-on (enter it again in
Company Setup), and mail that waits to be sent. Everything else stays. Backups need a new folder.

Stop the service on all hosts first; otherwise it exits with 3.`,
  options: {},
  async run(_given, streams) {
    const config = readConfig(streams.environment)
    await requireCurrentDatabase(config)
    return withExclusiveAccess(config.database, 'source', async () => {
      const db = openPatiently(config.database)
      try {
        setDamagedAside(config, streams)
        await acceptSecret(db, config)
      } finally {
        await db.close()
      }
      const place = config.secret === '' ? secretFile(config) : 'ATRIUM_SECRET'
      streams.say(`The secret of this installation is now that in ${place}. All hosts need the same one.`)
      return exitCodes.done
    })
  },
}

/** A damaged file is kept: it may help to find out what happened. */
function setDamagedAside(place: SecretPlace, { note }: Streams): void {
  try {
    readSecret(place)
  } catch (error) {
    if (!(error instanceof SecretRefused)) throw error
    const aside = `${secretFile(place)}.damaged`
    renameSync(secretFile(place), aside)
    note(`Kept the damaged secret as ${aside}.`)
  }
}
