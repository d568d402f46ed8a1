import { setTimeout } from 'node:timers/promises'
import { OutwardClient } from '../../src/outward/client.ts'
import { AdmittedNetworks } from '../../src/outward/ranges.ts'
import { AddressRefused } from '../../src/outward/rules.ts'
import { hostileHosts } from '../../test/support/hostile-addresses.ts'
import { Caller } from '../caller.ts'
import { foundCompany, settingsFor } from '../company.ts'
import { bothEngines, Faults, type Outcome, type Place, type Proof } from '../proof.ts'
import { launch, ready, stop } from '../service.ts'
import { throughRebinding } from './rebinding.ts'
import { decoy, setTrap, type Trap } from './trap.ts'

export const outwardProof: Proof = {
  name: 'outward',
  sentence:
    'Outgoing requests never reach the private side: more than 300 hostile addresses, in every notation, and a name server that changes its response between the check and the connection lead to no connection into the private network, and no redirect is followed.',
  engines: bothEngines,
  run,
}

const schemes = ['http', 'https'] as const

async function run(place: Place): Promise<Outcome> {
  const faults = new Faults()
  const trap = await setTrap()
  try {
    const direct = await throughClient(trap, faults)
    const rebound = await throughRebinding(trap, place.long ? 200 : 20, faults)
    const issuers = await throughSingleSignOn(place, trap, faults)
    if (trap.caught() > 0) faults.add(`${trap.caught()} connections went inwards`)
    return {
      figures: {
        'hostile addresses': hostileHosts.length,
        'requests refused': direct + rebound.refused,
        'identity providers refused': issuers,
        'lookups by a rebinding name server': rebound.lookups,
        'redirects not followed': rebound.answered,
        'connections inwards': trap.caught(),
      },
      faults: faults.all,
    }
  } finally {
    await trap.stop()
  }
}

async function throughClient({ port }: Trap, faults: Faults): Promise<number> {
  let refused = 0
  const admitted = new AdmittedNetworks([{ address: decoy, bits: 32 }], [])
  const client = new OutwardClient({ admitted, fewPorts: true })
  for (const host of hostileHosts)
    for (const scheme of schemes) {
      const address = `${scheme}://${host}:${port}/`
      const given = { method: 'POST', headers: {}, seconds: 5, mostBytes: 1_000, whenLonger: 'cut' } as const
      const sent = await client.send(address, given).catch((error: unknown) => error)
      if (sent instanceof AddressRefused) refused += 1
      else faults.add(`${address} was not refused: ${sent instanceof Error ? sent.message : 'it answered'}`)
    }
  return refused
}

/** Each address as the issuer of a company; anybody may then start single sign-on. */
async function throughSingleSignOn(place: Place, { port }: Trap, faults: Faults): Promise<number> {
  const settings = await settingsFor(place, {
    ATRIUM_LOG_LEVEL: 'warn',
    ATRIUM_RATE_FAILURES_PER_MINUTE: '0',
  })
  const { credential } = await foundCompany(settings)
  const service = await ready(await launch(settings))
  const caller = await Caller.of(service.url, credential)
  const hosts = place.long ? hostileHosts : hostileHosts.filter((_, n) => n % 10 === 0)
  let refused = 0
  for (const [n, host] of hosts.entries()) {
    place.onProgress(n / hosts.length, `issuers on ${place.engine}`)
    const sso = { ssoIssuer: `https://${host}:${port}`, ssoClientId: 'x', ssoDomains: ['outward.example'] }
    const { status } = await caller.send('PUT', '/v1/company', sso)
    if (status === 400) {
      refused += 1
      continue
    }
    const before = service.written().length
    const started = await caller.send(
      'POST',
      '/auth/sso',
      { email: 'a@outward.example' },
      { origin: 'http://localhost' },
    )
    const isRefused = (): boolean => service.written().slice(before).includes('is not on the public internet')
    // The log may arrive after the answer.
    for (const end = performance.now() + 120_000; !isRefused() && performance.now() < end; )
      await setTimeout(10)
    if (started.status === 503 && isRefused()) refused += 1
    else faults.add(`The issuer ${host} was answered with ${started.status}`)
  }
  await stop(service)
  return refused
}
