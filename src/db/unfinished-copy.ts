import { entries } from './installation.ts'
import type { DatabaseState } from './migration-target.ts'

/** Earlier versions wrote this among the names of the migrations. This version cannot resume their copies. */
const earlierMark = 'unfinished-copy'

/** The restore or move that is loading the database; empty if it was killed before it recorded its source. */
export const copySourceOf = ({ installation }: DatabaseState): string | undefined =>
  installation.get(entries.copySource)

/** Throws for a database that a restore or move has not finished loading. */
export function demandFinishedCopy(state: DatabaseState): void {
  demandNoEarlierCopy(state)
  if (copySourceOf(state) !== undefined) throw new CopyUnfinished('Run the same command again to continue.')
}

export function demandNoEarlierCopy({ applied }: DatabaseState): void {
  if (applied.includes(earlierMark))
    throw new CopyUnfinished(
      'An earlier version of Atrium started it: run the same command again with that version.',
    )
}

export class CopyUnfinished extends Error {
  constructor(next: string) {
    super(
      `The database is the target of a restore or move that is not complete. ${next} Or use an empty database.`,
    )
    this.name = 'CopyUnfinished'
  }
}
