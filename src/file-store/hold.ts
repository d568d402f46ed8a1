import { newId } from '../base/ids.ts'
import type { Database, Reader } from '../db/database.ts'
import { isLeased, leaseLeft, releaseLease, takeLease } from '../db/lease.ts'

const leaseName = 'copy'
/** Seconds. What dies without a word holds contents for as long. */
const times = { lasts: 120, renewed: 15 }

/** Whether somebody makes a copy, so that no content may be removed. */
export function isHeld(reader: Reader): Promise<boolean> {
  return isLeased(reader, leaseName)
}

/** What is known of who holds contents: for how many seconds they do still, and whether they have just said so. */
export async function holdOfOthers(reader: Reader): Promise<{ seconds: number; alive: boolean }> {
  const seconds = Math.ceil(await leaseLeft(reader, leaseName))
  return { seconds, alive: seconds > times.lasts - 2 * times.renewed }
}

/** Contents that nobody removes, until it is released. */
export interface Hold {
  /** Throws when the hold was lost: contents may be gone that the copy was to have. */
  demand(): void
  release(): Promise<void>
}

/** Undefined where another has it: one copy is made at a time. */
export async function holdContents(db: Database): Promise<Hold | undefined> {
  const owner = newId()
  if (!(await takeLease(db, leaseName, owner, times.lasts))) return undefined
  let until = Date.now() + times.lasts * 1000
  let lost = false
  let renewal = Promise.resolve()
  const renew = async (): Promise<void> => {
    const asked = Date.now()
    // A database that is out of reach for a moment is asked again; the lease lasts for several tries.
    const holds = await takeLease(db, leaseName, owner, times.lasts).catch(() => undefined)
    if (holds === true) until = asked + times.lasts * 1000
    if (holds === false) lost = true
  }
  const timer = setInterval(() => {
    renewal = renewal.then(renew)
  }, times.renewed * 1000)
  return {
    demand() {
      if (lost || Date.now() > until)
        throw new Error(
          'The hold on contents was lost, because the database was out of reach for too long. Begin again.',
        )
    },
    async release() {
      clearInterval(timer)
      await renewal
      await releaseLease(db, leaseName, owner).catch(() => undefined)
    },
  }
}
