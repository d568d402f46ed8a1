import { migrations } from '../../src/db/migrate.ts'
import { freePort } from '../../test/support/postgres-server.ts'
import { startMailServer } from '../../test/support/smtp-server.ts'
import { Caller } from '../caller.ts'
import { foundCompany, settingsFor } from '../company.ts'
import { Faults, type Outcome, type Place, type Proof } from '../proof.ts'
import { launch, ready, type Service, stop } from '../service.ts'
import { Balancer } from './balancer.ts'
import { claims } from './claims.ts'
import { type Group, makePeople } from './group.ts'
import { rollingRestart } from './rolling.ts'
import { signIn } from './sign-in.ts'

export const processesProof: Proof = {
  name: 'processes',
  sentence:
    'Several processes with one PostgreSQL and one file store behind a load balancer act as one service: keys, locks and `jti` values are used once, each email is sent once, each job runs in one process, rate limits are shared within 10 %, revocations and sign-ins apply everywhere. All processes can be replaced one after another under load without a failed request, even one in progress.',
  engines: ['postgres'],
  run,
}

/** Two single processes, and a supervisor with two workers: four processes. */
const alone = 2
const people = 100

async function run(place: Place): Promise<Outcome> {
  const mail = await startMailServer()
  const services: Service[] = []
  const [ports, metricsPorts]: [number[], number[]] = [[], []]
  for (let n = 0; n <= alone; n += 1) {
    ports.push(await freePort())
    metricsPorts.push(await freePort())
  }
  const balancer = await Balancer.open(ports)
  try {
    const settings = await settingsFor(place, {
      ATRIUM_SECRET: 'the same secret for all processes',
      ATRIUM_RATE_REQUESTS_PER_SECOND: '20',
      ATRIUM_RATE_BURST: '400',
      // A repeated jti counts as a failure.
      ATRIUM_RATE_FAILURES_PER_MINUTE: '0',
      ATRIUM_SMTP_URL: mail.url,
      ATRIUM_DRAIN_SECONDS: '2',
      ATRIUM_SHUTDOWN_SECONDS: '6',
    })
    const faults = new Faults()
    for (const [n, port] of ports.entries()) {
      const own = {
        ATRIUM_PORT: String(port),
        ATRIUM_METRICS_PORT: String(metricsPorts[n]),
        // A supervisor waits this long for open connections.
        ...(n === alone && {
          ATRIUM_PROCESSES: '2',
          ATRIUM_SHUTDOWN_SECONDS: '2',
          ATRIUM_DRAIN_SECONDS: '1',
        }),
      }
      services.push(await launch({ ...settings, ...own }))
    }
    await Promise.all(services.map((service) => ready(service)))
    migratedOnce(services, faults)
    const company = await foundCompany(settings)
    for (const port of ports) await balancer.until(port, true)
    const { url } = balancer
    const made = await new Caller(url, company.token).ok('POST', '/v1/workspaces', { workspaceName: 'All' })
    const group: Group = {
      settings,
      services,
      metricsPorts,
      url,
      company,
      workspaceId: made.body.id,
      people: await makePeople({ settings, url, company }, people),
      mail,
      faults,
      long: place.long,
    }
    const steps = Object.entries({ ...claims, signIn })
    for (const [n, [name, claim]] of steps.entries()) {
      place.onProgress(n / (steps.length + 2), name)
      await claim(group)
    }
    place.onProgress(steps.length / (steps.length + 2), 'replacing the processes')
    const { answered, replaced, slowest } = await rollingRestart(group, balancer)
    for (const code of await Promise.all(services.map(stop)))
      if (code !== 0) faults.add(`A process that was asked to stop ended with ${code}`)
    return {
      figures: {
        processes: alone + 2,
        'processes replaced': replaced,
        'requests in the meantime': answered,
        'slowest of them, ms': Math.round(slowest),
        'passed on unsent': balancer.passedOn,
      },
      faults: faults.all,
      slow: faults.slow,
    }
  } finally {
    for (const service of services) service.signal('SIGKILL')
    await balancer.close()
    await mail.stop()
  }
}

/** All started at the same moment on an empty database. */
function migratedOnce(services: readonly Service[], faults: Faults): void {
  const said = services.flatMap((service) => service.written().match(/Migrating \d+\/\d+: \S+/g) ?? [])
  if (said.length !== migrations.length || new Set(said).size !== migrations.length)
    faults.add(`Several processes migrated the database at once: ${said.join(', ')}`)
}
