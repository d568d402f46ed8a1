import { Anchor, SegmentedControl, Select, Text, TextInput } from '@mantine/core'
import { useId, useRef, useState } from 'react'
import { useCompany, useMe } from '../../api/me.ts'
import { useChange, usePage } from '../../api/queries.ts'
import type { Member, User } from '../../api/types.ts'
import { FormDialog, faultOf } from '../../parts/form-dialog.tsx'
import { useNotices } from '../../parts/notices.tsx'
import { memberTexts as words } from '../../texts/members.ts'
import { personLabel, usePeople } from '../setup/use-people.ts'

type MemberRole = Member['details']['role']
type UserType = User['details']['userType']

/** A member who was invited, with their link unless it was mailed. */
export type NewMember = Member & { link: string | null }

interface AddMemberProps {
  workspaceId: string
  onClose: () => void
  onAdded: (member: NewMember) => void
}

/** Adds somebody of the company to a workspace, or invites somebody by email. */
export function AddMember({ workspaceId, onClose, onAdded }: AddMemberProps) {
  const path = `/v1/workspaces/${workspaceId}`
  const notices = useNotices()
  const { user, isAdmin } = useMe()
  const company = useCompany()
  const mayInvite = isAdmin || company?.details.workspaceAdminsMayInvite === true
  const maySeePeople = isAdmin || user?.details.userType === 'Internal'
  const [wanted, setWanted] = useState<'company' | 'email'>('company')
  const source = !maySeePeople ? 'email' : !mayInvite ? 'company' : wanted
  const [role, setRole] = useState<MemberRole>('Contributor')
  const [person, setPerson] = useState<User>()
  const [typed, setTyped] = useState('')
  const [guest, setGuest] = useState({ fullName: '', email: '', userType: 'External' as UserType })
  const guestName = useRef<HTMLInputElement>(null)
  const prefilled = useRef({ fullName: '', email: '' })
  const add = useChange<User>(({ id }) => ({ method: 'PUT', path: `${path}/members/${id}`, body: { role } }))
  const invite = useChange<void, NewMember>(() => {
    const { userType, ...values } = guest
    const body = { ...values, role, ...(isAdmin && { userType }) }
    return { method: 'POST', path: `${path}/invitations`, body }
  })
  const done = (name: string): void => {
    notices.done(words.added(name))
    onClose()
  }
  /** A name or an address that was typed to find somebody need not be typed again to invite them. */
  const show = (next: typeof wanted): void => {
    setWanted(next)
    if (next !== 'email') return
    const text = person === undefined ? typed.trim() : ''
    const given = text.includes('@') ? { fullName: '', email: text } : { fullName: text, email: '' }
    const before = prefilled.current
    prefilled.current = given
    // A field that the person has edited stays as it is.
    const filled = (field: keyof typeof given): string =>
      guest[field] === '' || guest[field] === before[field] ? given[field] : guest[field]
    setGuest({ ...guest, fullName: filled('fullName'), email: filled('email') })
  }
  const submit = (): void => {
    if (source === 'email')
      invite.mutate(undefined, {
        onSuccess: (member) => {
          onAdded(member)
          done(member.details.fullName)
        },
      })
    else if (person !== undefined) add.mutate(person, { onSuccess: () => done(person.details.fullName) })
  }
  return (
    <FormDialog
      onClose={onClose}
      title={words.add}
      verb={source === 'email' ? words.invite : words.addPerson}
      busy={add.isPending || invite.isPending}
      disabled={source === 'company' && person === undefined}
      error={source === 'email' ? invite.error : add.error}
      fields={['fullName', 'email']}
      onSubmit={submit}
    >
      {maySeePeople && mayInvite && (
        <SegmentedControl
          aria-label={words.source}
          data={Object.entries(words.sources).map(([value, label]) => ({ value, label }))}
          value={source}
          onChange={(value) => show(value as typeof source)}
        />
      )}
      {source === 'company' ? (
        <PersonField
          {...{ path, value: person, onChange: setPerson, typed, setTyped }}
          {...(mayInvite && {
            onInvite: () => {
              show('email')
              requestAnimationFrame(() => guestName.current?.focus())
            },
          })}
        />
      ) : (
        <>
          <TextInput
            ref={guestName}
            label={words.name}
            value={guest.fullName}
            onChange={(event) => setGuest({ ...guest, fullName: event.currentTarget.value })}
            error={faultOf(invite.error, 'fullName')}
            autoComplete="off"
            data-autofocus
          />
          <TextInput
            label={words.email}
            description={words.emailHelp}
            type="email"
            value={guest.email}
            onChange={(event) => setGuest({ ...guest, email: event.currentTarget.value })}
            error={faultOf(invite.error, 'email')}
            autoComplete="off"
          />
          {isAdmin && (
            <Choice
              label={words.type}
              names={words.types}
              help={words.typeHelp}
              value={guest.userType}
              onChange={(userType) => setGuest({ ...guest, userType })}
            />
          )}
        </>
      )}
      <Choice label={words.role} names={words.roles} help={words.roleHelp} value={role} onChange={setRole} />
    </FormDialog>
  )
}

