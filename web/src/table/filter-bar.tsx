import { ActionIcon, Button, CopyButton, Group, Pill, Popover, Select, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type KnownField, type ListPath, lists, type Operator } from '../api/records.ts'
import { Hint } from '../parts/hint.tsx'
import { IconCheck, IconCode, IconFilterPlus } from '../parts/icons.tsx'
import { recordTexts } from '../texts/records.ts'
import { texts } from '../texts/texts.ts'
import { asRequest } from './as-request.ts'
import { ExportCsv } from './export-csv.tsx'
import { dayInFilter } from './filter-day.ts'
import { fieldIn, type Term } from './list-address.ts'

const { table: words } = texts

const booleans = [
  { value: 'true', label: recordTexts.yes },
  { value: 'false', label: recordTexts.no },
]

const isDated = (known: KnownField | undefined): boolean =>
  known?.type === 'date' || known?.type === 'date-time'

interface FilterBarProps {
  path: ListPath
  terms: readonly Term[]
  setTerms: (terms: readonly Term[]) => void
  address: string
  /** The names of records that a field may refer to. Without them, people have to know the id. */
  named?: Readonly<Record<string, readonly Named[]>>
  /** The name of a CSV file with what is listed; without it there is no export here. */
  exportAs?: string
}

interface Named {
  value: string
  label: string
}

/** The filters of a list as chips, and the same list as a request to the API. */
export function FilterBar({ path, terms, setTerms, address, named = {}, exportAs }: FilterBarProps) {
  const [opened, setOpened] = useState(false)
  return (
    <Group gap="sm">
      {terms.map((term) => {
        const text = sentenceOf(path, term, named[term.field])
        return (
          <Pill
            key={text}
            withRemoveButton
            size="md"
            removeButtonProps={{ 'aria-label': words.removeFilter(text), 'aria-hidden': false, tabIndex: 0 }}
            onRemove={() => setTerms(terms.filter((each) => each !== term))}
          >
            {text}
          </Pill>
        )
      })}
      <Popover opened={opened} onChange={setOpened} trapFocus position="bottom-start" width={300} shadow="md">
        <Popover.Target>
          <Button
            variant="subtle"
            color="gray"
            px={8}
            leftSection={<IconFilterPlus size={16} />}
            onClick={() => setOpened(!opened)}
          >
            {words.addFilter}
          </Button>
        </Popover.Target>
        <Popover.Dropdown>
          <NewTerm
            path={path}
            named={named}
            add={(term) => {
              setTerms([...terms, term])
              setOpened(false)
            }}
          />
        </Popover.Dropdown>
      </Popover>
      <CopyButton value={asRequest(address)}>
        {({ copied, copy }) => (
          <Hint label={copied ? texts.states.copied : words.copyAsRequest}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              visibleFrom="sm"
              onClick={copy}
              aria-label={words.copyAsRequest}
            >
              {copied ? <IconCheck size={16} /> : <IconCode size={16} />}
            </ActionIcon>
          </Hint>
        )}
      </CopyButton>
      {exportAs !== undefined && <ExportCsv compact address={address} name={exportAs} />}
    </Group>
  )
}

interface NewTermProps {
  path: ListPath
  named: Readonly<Record<string, readonly Named[]>>
  add: (term: Term) => void
}

function NewTerm({ path, named, add }: NewTermProps) {
  const { filter } = lists[path]
  const names = Object.keys(filter)
  const [field, setField] = useState(names[0] ?? '')
  const operators = filter[field] ?? []
  const [chosen, setChosen] = useState<Operator>()
  const operator = chosen ?? usualOperator(operators)
  const known = fieldIn(path, field)
  const [value, setValue] = useState(usualValue(known))
  const [isMissing, setMissing] = useState(false)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (value !== '') add({ field, operator, value })
        setMissing(value === '')
      }}
    >
      <Stack gap="sm">
        <Select
          label={words.field}
          data={names.map((name) => ({ value: name, label: fieldIn(path, name)?.label ?? name }))}
          value={field}
          onChange={(name) => {
            setField(name ?? '')
            setChosen(undefined)
            setValue(usualValue(fieldIn(path, name ?? '')))
            setMissing(false)
          }}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
        />
        <Select
          label={words.operator}
          data={operators.map((each) => ({ value: each, label: words.operators(each, known?.type) }))}
          value={operator}
          onChange={(each) => setChosen(operators.find((one) => one === each))}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
        />
        <ValueField
          known={known}
          named={named[field]}
          value={value}
          error={isMissing && value === '' ? words.valueMissing : undefined}
          onChange={setValue}
        />
        <Button type="submit">{words.apply}</Button>
      </Stack>
    </form>
  )
}

interface ValueFieldProps {
  known: KnownField | undefined
  named: readonly Named[] | undefined
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

/** People rarely know a whole title or name. */
const usualOperator = (operators: readonly Operator[]): Operator =>
  operators.find((each) => each === 'contains') ?? operators[0] ?? '='

/** "Overdue is" means yes, unless the person says otherwise. */
const usualValue = (known: KnownField | undefined): string => (known?.type === 'boolean' ? 'true' : '')

/** A field for a value of the type that the filter takes, focused when the filter opens. A point in time is filtered by its day. */
function ValueField({ known, named, value, error, onChange }: ValueFieldProps) {
  const choices =
    named ??
    (known?.type === 'boolean'
      ? booleans
      : known?.choices?.map((choice) => ({ value: choice, label: choice })))
  if (choices !== undefined)
    return (
      <Select
        label={words.value}
        error={error}
        data={choices}
        searchable={choices.length > 8}
        data-autofocus
        value={value === '' ? null : value}
        onChange={(choice) => onChange(choice ?? '')}
        comboboxProps={{ withinPortal: false }}
      />
    )
  return (
    <TextInput
      label={known?.refersTo === undefined ? words.value : words.idOf(recordTexts.one(known.refersTo))}
      {...(known?.unit !== undefined && { description: words.inUnit(known.unit) })}
      type={isDated(known) ? 'date' : known?.type === 'number' ? 'number' : 'text'}
      {...(known?.type === 'number' && { step: 'any' })}
      error={error}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data-autofocus
    />
  )
}

/** The condition as people say it: "Status is Open". */
function sentenceOf(path: ListPath, term: Term, named?: readonly Named[]): string {
  const { field, operator, value } = term
  if (field === '') return value
  const known = fieldIn(path, field)
  const options = known?.type === 'boolean' ? booleans : named
  const day = isDated(known) ? dayInFilter(value) : undefined
  const shown = day ?? options?.find((each) => each.value === value)?.label
  return [known?.label ?? field, words.operators(operator, known?.type), shown ?? value].join(' ')
}
