import { Button, Group, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { is, type Term } from '../../../table/list-address.ts'
import { auditTexts as words } from '../../../texts/setup-audit.ts'
import { personLabel, usePeople } from '../use-people.ts'

export interface AuditChoice {
  who: string | null
  /** `kind:task` or `type:task.updated`. */
  what: string | null
  /** Days in the time zone of the browser. */
  from: string
  until: string
}

export const everything: AuditChoice = { who: null, what: null, from: '', until: '' }

/** The start of a day in the time zone of the browser, as a timestamp. */
function beginning(day: string, later = 0): string | undefined {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const moment = new Date(year, month - 1, date + later)
  return day === '' || Number.isNaN(moment.valueOf()) ? undefined : moment.toISOString()
}

/** The filter for the API. */
export function termsOf({ who, what, from, until }: AuditChoice): Term[] {
  const [field = '', value = ''] = what?.split(':') ?? []
  const [begin, end] = [beginning(from), beginning(until, 1)]
  return [
    ...(who === null ? [] : [is('userHash', who)]),
    ...(what === null ? [] : [is(field, value)]),
    ...(begin === undefined ? [] : [{ field: 'createdAt', operator: '>=' as const, value: begin }]),
    ...(end === undefined ? [] : [{ field: 'createdAt', operator: '<' as const, value: end }]),
  ]
}

const groups = (Object.keys(words.choices) as (keyof typeof words.choices)[]).map((group) => ({
  group: words.groups[group],
  items: Object.entries<string>(words.choices[group]).map(([value, label]) => ({ value, label })),
}))

interface AuditFiltersProps {
  choice: AuditChoice
  set: (changes: Partial<AuditChoice>) => void
}

/** Filters by person, type and period. */
export function AuditFilters({ choice, set }: AuditFiltersProps) {
  const [typed, setTyped] = useState('')
  const { people } = usePeople(typed)
  const isAll = JSON.stringify(choice) === JSON.stringify(everything)
  return (
    <Group gap="sm" align="flex-end">
      <Select
        label={words.who}
        placeholder={words.anybody}
        w={{ base: '100%', xs: 200 }}
        searchable
        clearable
        allowDeselect
        data={people.map((person) => ({ value: person.id, label: personLabel(person) }))}
        value={choice.who}
        onChange={(who) => set({ who })}
        onSearchChange={setTyped}
      />
      <Select
        label={words.what}
        placeholder={words.anything}
        w={{ base: '100%', xs: 200 }}
        searchable
        clearable
        allowDeselect
        data={groups}
        value={choice.what}
        onChange={(what) => set({ what })}
      />
      <TextInput
        label={words.from}
        type="date"
        w={{ base: 'calc(50% - 4px)', xs: 140 }}
        max={choice.until}
        value={choice.from}
        onChange={(event) => set({ from: event.currentTarget.value })}
      />
      <TextInput
        label={words.until}
        type="date"
        w={{ base: 'calc(50% - 4px)', xs: 140 }}
        min={choice.from}
        value={choice.until}
        onChange={(event) => set({ until: event.currentTarget.value })}
      />
      {!isAll && (
        <Button variant="subtle" color="gray" onClick={() => set(everything)}>
          {words.clear}
        </Button>
      )}
    </Group>
  )
}
