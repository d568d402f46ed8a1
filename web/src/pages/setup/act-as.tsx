import { Select } from '@mantine/core'
import { useState } from 'react'
import type { User } from '../../api/types.ts'
import { apiTexts as words } from '../../texts/setup-api.ts'
import { personLabel, usePeople } from './use-people.ts'

/** "Only a user with `createWorkspaces` and `manageAccounts` (or a company admin) can be chosen." */
function mayBeActedAs({ details: { permissions, status } }: User): boolean {
  if (status !== 'Active') return false
  return (
    permissions.includes('companyAdmin') ||
    (permissions.includes('createWorkspaces') && permissions.includes('manageAccounts'))
  )
}

interface ActAsProps {
  value: string | null
  onChange: (userHash: string | null) => void
  error?: string | undefined
  disabled?: boolean
}

/** A field for the person that a program acts as. */
export function ActAs({ value, onChange, error, disabled = false }: ActAsProps) {
  const [typed, setTyped] = useState('')
  const people = usePeople(typed).people.filter((person) => mayBeActedAs(person) || person.id === value)
  return (
    <Select
      label={words.actAs}
      description={words.actAsHelp}
      searchable
      disabled={disabled}
      data={people.map((person) => ({ value: person.id, label: personLabel(person) }))}
      value={value}
      onChange={onChange}
      onSearchChange={setTyped}
      error={error}
      nothingFoundMessage={words.noActAs}
    />
  )
}