interface PersonFieldProps {
  path: string
  value: User | undefined
  onChange: (person: User | undefined) => void
  typed: string
  setTyped: (text: string) => void
  /** For people who may invite somebody who is not found. */
  onInvite?: () => void
}

/** A person of the company who is not a member yet. */
function PersonField({ path, value, onChange, typed, setTyped, onInvite }: PersonFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const members = usePage<Member>(`${path}/members?limit=500&fields=fullName`).data?.items ?? []
  const known = new Set(members.map(({ id }) => id))
  const { people: everyone, isPending } = usePeople(typed)
  const people = everyone.filter(({ id, details }) => details.status === 'Active' && !known.has(id))
  const text = typed.trim().toLocaleLowerCase()
  const isFound = people.some((person) => personLabel(person).toLocaleLowerCase().includes(text))
  return (
    <Select
      ref={field}
      label={words.person}
      description={
        // The list always includes the current user, so an empty one is still loading.
        everyone.length === 0 || isPending || isFound ? (
          words.personHelp
        ) : (
          <span role="status">
            {text === '' ? words.noneLeft : words.noPerson}{' '}
            {onInvite !== undefined && (
              <Anchor component="button" type="button" inherit onClick={onInvite}>
                {words.inviteInstead}
              </Anchor>
            )}
          </span>
        )
      }
      searchable
      data={people.map((person) => ({ value: person.id, label: personLabel(person) }))}
      value={value?.id ?? null}
      onChange={(id) => onChange(people.find((person) => person.id === id))}
      searchValue={typed}
      onSearchChange={(next) => {
        // Leaving the field clears it, but a person who was not found may be invited next.
        const isLeft = document.activeElement !== field.current
        if (next !== '' || value !== undefined || !isLeft) setTyped(next)
      }}
      data-autofocus
    />
  )
}

interface ChoiceProps<T extends string> {
  label: string
  names: Readonly<Record<T, string>>
  help: Readonly<Record<T, string>>
  value: T
  onChange: (value: T) => void
}

/** A few choices, with what the chosen one means. */
function Choice<T extends string>({ label, names, help, value, onChange }: ChoiceProps<T>) {
  const id = useId()
  return (
    <div>
      <Text size="sm" fw={600} id={id}>
        {label}
      </Text>
      <SegmentedControl
        aria-labelledby={id}
        mt={4}
        data={(Object.keys(names) as T[]).map((each) => ({ value: each, label: names[each] }))}
        value={value}
        onChange={(each) => onChange(each as T)}
      />
      <Text size="xs" c="var(--atrium-quiet)" mt={4}>
        {help[value]}
      </Text>
    </div>
  )
}
