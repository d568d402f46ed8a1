import { type Fault, problem } from '../base/errors.ts'

/** A place in the changes of a company: after the change with this number. It gives no rights. */
interface Position {
  epoch: string
  seq: number
}

/** Where a request contains a position: a parameter or header by its name, or a member of the body. */
type Place = { parameter: string } | { pointer: string }

export const formatPosition = ({ epoch, seq }: Position): string => `${epoch}.${seq}`

/** The number of a position that the service has returned. Throws 400 or 410. */
export function readPosition(text: string, { epoch, seq: newest }: Position, place: Place): number {
  const [, ownEpoch, digits] = /^(\w{8})\.(\d{1,15})$/.exec(text) ?? []
  if (ownEpoch === undefined) throw invalidPosition(place, 'is not a position of the feed')
  if (ownEpoch !== epoch)
    throw problem(
      'feed_reset',
      'This position belongs to another database: the service was restored, moved or imported since. Read the lists again, and continue with after=now.',
    )
  const seq = Number(digits)
  if (seq > newest) throw invalidPosition(place, 'is ahead of the newest change')
  return seq
}

function invalidPosition(place: Place, detail: string): Error {
  const name = 'parameter' in place ? place.parameter : place.pointer.slice(1)
  const faults: Fault[] = [{ ...place, detail: `${detail}.` }]
  return problem('invalid_position', `The position in ${name} ${detail}.`, { faults })
}
