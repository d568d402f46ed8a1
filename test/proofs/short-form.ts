import { expect, inject, test } from 'vitest'
import { carryOut } from '../../prove/carry-out.ts'
import { proofs } from '../../prove/proofs.ts'
import type { Engine } from '../../src/db/database.ts'

/** These trace system calls and fill disks, which takes Debian packages or root: `npm run test:deploy` runs them. */
const tracing = ['fsync', 'disk-full']

/** The short form of the proofs on an engine, without time limits; `npm run prove` runs the long one, and enforces them. */
export function proveOn(engine: Engine, which: 'tracing' | 'others'): void {
  const postgresUrl = engine === 'postgres' ? inject('postgresUrl') : undefined
  const chosen = proofs.filter(
    ({ name, engines }) => engines.includes(engine) && tracing.includes(name) === (which === 'tracing'),
  )
  for (const proof of chosen)
    test(`${proof.name}: ${proof.sentence}`, async (context) => {
      const onProgress = (): void => undefined
      const { faults, skipped } = await carryOut(proof, {
        engine,
        long: false,
        isTimed: false,
        postgresUrl,
        onProgress,
      })
      expect(faults).toEqual([])
      if (skipped !== undefined) context.skip(skipped)
    })
}
