import { Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { MouseEvent } from 'react'
import { Link } from 'wouter'
import { api } from '../../api/client.ts'
import { recordTexts } from '../../texts/records.ts'
import { type AnyRecord, nameOf, pageOf, pathOf } from './record-address.ts'

/** The name of a record. Names rarely change, so they are cached for a while. */
export function useName(kind: string, id: string, wanted = true): string | null | undefined {
  const path = pathOf(kind, id)
  const { data, error } = useQuery({
    queryKey: ['name', kind, id],
    enabled: wanted && path !== undefined,
    staleTime: 300_000,
    queryFn: async ({ signal }) => nameOf(kind, await api<AnyRecord>('GET', path ?? '', { signal })),
  })
  return error === null ? data : null
}

/** A link to a record, by its name. */
export function Reference({ kind, id }: { kind: string; id: string }) {
  const name = useName(kind, id)
  if (name === null)
    return (
      <Text span fz="inherit" c="var(--atrium-quiet)" title={id}>
        {recordTexts.hidden}
      </Text>
    )
  return (
    <Anchor
      component={Link}
      href={pageOf(kind, id)}
      fz="inherit"
      onClick={(event: MouseEvent) => event.stopPropagation()}
      title={recordTexts.one(kind)}
    >
      {name ?? '…'}
    </Anchor>
  )
}
