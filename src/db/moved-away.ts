/** Stands in the ledger of migrations: every version, an earlier one too, refuses a database that has it. */
const prefix = 'moved-away '

export const movedMark = (moment: string, target: string): string => `${prefix}${moment} ${target}`

export const isMovedMark = (name: string): boolean => name.startsWith(prefix)

/** Where to, by what was marked. */
export const targetOf = (mark: string): string => mark.split(' ').slice(2).join(' ')

export class MovedAway extends Error {
  constructor(mark: string) {
    const moment = mark.split(' ')[1] ?? ''
    super(
      `This database was moved to ${targetOf(mark)} at ${moment}, and is not used any more: what is written here would be missing there. Set ATRIUM_DATABASE_URL to that one. To go back to this one, without what was written there since: atrium move --reopen`,
    )
    this.name = 'MovedAway'
  }
}
