import { Button } from '@mantine/core'
import type { NextPage } from '../api/queries.ts'

/** Loads the next page of a list; nothing if there is none. */
export function MoreButton({ list, children }: { list: NextPage; children: string }) {
  if (!list.hasNextPage) return null
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-sm"
      loading={list.isFetchingNextPage}
      onClick={() => void list.fetchNextPage()}
    >
      {children}
    </Button>
  )
}
