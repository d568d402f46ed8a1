import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { usePage } from '../../api/queries.ts'
import type { User } from '../../api/types.ts'
import { apiTexts as words } from '../../texts/setup-api.ts'

/** "Only a user with `createWorkspaces` and `manageAccounts` (or a company admin) can be chosen." */
function mayBeActedAs({ details: { permissions, status } }: User): boolean {
  if (status !== 'Active') return false
  return (
    permissions.includes('companyAdmin') ||
    (permissions.includes('createWorkspaces') && permissions.includes('manageAccounts'))
  )
}

const nameOf = ({ details }: User): string => `${details.fullName} (${details.email})`

interface ActAsProps {
  value: string | null
  onChange: (userHash: string | null) => void
  error?: string | undefined
  disabled?: boolean
}

/** Choosing the person that a program acts as, among those who can be. */
export function ActAs({ value, onChange, error, disabled = false }: ActAsProps) {
  const people = usePage<User>('/v1/users?limit=500&sort=fullName&filter=status%3D%22Active%22')
  const [typed, setTyped] = useState('')
  const [wanted] = useDebouncedValue(typed.trim(), 300)
  // Beyond the first five hundred a person is found by the whole address.
  const named = usePage<User>(
    `/v1/users?limit=1&filter=${encodeURIComponent(`email=${JSON.stringify(wanted.includes('@') ? wanted : '-')}`)}`,
  )
  const known = new Map<string, User>()
  for (const person of [...(people.data?.items ?? []), ...(named.data?.items ?? [])])
    if (mayBeActedAs(person) || person.id === value) known.set(person.id, person)
  return (
    <Select
      label={words.actAs}
      description={words.actAsHelp}
      searchable
      disabled={disabled}
      data={[...known.values()].map((person) => ({ value: person.id, label: nameOf(person) }))}
      value={value}
      onChange={onChange}
      onSearchChange={setTyped}
      error={error}
      nothingFoundMessage={words.noActAs}
    />
  )
}
