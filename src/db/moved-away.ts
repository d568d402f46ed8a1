import { entries } from './installation.ts'
import type { DatabaseState } from './migration-target.ts'

/** Where a database was moved to, and when. */
export interface Moved {
  at: string
  target: string
}

/** Earlier versions wrote `moved-away MOMENT TARGET` among the names of the migrations. */
const earlierPrefix = 'moved-away '

export const isEarlierMark = (name: string): boolean => name.startsWith(earlierPrefix)

export const movedValue = ({ at, target }: Moved): string => `${at} ${target}`

export function movedOf({ applied, installation }: DatabaseState): Moved | undefined {
  const value = installation.get(entries.movedTo) ?? applied.find(isEarlierMark)?.slice(earlierPrefix.length)
  if (value === undefined) return undefined
  const [at = '', ...target] = value.split(' ')
  return { at, target: target.join(' ') }
}

export class MovedAway extends Error {
  constructor({ at, target }: Moved) {
    super(
      `This database was moved to ${target} at ${at} and can no longer be served. Set ATRIUM_DATABASE_URL to the new database. To go back to this one, without the changes made there since, run: atrium move --reopen`,
    )
    this.name = 'MovedAway'
  }
}
