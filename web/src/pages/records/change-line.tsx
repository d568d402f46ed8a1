import { Anchor } from '@mantine/core'
import { Link } from 'wouter'
import { useKnownName } from '../../api/names.ts'
import type { Change } from '../../api/types.ts'
import { happenedIn, subjectOf } from '../../parts/change-text.ts'
import { pageOf, pathOf } from './record-address.ts'

/** The page of the changed record, if it has one: a member is a person. */
function pageOfChanged({ kind, recordId }: Change['details']): string | undefined {
  if (kind === 'member') return pageOf('user', recordId)
  return pathOf(kind, recordId) === undefined ? undefined : pageOf(kind, recordId)
}

/** A change of any record in a list: which record, and what happened to it. */
export function ChangeLine({ details }: { details: Change['details'] }) {
  // Records that are gone have no name.
  const isThere = useKnownName(details.recordId) !== undefined
  const href = isThere ? pageOfChanged(details) : undefined
  const subject = subjectOf(details)
  return (
    <span style={{ overflowWrap: 'anywhere' }}>
      {href === undefined ? (
        subject
      ) : (
        <Anchor component={Link} href={href} inherit>
          {subject}
        </Anchor>
      )}
      {': '}
      {happenedIn(details)}
    </span>
  )
}
