import { Button, Group } from '@mantine/core'
import type { Page } from '../api/queries.ts'
import { IconChevronLeft, IconChevronRight } from '../parts/icons.tsx'
import { texts } from '../texts/texts.ts'

interface PagerProps {
  links: Page<unknown>['links']
  /** The list is in its default order, newest first. */
  newestFirst: boolean
  follow: (link: string | undefined) => () => void
}

/** Buttons for the previous and the next page. */
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
