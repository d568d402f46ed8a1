import { bothEngines, Faults, type Outcome, type Place, type Proof } from '../proof.ts'
import { whyNotTrace } from '../strace.ts'
import { failCalls } from './failing.ts'
import { fillDisk } from './full.ts'

export const diskFullProof: Proof = {
  name: 'disk-full',
  sentence:
    'On a full disk, writes get a 507 and leave nothing behind, and reads keep working; once there is space, writes work again without a restart. The process exits if it cannot write or sync the SQLite log or sync file content. Nothing acknowledged is lost.',
  engines: bothEngines,
  run,
}

async function run(place: Place): Promise<Outcome> {
  const faults = new Faults()
  place.onProgress(0, 'filling a disk')
  const refused = await fillDisk(place, faults)
  const untraced = whyNotTrace()
  place.onProgress(0.5, 'letting calls fail')
  const failed = untraced === undefined ? await failCalls(place, faults) : undefined
  if (refused === undefined && failed === undefined)
    return { figures: {}, faults: [], skipped: `no small disk can be mounted here, and ${untraced}` }
  return {
    figures: {
      'writes refused on a full disk': refused ?? 'none: no small disk can be mounted here',
      'kinds of calls that failed': failed ?? `none: ${untraced}`,
    },
    faults: faults.all,
  }
}
