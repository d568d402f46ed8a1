import { Badge, Box, Button, Group, Menu, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { useIsDeleted, useMe } from '../../../api/me.ts'
import type { User } from '../../../api/types.ts'
import {
  IconDots,
  IconSettings,
  IconTrash,
  IconUserCheck,
  IconUserOff,
  IconUserPlus,
} from '../../../parts/icons.tsx'
import { Ago } from '../../../parts/moments.tsx'
import { RowMenu } from '../../../parts/row-menu.tsx'
import { DataTable } from '../../../table/data-table.tsx'
import { peopleTexts as words } from '../../../texts/setup-people.ts'
import { SetupFrame } from '../setup-frame.tsx'
import { StateBadge } from '../state-badge.tsx'
import { Invite } from './invite.tsx'
import { LinkDialog, type MadeLink } from './link-dialog.tsx'
import { Deactivate, DeletePerson, useReactivate } from './person-dialogs.tsx'

type Open = { what: 'invite' } | { what: 'deactivate' | 'delete'; person: User } | undefined

/** Company Setup, People: everyone with an account. */
export function PeoplePage() {
  const [open, setOpen] = useState<Open>()
  const [made, setMade] = useState<MadeLink>()
  const { user: me } = useMe()
  const isDeleted = useIsDeleted()
  const reactivate = useReactivate()
  const close = (): void => setOpen(undefined)
  const invite = (
    <Button
      leftSection={<IconUserPlus size={16} />}
      disabled={isDeleted}
      onClick={() => setOpen({ what: 'invite' })}
    >
      {words.invite}
    </Button>
  )
  return (
    <SetupFrame action={invite}>
      <DataTable<User>
        path="/v1/users"
        exportAs="people"
        sort="fullName"
        nameOf={({ details }) => details.fullName}
        hrefOf={({ id }) => `/setup/people/${id}`}
        columns={[
          {
            field: 'fullName',
            label: words.name,
            show: ({ id, details }) => (
              <Box miw={0}>
                <Group gap="sm">
                  {details.fullName}
                  {id === me?.id && (
                    <Badge variant="default" size="sm" tt="none" fw={500}>
                      {words.you}
                    </Badge>
                  )}
                </Group>
                <Text size="xs" c="var(--atrium-quiet)" hiddenFrom="xl" style={{ overflowWrap: 'anywhere' }}>
                  {details.email}
                </Text>
              </Box>
            ),
          },
          { field: 'email', label: words.email, wide: 'xl', show: ({ details }) => details.email },
          {
            field: 'userType',
            label: words.type,
            short: true,
            wide: true,
            show: ({ details }) => words.types[details.userType],
          },
          {
            field: 'permissions',
            label: words.permissions,
            wide: true,
            show: ({ details }) => <Permissions of={details.permissions} />,
          },
          {
            field: 'status',
            label: words.status,
            short: true,
            show: ({ details: { status, invited } }) => (
              <StateBadge good={status === 'Active' && !invited}>
                {status === 'Active' && invited ? words.invited : words.statuses[status]}
              </StateBadge>
            ),
          },
          {
            field: 'lastSeenAt',
            label: words.lastSeen,
            short: true,
            wide: true,
            show: ({ details }) => <Ago at={details.lastSeenAt} none={words.neverSeen} />,
          },
        ]}
        actions={(person) => (
          <RowMenu label={person.details.fullName} icon={<IconDots size={16} />}>
            <Menu.Item
              component={Link}
              href={`/setup/people/${person.id}`}
              leftSection={<IconSettings size={16} />}
            >
              {words.open}
            </Menu.Item>
            {person.details.status === 'Active' ? (
              <Menu.Item
                leftSection={<IconUserOff size={16} />}
                onClick={() => setOpen({ what: 'deactivate', person })}
              >
                {words.deactivate}
              </Menu.Item>
            ) : (
              <Menu.Item leftSection={<IconUserCheck size={16} />} onClick={() => reactivate.mutate(person)}>
                {words.reactivate}
              </Menu.Item>
            )}
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={16} />}
              onClick={() => setOpen({ what: 'delete', person })}
            >
              {words.remove}
            </Menu.Item>
          </RowMenu>
        )}
        empty={{ title: words.emptyTitle, hint: words.emptyHint, action: invite }}
      />
      {open?.what === 'invite' && <Invite onClose={close} onMade={setMade} />}
      {open?.what === 'deactivate' && <Deactivate person={open.person} onClose={close} />}
      {open?.what === 'delete' && <DeletePerson person={open.person} onClose={close} />}
      {made !== undefined && <LinkDialog made={made} onClose={() => setMade(undefined)} />}
    </SetupFrame>
  )
}

function Permissions({ of }: { of: User['details']['permissions'] }) {
  if (of.includes('companyAdmin')) return words.permissionShort.companyAdmin
  return of.length === 0 ? (
    <Text span inherit c="var(--atrium-quiet)">
      {words.none}
    </Text>
  ) : (
    of.map((each) => words.permissionShort[each]).join(', ')
  )
}
