import { expect, inject, test } from 'vitest'
import { carryOut } from '../../prove/carry-out.ts'
import { proofs } from '../../prove/proofs.ts'
import type { Engine } from '../../src/db/database.ts'

/** Every proof's short form on an engine; `npm run prove` is the same at length. */
export function proveOn(engine: Engine): void {
  const postgresUrl = engine === 'postgres' ? inject('postgresUrl') : undefined
  for (const proof of proofs.filter(({ engines }) => engines.includes(engine)))
    test(`${proof.name}: ${proof.sentence}`, async (test) => {
      const tell = (): void => undefined
      const { faults, skipped } = await carryOut(proof, { engine, long: false, postgresUrl, tell })
      // Where a machine does not allow it, the reader is told.
      if (skipped !== undefined) await test.annotate(`${proof.name} could not be carried out: ${skipped}`)
      expect(faults).toEqual([])
    })
}
