import { OutwardClient } from '../../src/outward/client.ts'
import { type NameLookup, NameLookups } from '../../src/outward/lookups.ts'
import { AdmittedNetworks } from '../../src/outward/ranges.ts'
import { AddressRefused, ruleBrokenAt } from '../../src/outward/rules.ts'
import { startNameServer } from '../../test/support/name-server.ts'
import type { Faults } from '../proof.ts'
import { decoy, type Trap } from './trap.ts'

const admitted = new AdmittedNetworks([{ address: decoy, bits: 32 }], [])

/** Answers of a hostile name server, by the first label of the name: each sequence ends inwards. */
const sequences: Readonly<Record<string, readonly (readonly string[])[]>> = {
  second: [[decoy], ['127.0.0.1']],
  first: [['127.0.0.1'], [decoy]],
  both: [[decoy, '127.0.0.1']],
  metadata: [[decoy], ['169.254.169.254']],
  private: [[decoy], ['10.0.0.1', decoy]],
}

function answer(name: string, before: number): readonly string[] {
  const [label = ''] = name.split('.')
  const steps = sequences[label] ?? []
  return steps[before % steps.length] ?? []
}

interface Rebound {
  lookups: number
  refused: number
  answered: number
}

/** Names whose addresses change between one lookup and the next. */
export async function throughRebinding(trap: Trap, rounds: number, faults: Faults): Promise<Rebound> {
  const names = await startNameServer(answer)
  const found: Rebound = { lookups: 0, refused: 0, answered: 0 }
  try {
    const lookups = new NameLookups(names.lookup)
    const client = new OutwardClient({ admitted, fewPorts: true }, { keepsConnections: true, lookups })
    for (let n = 0; n < rounds; n += 1)
      for (const label of Object.keys(sequences)) {
        const name = `${label}.example`
        const sent = await client
          .send(`http://${name}:${trap.port}/`, {
            method: 'POST',
            headers: { connection: 'close' },
            body: '{}',
            seconds: 5,
            mostBytes: 1_000,
            whenLonger: 'cut',
          })
          .catch((error: unknown) => error)
        if (sent instanceof AddressRefused) found.refused += 1
        else if (sent instanceof Error) faults.add(`A request to ${name} failed by accident: ${sent.message}`)
        else found.answered += 1
      }
    client.close()
    found.lookups = Object.keys(sequences).reduce((sum, label) => sum + names.asked(`${label}.example`), 0)
    if (found.lookups !== rounds * Object.keys(sequences).length)
      faults.add(
        `${found.lookups} lookups were made: a connection must use exactly the address that was checked`,
      )
    if (!(await isFooledByHand(names.lookup))) faults.add('The name server of this proof does not rebind')
    return found
  } finally {
    names.stop()
  }
}

/** Whether checking a name and connecting to it afterwards would lead inwards: shows that this proof can fail. */
async function isFooledByHand(lookup: NameLookup): Promise<boolean> {
  const find = (): Promise<string[]> =>
    new Promise((resolve, reject) =>
      lookup('second.example', { all: true }, (error, found) =>
        error === null ? resolve(found.map(({ address }) => address)) : reject(error),
      ),
    )
  const isFine = (addresses: string[]): boolean =>
    addresses.every((address) => ruleBrokenAt(address, 'http:', admitted) === undefined)
  const [one, other] = [await find(), await find()]
  return isFine(one) !== isFine(other)
}
