import { Badge, Button, Group, Menu, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { api } from '../../api/client.ts'
import { useMe } from '../../api/me.ts'
import { keepNames } from '../../api/names.ts'
import { useChange } from '../../api/queries.ts'
import { refreshAfterWrite } from '../../api/refresh.ts'
import { useMayAdminister } from '../../api/role.ts'
import type { Member, Workspace } from '../../api/types.ts'
import { rememberAct } from '../../api/undo.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import {
  IconCheck,
  IconChevronDown,
  IconDots,
  IconLogout,
  IconUserMinus,
  IconUserPlus,
} from '../../parts/icons.tsx'
import { Face } from '../../parts/marks.tsx'
import { Ago } from '../../parts/moments.tsx'
import { useNotices } from '../../parts/notices.tsx'
import { useOptimisticChange } from '../../parts/optimistic-change.ts'
import { RowMenu } from '../../parts/row-menu.tsx'
import { DataTable } from '../../table/data-table.tsx'
import { memberTexts as words } from '../../texts/members.ts'
import { ShownLink } from '../setup/people/link-dialog.tsx'
import { AddMember, type NewMember } from './add-member.tsx'
import classes from './members.module.css'

export type MemberRole = Member['details']['role']

/** The people of a workspace. Its Admins choose them and their roles. */
export function Members({ workspace }: { workspace: Workspace }) {
  const { id: workspaceId, details } = workspace
  const list = `/v1/workspaces/${workspaceId}/members`
  const { user: me } = useMe()
  const mayChange = useMayAdminister(workspace)
  const [isAdding, setIsAdding] = useState(false)
  const [isLeaving, setIsLeaving] = useState(false)
  const [made, setMade] = useState<NewMember>()
  const act = useMemberActs(list)
  const add = mayChange && (
    <Button leftSection={<IconUserPlus size={16} />} size="sm" h={32} onClick={() => setIsAdding(true)}>
      {words.add}
    </Button>
  )
  return (
    <section aria-label={words.title}>
      <div className={classes['head']}>
        <h2>{words.title}</h2>
        {add}
      </div>
      <DataTable<Member>
        path="/v1/workspaces/{workspaceId}/members"
        below={list}
        sort="fullName"
        nameOf={(member) => member.details.fullName}
        hrefOf={({ id }) => `/p/user/${id}`}
        columns={[
          {
            field: 'fullName',
            label: words.name,
            show: (member) => <Name of={member} isMe={member.id === me?.id} />,
          },
          { field: 'email', label: words.email, wide: true, show: (member) => member.details.email },
          {
            field: 'role',
            label: words.role,
            short: true,
            show: (member) =>
              mayChange ? (
                <RoleMenu member={member} onPick={(role) => act.changeRole(member, role)} />
              ) : (
                words.roles[member.details.role]
              ),
          },
          {
            field: 'createdAt',
            label: words.since,
            wide: true,
            short: true,
            show: (member) => <Ago at={member.details.createdAt} />,
          },
        ]}
        {...((mayChange || me !== undefined) && {
          actions: (member: Member) =>
            member.id === me?.id ? (
              <RowMenu label={member.details.fullName} icon={<IconDots size={16} />}>
                <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => setIsLeaving(true)}>
                  {words.leave}
                </Menu.Item>
              </RowMenu>
            ) : mayChange ? (
              <RowMenu label={member.details.fullName} icon={<IconDots size={16} />}>
                <Menu.Item
                  color="red"
                  leftSection={<IconUserMinus size={16} />}
                  onClick={() => act.remove(member)}
                >
                  {words.remove}
                </Menu.Item>
              </RowMenu>
            ) : null,
        })}
        empty={{ title: words.emptyTitle, hint: words.emptyHint, action: add }}
      />
      {isAdding && (
        <AddMember workspaceId={workspaceId} onClose={() => setIsAdding(false)} onAdded={setMade} />
      )}
      {isLeaving && me !== undefined && (
        <Leave
          path={`${list}/${me.id}`}
          workspaceName={details.workspaceName}
          onClose={() => setIsLeaving(false)}
        />
      )}
      {made?.link !== undefined && made.link !== null && (
        <ShownLink name={made.details.fullName} link={made.link} onClose={() => setMade(undefined)} />
      )}
    </section>
  )
}

