import { clock } from '../base/clock.ts'
import { newId } from '../base/ids.ts'
import type { Database, Reader } from '../db/database.ts'
import { isLeased, leaseLeft, releaseLease, takeLease } from '../db/lease.ts'

const leaseName = 'copy'
/** Seconds. A process that dies keeps its hold until the lease expires. */
const times = { lasts: 120, renewed: 15 }

/** Whether a backup is in progress, so that no content may be removed. */
export function isHeld(reader: Reader): Promise<boolean> {
  return isLeased(reader, leaseName)
}

/** The current hold: for how many more seconds it lasts, and whether it was just renewed. */
export async function holdOfOthers(reader: Reader): Promise<{ seconds: number; alive: boolean }> {
  const seconds = Math.ceil(await leaseLeft(reader, leaseName))
  return { seconds, alive: seconds > times.lasts - 2 * times.renewed }
}

/** While it is held, nobody removes content. */
export interface Hold {
  /** Throws if the hold was lost: content that the backup needs may be gone. */
  demand(): void
  release(): Promise<void>
}

/** Undefined if another process holds it: one backup runs at a time. */
export async function holdContents(db: Database): Promise<Hold | undefined> {
  const owner = newId()
  if (!(await takeLease(db, leaseName, owner, times.lasts))) return undefined
  let until = clock.now() + times.lasts * 1000
  let lost = false
  let renewal = Promise.resolve()
  const renew = async (): Promise<void> => {
    const asked = clock.now()
    // If the database is briefly unreachable, the next renewal follows soon; the lease outlasts several of them.
    const holds = await takeLease(db, leaseName, owner, times.lasts).catch(() => undefined)
    if (holds === true) until = asked + times.lasts * 1000
    if (holds === false) lost = true
  }
  const timer = clock.setInterval(() => {
    renewal = renewal.then(renew)
  }, times.renewed * 1000)
  return {
    demand() {
      if (lost || clock.now() > until)
        throw new Error(
          'Lost the hold on file content, because the database was unreachable for too long. Try again.',
        )
    },
    async release() {
      clock.clear(timer)
      await renewal
      await releaseLease(db, leaseName, owner).catch(() => undefined)
    },
  }
}
