import { styleText } from 'node:util'
import { many } from '../backup/progress.ts'
import { type Config, ConfigFault, readConfig } from '../base/config.ts'
import { readSecret } from '../base/secret.ts'
import { email } from '../schema/fields/text.ts'
import { type Command, exitCodes, UsageFault } from './command.ts'
import { checkDisks, checkOwners } from './doctor/files.ts'
import { type Diagnosis, ok, wrong } from './doctor/finding.ts'
import { checkDatabase, checkFileStore, checkSecret } from './doctor/storage.ts'
import { checkMail, checkPages, checkService, checkTimeSync, checkVersions } from './doctor/surroundings.ts'
import { isOnDisk, type Owner, ownerOf, switchTo, userName } from './owner.ts'

export const doctorCommand: Command = {
  name: 'doctor',
  summary: 'Checks the installation and suggests a fix for each problem.',
  help: `
Usage: atrium doctor [--mail ADDRESS] [--json]

  --mail ADDRESS    Sends a test mail to this address.
  --json            Prints the findings as JSON.

Checks versions, settings, owners and permissions of the files, the secret, the database, the file store, the mail
server, the clock, free disk space, backups, the web pages, and the service on this machine. It leaves nothing behind.
Run it with the settings of the service, as its user or as root. Exits with 1 when something is wrong.`,
  options: { mail: { type: 'string' }, json: { type: 'boolean' } },
  asAnyUser: () => true,
  async run({ mail, json }, { say, environment }) {
    const fail = (detail: string): never => {
      throw new UsageFault(`--mail ${detail}`)
    }
    const to = typeof mail === 'string' ? email('').parse(mail, fail) : undefined
    const findings = await examine(environment, to)
    say(json === true ? JSON.stringify(findings) : summarize(findings))
    return findings.some(({ state }) => state === 'wrong') ? exitCodes.failed : exitCodes.done
  },
}

async function examine(
  environment: Readonly<Record<string, string | undefined>>,
  mail: string | undefined,
): Promise<readonly Diagnosis[]> {
  let config: Config
  try {
    config = readConfig(environment)
  } catch (error) {
    if (!(error instanceof ConfigFault)) throw error
    const remedy = 'Correct it in /etc/atrium.env; docs/settings.md lists all settings.'
    return [checkVersions(), ...error.faults.map((fault) => wrong('settings', fault, remedy))]
  }
  const owner = ownerOf(config)
  const known = [checkVersions(), ok('settings', 'all valid'), ...checkData(config, owner)]
  const mails = await checkMail(config, mail)
  const rest = [...mails, ...checkTimeSync(), checkPages()]
  if (known.some(({ about, state }) => about === 'user' && state === 'wrong'))
    return [...known, ...rest, await checkService(config, undefined)]
  // From here on it writes.
  if (owner !== undefined && process.geteuid?.() === 0) switchTo(owner)
  const secret = await checkSecret(config)
  const isReadable = secret.every(({ state }) => state === 'ok')
  return [
    ...known,
    ...secret,
    ...(await checkDatabase(config)),
    ...(await checkFileStore(config)),
    ...checkDisks(config),
    ...rest,
    await checkService(config, isReadable ? readSecret(config) : undefined),
  ]
}

/** Checks the owner of the data, and its files if this user may read them. */
function checkData(config: Config, owner: Owner | undefined): Diagnosis[] {
  if (owner === undefined && !isOnDisk(config))
    return [ok('user', 'all data is in the database and in the bucket, so no files were checked')]
  if (owner === undefined)
    return [
      wrong(
        'user',
        `there is no data in ${config.dataFolder}`,
        'Check ATRIUM_DATA and ATRIUM_DATABASE_URL: they must be those of the service. Or start the service once.',
      ),
    ]
  const [own, name] = [process.geteuid?.() ?? owner.uid, userName(owner.uid)]
  if (own !== owner.uid && own !== 0)
    return [
      wrong(
        'user',
        `you are ${userName(own)}, and the data belongs to ${name}, so the data was not checked`,
        owner.uid === 0 ? 'Run it as root.' : `Run it as root, or as ${name}: sudo -u ${name} …`,
      ),
    ]
  return [ok('user', `the data belongs to ${name}`), ...checkOwners(config, owner)]
}

const marks = { ok: ['ok', 'green'], warning: ['warning', 'yellow'], wrong: ['wrong', 'red'] } as const

function summarize(findings: readonly Diagnosis[]): string {
  const width = Math.max(...findings.map(({ about }) => about.length))
  const lines = findings.flatMap(({ about, state, text, remedy }) => {
    const [mark, color] = marks[state]
    const shown = styleText(color, mark.padEnd(7), { stream: process.stdout })
    const margin = ' '.repeat(width + 11)
    return [
      `${shown}  ${about.padEnd(width)}  ${text.replaceAll('\n', `\n${margin}`)}`,
      ...(remedy === undefined ? [] : [`${margin}→ ${remedy}`]),
    ]
  })
  const count = (wanted: Diagnosis['state']): number =>
    findings.filter(({ state }) => state === wanted).length
  const [problems, warnings] = [count('wrong'), count('warning')]
  const found = problems === 0 ? 'No problems' : many(problems, 'problem')
  const end = `${found}${warnings === 0 ? '' : `, ${many(warnings, 'warning')}`}.`
  return [...lines, '', end].join('\n')
}