/** Changes that are shown immediately, and can be undone. */
function useMemberActs(list: string) {
  const notices = useNotices()
  const client = useQueryClient()
  /** Describes what happened, and offers to give the member back the role that they had. */
  const done = (said: string, label: string, { id, details }: Member, onUndone: () => void): void => {
    const undo = rememberAct({
      label,
      undo: async () => {
        await api('PUT', `${list}/${id}`, { body: { role: details.role } })
        await refreshAfterWrite(client, list)
      },
    })
    notices.undoable(said, undo, onUndone)
  }
  const put = useOptimisticChange<{ member: Member; role: MemberRole }>({
    list,
    id: ({ member }) => member.id,
    request: ({ member, role }) => ({ method: 'PUT', path: `${list}/${member.id}`, body: { role } }),
    becomes: ({ role }) => ({ role }),
    done: ({ member, role }) => {
      const { fullName, role: before } = member.details
      done(words.roleChanged(fullName, words.roles[role]), words.roleOf(fullName), member, () =>
        notices.done(words.roleChanged(fullName, words.roles[before])),
      )
    },
  })
  const remove = useOptimisticChange<Member>({
    list,
    id: ({ id }) => id,
    request: ({ id }) => ({ method: 'DELETE', path: `${list}/${id}` }),
    becomes: () => null,
    done: (member) => {
      const { fullName } = member.details
      done(words.removed(fullName), words.removalOf(fullName), member, () => undefined)
    },
  })
  return {
    changeRole: (member: Member, role: MemberRole): void => {
      if (role !== member.details.role) put.mutate({ member, role })
    },
    remove: remove.mutate,
  }
}

function Name({ of: { id, details }, isMe }: { of: Member; isMe: boolean }) {
  useEffect(() => keepNames({ [id]: details.fullName }), [id, details.fullName])
  return (
    <Group gap="sm" wrap="nowrap" className={classes['name'] ?? ''}>
      <Face id={id} size={24} />
      <div>
        <Group gap="xs">
          <Link href={`/p/user/${id}`} onClick={(event) => event.stopPropagation()}>
            {details.fullName}
          </Link>
          {isMe && <Mark>{words.you}</Mark>}
          {details.invited && <Mark title={words.invitedHint}>{words.invited}</Mark>}
        </Group>
        <Text size="xs" c="var(--atrium-quiet)" hiddenFrom="sm" truncate maw="36vw" title={details.email}>
          {details.email}
        </Text>
      </div>
    </Group>
  )
}

function Mark({ title, children }: { title?: string; children: string }) {
  return (
    <Badge variant="default" size="sm" tt="none" fw={500} title={title}>
      {children}
    </Badge>
  )
}

/** The roles, the most powerful first. */
export const memberRoles = Object.keys(words.roles) as MemberRole[]

function RoleMenu({ member, onPick }: { member: Member; onPick: (role: MemberRole) => void }) {
  const { fullName, role } = member.details
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps clicks from the row behind it.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the row ignores the keys of what is inside it.
    <span onClick={(event) => event.stopPropagation()}>
      <Menu position="bottom-start" withinPortal>
        <Menu.Target>
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            ml={-8}
            fw={400}
            rightSection={<IconChevronDown size={14} />}
            aria-label={`${words.roleOf(fullName)}: ${words.roles[role]}`}
          >
            {words.roles[role]}
          </Button>
        </Menu.Target>
        <Menu.Dropdown maw={280}>
          {memberRoles.map((each) => (
            <Menu.Item
              key={each}
              onClick={() => onPick(each)}
              rightSection={each === role ? <IconCheck size={16} /> : undefined}
            >
              {words.roles[each]}
              <Text size="xs" c="var(--atrium-quiet)">
                {words.roleHelp[each]}
              </Text>
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </span>
  )
}

function Leave({
  path,
  workspaceName,
  onClose,
}: {
  path: string
  workspaceName: string
  onClose: () => void
}) {
  const notices = useNotices()
  const [, go] = useLocation()
  const leave = useChange<void>(() => ({ method: 'DELETE', path }))
  return (
    <FormDialog
      onClose={onClose}
      title={words.leaveTitle(workspaceName)}
      verb={words.leave}
      danger
      busy={leave.isPending}
      error={leave.error}
      onSubmit={() =>
        leave.mutate(undefined, {
          onSuccess: () => {
            notices.done(words.left(workspaceName))
            go('/workspaces')
          },
        })
      }
    >
      <Text size="sm">{words.leaveHint}</Text>
    </FormDialog>
  )
}
