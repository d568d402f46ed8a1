import { Box, Button, Menu, MultiSelect, Select, Text } from '@mantine/core'
import { useState } from 'react'
import { useChange, usePage } from '../../../api/queries.ts'
import type { Member, Role, Workspace } from '../../../api/types.ts'
import { FormDialog, faultOf } from '../../../parts/form-dialog.tsx'
import { IconDots, IconUserMinus, IconUserPlus } from '../../../parts/icons.tsx'
import { useNotices } from '../../../parts/notices.tsx'
import { useOptimisticChange } from '../../../parts/optimistic-change.ts'
import { RowMenu } from '../../../parts/row-menu.tsx'
import { DataTable } from '../../../table/data-table.tsx'
import { workspaceTexts as words } from '../../../texts/setup-places.ts'
import { Section } from '../section.tsx'
import { personLabel, usePeople } from '../use-people.ts'

type RoleName = Member['details']['role']

const roles = Object.entries(words.roles).map(([value, label]) => ({ value, label }))

/** The members of a workspace and their roles. */
export function Members({ workspace }: { workspace: Workspace }) {
  const [adding, setAdding] = useState(false)
  const notices = useNotices()
  const list = `/v1/workspaces/${workspace.id}/members`
  const readOnly = workspace.details.archived
  const give = useOptimisticChange<{ member: Member; role: RoleName }>({
    list,
    id: ({ member }) => member.id,
    request: ({ member, role }) => ({ method: 'PUT', path: `${list}/${member.id}`, body: { role } }),
    becomes: ({ role }) => ({ role }),
    done: ({ member, role }) => notices.done(words.roleChanged(member.details.fullName, words.roles[role])),
  })
  const takeOut = useOptimisticChange<Member>({
    list,
    id: ({ id }) => id,
    request: ({ id }) => ({ method: 'DELETE', path: `${list}/${id}` }),
    becomes: () => null,
    done: (member) =>
      notices.done(words.takenOut(member.details.fullName), () =>
        give.mutate({ member, role: member.details.role }),
      ),
  })
  const add = !readOnly && (
    <Button variant="default" leftSection={<IconUserPlus size={16} />} onClick={() => setAdding(true)}>
      {words.addMembers}
    </Button>
  )
  return (
    <Section title={words.members} hint={words.membersHint} action={add} wide>
      <DataTable<Member>
        path="/v1/workspaces/{workspaceId}/members"
        below={list}
        sort="fullName"
        nameOf={({ details }) => details.fullName}
        columns={[
          {
            field: 'fullName',
            label: words.person,
            show: ({ details }) => (
              <Box miw={0}>
                {details.fullName}
                <Text size="xs" c="var(--atrium-quiet)" style={{ overflowWrap: 'anywhere' }}>
                  {details.email}
                </Text>
              </Box>
            ),
          },
          {
            field: 'role',
            label: words.role,
            show: (member) => (
              <Select
                aria-label={words.roleOf(member.details.fullName)}
                data={roles}
                w={{ base: 116, sm: 148 }}
                size="xs"
                disabled={readOnly}
                value={member.details.role}
                onChange={(role) => role !== null && give.mutate({ member, role: role as RoleName })}
              />
            ),
          },
        ]}
        actions={(member) =>
          !readOnly && (
            <RowMenu label={member.details.fullName} icon={<IconDots size={16} />}>
              <Menu.Item
                color="red"
                leftSection={<IconUserMinus size={16} />}
                onClick={() => takeOut.mutate(member)}
              >
                {words.takeOut}
              </Menu.Item>
            </RowMenu>
          )
        }
        empty={{ title: words.noMembersTitle, hint: words.noMembersHint, action: add }}
      />
      {adding && <AddMembers workspace={workspace} onClose={() => setAdding(false)} />}
    </Section>
  )
}

function AddMembers({ workspace, onClose }: { workspace: Workspace; onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [userIds, setUserIds] = useState<string[]>([])
  const [role, setRole] = useState<RoleName>('Contributor')
  const people = usePeople(typed).people.filter(
    ({ id, details }) => details.status === 'Active' || userIds.includes(id),
  )
  const known = usePage<Role>('/v1/roles').data?.items
  const notices = useNotices()
  const add = useChange(() => ({
    method: 'POST',
    path: `/v1/workspaces/${workspace.id}/roles/${known?.find(({ details }) => details.title === role)?.id}/addUsers`,
    body: { userIds },
  }))
  return (
    <FormDialog
      onClose={onClose}
      title={words.addMembers}
      verb={words.addMembers}
      disabled={known === undefined}
      busy={add.isPending}
      error={add.error}
      fields={['userIds']}
      onSubmit={() =>
        add.mutate(undefined, {
          onSuccess: () => {
            notices.done(words.membersAdded)
            onClose()
          },
        })
      }
    >
      <MultiSelect
        label={words.people}
        description={words.peopleHelp}
        searchable
        hidePickedOptions
        limit={100}
        data={people.map((person) => ({ value: person.id, label: personLabel(person) }))}
        value={userIds}
        onChange={setUserIds}
        onSearchChange={setTyped}
        error={faultOf(add.error, 'userIds')}
        nothingFoundMessage={words.nobodyFound}
        data-autofocus
      />
      <Select
        label={words.role}
        description={words.roleHelp[role]}
        data={roles}
        value={role}
        onChange={(chosen) => chosen !== null && setRole(chosen as RoleName)}
      />
    </FormDialog>
  )
}
