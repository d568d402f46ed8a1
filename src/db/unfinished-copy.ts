import type { Migration } from './migrate.ts'

/** Stands in the ledger of migrations: every version, an earlier one too, refuses a database that has it. */
export const unfinishedCopy: Migration = {
  name: 'unfinished-copy',
  // What is needed to go on: whose copy it is, how far each table has come, which indexes are to be made.
  statements: ['CREATE TABLE "unfinishedCopy" ("name" text PRIMARY KEY, "state" text NOT NULL)'],
}

export class CopyUnfinished extends Error {
  constructor() {
    super(
      'The database is the target of a restore or a move that has not ended. Give the same command again: it goes on where it was. Or use an empty database.',
    )
    this.name = 'CopyUnfinished'
  }
}
