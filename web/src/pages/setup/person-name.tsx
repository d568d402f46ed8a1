import { Anchor, Skeleton, Text } from '@mantine/core'
import type { MouseEvent } from 'react'
import { Link } from 'wouter'
import { useRecord } from '../../api/queries.ts'
import type { User } from '../../api/types.ts'
import { setupTexts } from '../../texts/setup.ts'

/** A click on the link does not open the row. */
const stop = (event: MouseEvent): void => event.stopPropagation()

/** The name of a person. */
export function PersonName({ id, link = false }: { id: string; link?: boolean }) {
  const { data, error } = useRecord<User>(`/v1/users/${id}`)
  if (data === undefined)
    return error === null ? (
      <Skeleton component="span" display="inline-block" width={96} height={12} radius={4} />
    ) : (
      <Text span inherit c="var(--atrium-quiet)">
        {setupTexts.nobodyKnown}
      </Text>
    )
  const name = data.details.fullName
  return link ? (
    <Anchor component={Link} href={`/setup/people/${id}`} inherit underline="always" onClick={stop}>
      {name}
    </Anchor>
  ) : (
    name
  )
}
