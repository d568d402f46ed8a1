import { Button, Group } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { Page } from '../api/queries.ts'
import { texts } from '../texts/texts.ts'

interface PagerProps {
  links: Page<unknown>['links']
  /** In the usual order, where the pages before are newer and those behind are older. */
  newestFirst: boolean
  follow: (link: string | undefined) => () => void
}

/** The way to the pages before and behind, by the list's own links; none where all fits on one. */
export function Pager({ links, newestFirst, follow }: PagerProps) {
  if (Object.keys(links).length === 0) return null
  return (
    <Group justify="flex-end" mt="sm" gap="sm">
      <Button
        variant="default"
        disabled={links.previous === undefined}
        leftSection={<IconChevronLeft size={16} />}
        onClick={follow(links.previous)}
      >
        {newestFirst ? texts.table.newer : texts.table.previous}
      </Button>
      <Button
        variant="default"
        disabled={links.next === undefined}
        rightSection={<IconChevronRight size={16} />}
        onClick={follow(links.next)}
      >
        {newestFirst ? texts.table.older : texts.table.next}
      </Button>
    </Group>
  )
}
