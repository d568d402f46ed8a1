import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { type ExitCode, exitCodes } from '../../src/cli/command.ts'
import type { Place } from '../proof.ts'
import { command, endWithin, kill, launch, type Settings } from '../service.ts'
import { admin, type Stage } from './people.ts'
import { middleOf } from './programs.ts'

/** The input and output of the operator's commands. */
export async function commands(
  { canaries, heard }: Stage,
  settings: Settings,
  folder: string,
): Promise<void> {
  const run = async (
    words: readonly string[],
    input = '',
    { expected = exitCodes.done, mayContain = [] }: { expected?: ExitCode; mayContain?: string[] } = {},
  ): Promise<string> => {
    const { code, stdout, stderr } = await command(words, settings, input)
    if (code !== expected)
      throw new Error(`${words.slice(0, 2).join(' ')} ended with ${code}, not ${expected}: ${stderr}`)
    heard.note(`The command ${words.slice(0, 2).join(' ')}`, stdout + stderr, mayContain)
    return stdout
  }
  const password = canaries.make('password of init')
  const init = ['init', '--company', 'Second', '--admin', 'eve@second.example', '--organization', 'accounts']
  await run([...init, '--password', canaries.make('password on the command line')], '', {
    expected: exitCodes.usage,
  })
  await run([...init, '--password-stdin'], `${password}\n`)
  await run([...init, '--password-stdin'], `${canaries.make('password of init, again')}\n`, {
    expected: exitCodes.refused,
  })
  const printed = await run(['client', 'create', '--act-as', admin.email], '', {
    mayContain: ['private key of the command line'],
  })
  canaries.add('private key of the command line', middleOf(JSON.parse(printed).private_key))
  await run(['export', '--company', admin.companyName, join(folder, 'archive')])
  await run(['backup', join(folder, 'backups')])
  await run(['check'])
}

/** Invalid settings, and servers that are unreachable or refuse: checks the messages about them. */
export async function wrongSettings(place: Place, { canaries, heard }: Stage): Promise<void> {
  const secret = (what: string): string => canaries.make(`${what} in a setting`)
  const database = await place.newDatabase()
  const tries: [what: string, settings: Settings][] = [
    [
      'invalid settings',
      {
        ATRIUM_DATABASE_URL: `mysql://atrium:${secret('database password of a wrong kind')}@db/atrium`,
        ATRIUM_SMTP_URL: `atrium:${secret('mail password without a scheme')}@mail`,
        ATRIUM_BLOBS_URL: `s3://key:${secret('key of a bucket')}@bucket`,
        ATRIUM_PUBLIC_URL: `https://user:${secret('password of the public address')}@example.com`,
        ATRIUM_AUTH_URL: `https://user:${secret('password of the other address')}@example.com`,
        ATRIUM_SECRET: canaries.add('short secret in a setting', randomBytes(12).toString('hex')),
        ATRIUM_METRICS_TOKEN: `${secret('metrics token')} with spaces`,
        ATRIUM_SMPT_URL: `smtp://atrium:${secret('mail password under a wrong name')}@mail`,
      },
    ],
    [
      'an unreachable database',
      { ATRIUM_DATABASE_URL: `postgres://atrium:${secret('database password')}@127.0.0.1:1/atrium` },
    ],
    [
      'an unreachable bucket',
      {
        ATRIUM_DATABASE_URL: database,
        ATRIUM_BLOBS_URL: 's3://bucket/prefix?endpoint=http://127.0.0.1:1',
        AWS_ACCESS_KEY_ID: 'key',
        AWS_SECRET_ACCESS_KEY: secret('key of an S3 store'),
      },
    ],
  ]
  if (place.engine === 'postgres')
    for (const [what, path] of [
      ['a database that refuses', new URL(database).pathname],
      ['a missing database', '/nothing'],
    ] as const) {
      const url = Object.assign(new URL(database), {
        password: secret(`password of ${what}`),
        pathname: path,
      })
      tries.push([what, { ATRIUM_DATABASE_URL: url.href }])
    }
  const start = async ([what, settings]: (typeof tries)[number], n: number): Promise<void> => {
    const common = { ATRIUM_LOG_LEVEL: 'trace', ATRIUM_DATA: join(place.folder, `other${n}`) }
    const service = await launch({ ...common, ...settings })
    await endWithin(service, patience)
    await kill(service)
    heard.note(`The service with ${what}`, service.written())
  }
  await Promise.all(tries.map(start))
}

/** Milliseconds until a service that cannot start has said why. */
const patience = 4_000
