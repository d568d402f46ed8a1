import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Engine } from '../src/db/database.ts'
import { time } from '../test/support/clock.ts'
import { makeDatabase } from '../test/support/postgres-server.ts'
import { killAll } from './children.ts'
import type { Outcome, Place, Proof } from './proof.ts'
import { demandRoom, removeFolder } from './temporary-folder.ts'

interface Circumstances extends Pick<Place, 'engine' | 'long' | 'onProgress'> {
  /** The server on which databases are created; undefined on SQLite. */
  postgresUrl: string | undefined
  /** Whether an exceeded time limit is a fault. */
  isTimed: boolean
}

/** Runs a proof in its own folder, which is removed afterwards. */
export async function carryOut(proof: Proof, circumstances: Circumstances): Promise<Outcome> {
  const { postgresUrl, isTimed, ...given } = circumstances
  // Services that a proof starts have the machine's time, and an earlier proof may have moved ours.
  time.setToMachine()
  const folder = mkdtempSync(join(tmpdir(), 'atrium-proof-'))
  let count = 0
  async function newDatabase(): Promise<string> {
    count += 1
    if (postgresUrl === undefined) return `sqlite:${join(folder, `atrium${count}.db`)}`
    const name = `proof_${proof.name.replaceAll('-', '_')}_${count}`
    return `${postgresUrl}/${await makeDatabase(postgresUrl, name)}`
  }
  try {
    // If one proof fails early, the others still run.
    const { slow = [], ...found } = await proof.run({ ...given, folder, newDatabase }).catch(
      (error: unknown): Outcome => ({
        figures: {},
        faults: [`It failed: ${error instanceof Error ? error.stack : error}`],
      }),
    )
    const outcome = { ...found, faults: [...found.faults, ...(isTimed ? slow : [])] }
    if (outcome.faults.length > 0) demandRoom('goOn', folder)
    return outcome
  } finally {
    await killAll()
    removeFolder(folder)
  }
}

export const engines: readonly Engine[] = ['sqlite', 'postgres']
