import { problem } from '../base/errors.ts'

/** A place in the changes of a company: after the change with this number. It gives no rights. */
interface Position {
  epoch: string
  seq: number
}

export const formatPosition = ({ epoch, seq }: Position): string => `${epoch}.${seq}`

/** The number of a position that the service has given out. Throws 400 or 410. */
export function readPosition(text: string, { epoch, seq: newest }: Position, parameter: string): number {
  const [, ownEpoch, digits] = /^(\w{8})\.(\d{1,15})$/.exec(text) ?? []
  if (ownEpoch === undefined) throw invalidPosition(parameter, 'must be a position, `now` or `start`')
  if (ownEpoch !== epoch)
    throw problem(
      'feed_reset',
      'This position belongs to another database: the service was restored, moved or imported since. Read the lists again, and continue with after=now.',
    )
  const seq = Number(digits)
  if (seq > newest) throw invalidPosition(parameter, 'is ahead of the newest change')
  return seq
}

function invalidPosition(parameter: string, detail: string): Error {
  return problem('invalid_position', `The position in ${parameter} ${detail}.`, {
    faults: [{ parameter, detail: `${detail}.` }],
  })
}
