import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Seal, sealed } from '../../src/base/secret.ts'
import { startCollector } from '../../test/support/collector.ts'
import { freePort } from '../../test/support/postgres-server.ts'
import { withDatabase } from '../../test/support/seed.ts'
import { startMailServer } from '../../test/support/smtp-server.ts'
import { settingsFor } from '../company.ts'
import { bothEngines, Faults, type Outcome, type Place, type Proof } from '../proof.ts'
import { launch, ready, type Service, stop } from '../service.ts'
import { Canaries } from './canaries.ts'
import { Heard } from './heard.ts'
import { commands, wrongSettings } from './operators.ts'
import { codes, firstStart, invitation, mistakes, refusedLetter, type Stage } from './people.ts'
import { calendar, programs, readEverything } from './programs.ts'
import { singleSignOn } from './single-sign-on.ts'
import { inDatabase, inFolder } from './stores.ts'
import { Visitor } from './visitor.ts'

export const secretsProof: Proof = {
  name: 'secrets',
  sentence:
    'Passwords, keys, tokens, links, codes and cookies, used correctly and incorrectly in every flow at the most detailed log level, appear only in the one response or email meant to deliver them: in no other response, log, audit log, metric, trace, command output, export or backup. No table column and no file, including the database file, holds one in plain text.',
  engines: bothEngines,
  run,
}

async function run(place: Place): Promise<Outcome> {
  const { engine, onProgress } = place
  const faults = new Faults()
  const canaries = new Canaries()
  const heard = new Heard()
  const mail = await startMailServer()
  const collector = await startCollector()
  const metricsPort = await freePort()
  const secret = canaries.make('secret of the installation').repeat(2)
  const metricsToken = canaries.make('metrics token')
  const data = join(place.folder, 'data')
  mkdirSync(data)
  const settings = await settingsFor(place, {
    ATRIUM_DATA: data,
    ATRIUM_LOG_LEVEL: 'trace',
    ATRIUM_SECRET: secret,
    ATRIUM_METRICS_PORT: String(metricsPort),
    ATRIUM_METRICS_TOKEN: metricsToken,
    ATRIUM_SMTP_URL: mail.url.replace('//', `//atrium:${canaries.make('mail password')}@`),
    ATRIUM_SSO_PRIVATE_ADDRESSES: 'yes',
    ATRIUM_RATE_FAILURES_PER_MINUTE: '0',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer ${canaries.make('token of the collector')}`,
  })
  const service = await ready(await launch(settings))
  try {
    const newVisitor = (name: string): Visitor => new Visitor(name, service.url, heard, canaries)
    const stage: Stage = { url: service.url, canaries, heard, mail, newVisitor }
    const steps: [string, () => Promise<unknown>][] = []
    const ada = await firstStart(stage, await linkOf(service))
    steps.push(['mistakes', () => mistakes(stage)])
    steps.push(['invitations and codes', async () => codes(stage, await invitation(stage, ada))])
    steps.push(['programs', () => programs(stage, ada)])
    steps.push(['single sign-on', () => singleSignOn(stage, ada)])
    steps.push(['a calendar', () => calendar(stage, ada)])
    steps.push(['a rejected mail', () => refusedLetter(stage, ada)])
    steps.push(['commands', () => commands(stage, settings, data)])
    steps.push(['wrong settings', () => wrongSettings(place, stage)])
    steps.push(['everything that can be read', () => readEverything(ada)])
    for (const [n, [what, step]] of steps.entries()) {
      onProgress(n / steps.length, `${what} on ${engine}`)
      await step()
    }
    for (const token of [metricsToken, canaries.make('wrong metrics token')]) {
      const headers = { authorization: `Bearer ${token}` }
      const figures = await fetch(`http://127.0.0.1:${metricsPort}/metrics`, { headers })
      heard.note(`/metrics (${figures.status})`, await figures.text())
    }
    const kept = await lookAtSealed(settings, secret, canaries, faults)
    const code = await stop(service)
    if (code !== 0) faults.add(`The service ended with ${code} when it was stopped`)
    for (const line of service.written().split('\n'))
      heard.note(
        `The log, in ${line.slice(0, 300)},`,
        line,
        line.startsWith('{') ? [] : ['link of the first start'],
      )
    if (collector.spans.length === 0) faults.add('No trace was sent')
    heard.note('The traces', collector.bytes())
    for (const leak of heard.leaks(canaries)) faults.add(leak)
    await withDatabase({ ...settings }, async (db) => {
      for await (const fault of inDatabase(db, canaries)) faults.add(fault)
    })
    for (const fault of inFolder(place.folder, canaries)) faults.add(fault)
    return {
      figures: {
        secrets: canaries.count,
        'answers, letters and lines searched': heard.count,
        'kept sealed': kept,
      },
      faults: faults.all,
    }
  } finally {
    await collector.stop()
    await mail.stop()
  }
}

/** The link of the first start, which is printed once the service listens. */
async function linkOf(service: Service): Promise<string> {
  for (const end = performance.now() + 120_000; performance.now() < end; await setTimeout(20)) {
    const [link] = /http\S+\/welcome#\S+(?=\s)/.exec(service.written()) ?? []
    if (link !== undefined) return link
  }
  throw new Error(`No link was printed: ${service.written()}`)
}

/** Secrets that must be readable later are encrypted: our secret decrypts them, another does not. */
async function lookAtSealed(
  settings: Record<string, string>,
  secret: string,
  canaries: Canaries,
  faults: Faults,
): Promise<number> {
  const opens = (text: string, purpose: string, bound: string, by = secret): string | undefined =>
    new Seal(Buffer.from(by), purpose).open(text, bound)
  const all = await withDatabase(settings, async (db) => {
    const companies = await db.query.selectFrom('companies').select(['id', 'ssoClientSecret']).execute()
    const seeds = await db.query.selectFrom('oneTimeCodes').select(['userId', 'seed']).execute()
    const mails = await db.query.selectFrom('mails').select(['id', 'sealed']).execute()
    return [
      ...companies.flatMap(({ id, ssoClientSecret: text }) =>
        text === null
          ? []
          : [{ text, bound: id, purpose: sealed.singleSignOn, what: 'the secret of single sign-on' }],
      ),
      ...seeds.map(({ userId, seed }) => ({
        text: seed,
        bound: userId,
        purpose: sealed.oneTimeCodes,
        what: 'a seed',
      })),
      ...mails.map(({ id, sealed: text }) => ({ text, bound: id, purpose: 'mail', what: 'a mail' })),
    ]
  })
  for (const { text, bound, purpose, what } of all) {
    if (opens(text, purpose, bound) === undefined) faults.add(`Our secret does not open ${what}`)
    if (opens(text, purpose, bound, `${secret}x`) !== undefined) faults.add(`Another secret opens ${what}`)
    if (canaries.in(Buffer.from(text, 'base64url')).length > 0) faults.add(`${what} is not sealed`)
  }
  for (const what of ['the secret of single sign-on', 'a seed', 'a mail'])
    if (!all.some((each) => each.what === what)) faults.add(`Nothing stored ${what}`)
  return all.length
}
