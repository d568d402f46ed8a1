import { Box, Stack, Text, Title } from '@mantine/core'
import { Link } from 'wouter'
import { useWorkspaceNames } from '../../api/workspace-names.ts'
import { CalendarAddress } from '../../parts/calendar-address.tsx'
import { WorkspaceMark } from '../../parts/marks.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Empty } from '../../parts/states.tsx'
import { calendarTexts as words } from '../../texts/calendar.ts'
import { calendarAddressTexts as addressWords } from '../../texts/calendar-address.ts'
import classes from './calendar-page.module.css'

/** The way to the calendars of the workspaces, and the address for calendar programs. */
export function CalendarPage() {
  const workspaces = useWorkspaceNames()
  return (
    <Box maw={720}>
      <PageHead />
      <Stack gap="xl">
        <section aria-labelledby="calendars">
          <Title order={2} id="calendars">
            {words.ofWorkspaces}
          </Title>
          {workspaces.size === 0 ? (
            <Empty title={words.noWorkspaces} />
          ) : (
            <ul className={classes['list']}>
              {[...workspaces].map(([id, name]) => (
                <li key={id}>
                  <Link href={`/p/workspace/${id}/calendar`}>
                    <WorkspaceMark id={id} />
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
          )}
        </section>
        <section aria-labelledby="subscribe">
          <Title order={2} id="subscribe">
            {addressWords.title}
          </Title>
          <Text size="sm" c="var(--atrium-quiet)" mb="md">
            {addressWords.hint}
          </Text>
          <CalendarAddress />
        </section>
      </Stack>
    </Box>
  )
}
