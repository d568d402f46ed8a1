import {
  ActionIcon,
  Button,
  CopyButton,
  Group,
  Pill,
  Popover,
  Select,
  Stack,
  TextInput,
  Tooltip,
} from '@mantine/core'
import { useState } from 'react'
import { type KnownField, type ListPath, lists, type Operator } from '../api/records.ts'
import { IconCheck, IconCode, IconFilterPlus } from '../parts/icons.tsx'
import { recordTexts } from '../texts/records.ts'
import { texts } from '../texts/texts.ts'
import { asRequest } from './as-request.ts'
import { fieldIn, type Term } from './list-address.ts'

const { table: words } = texts

const booleans = [
  { value: 'true', label: recordTexts.yes },
  { value: 'false', label: recordTexts.no },
]

interface FilterBarProps {
  path: ListPath
  terms: readonly Term[]
  setTerms: (terms: readonly Term[]) => void
  address: string
}

/** The filters of a list as chips, and the same list as a request to the API. */
export function FilterBar({ path, terms, setTerms, address }: FilterBarProps) {
  const [opened, setOpened] = useState(false)
  return (
    <Group gap="sm">
      {terms.map((term) => {
        const text = sentenceOf(path, term)
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
            leftSection={<IconFilterPlus size={16} />}
            onClick={() => setOpened(!opened)}
          >
            {words.addFilter}
          </Button>
        </Popover.Target>
        <Popover.Dropdown>
          <NewTerm
            path={path}
            add={(term) => {
              setTerms([...terms, term])
              setOpened(false)
            }}
          />
        </Popover.Dropdown>
      </Popover>
      <CopyButton value={asRequest(address)}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? texts.states.copied : words.copyAsRequest}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              onClick={copy}
              aria-label={words.copyAsRequest}
            >
              {copied ? <IconCheck size={16} /> : <IconCode size={16} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </Group>
  )
}

function NewTerm({ path, add }: { path: ListPath; add: (term: Term) => void }) {
  const { filter } = lists[path]
  const names = Object.keys(filter)
  const [field, setField] = useState(names[0] ?? '')
  const operators = filter[field] ?? []
  const [chosen, setChosen] = useState<Operator>('=')
  const operator = operators.includes(chosen) ? chosen : (operators[0] ?? '=')
  const [value, setValue] = useState('')
  const known = fieldIn(path, field)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (value !== '') add({ field, operator, value })
      }}
    >
      <Stack gap="sm">
        <Select
          label={words.field}
          data={names.map((name) => ({ value: name, label: fieldIn(path, name)?.label ?? name }))}
          value={field}
          onChange={(name) => {
            setField(name ?? '')
            setValue('')
          }}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
        />
        <Select
          label={words.operator}
          data={operators.map((each) => ({ value: each, label: words.operators(each, known?.type) }))}
          value={operator}
          onChange={(each) => setChosen(operators.find((one) => one === each) ?? '=')}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
        />
        <ValueField known={known} value={value} onChange={setValue} />
        <Button type="submit">{words.apply}</Button>
      </Stack>
    </form>
  )
}

interface ValueFieldProps {
  known: KnownField | undefined
  value: string
  onChange: (value: string) => void
}

/** A field for a value of the type that the filter takes. A point in time is filtered by its day. */
function ValueField({ known, value, onChange }: ValueFieldProps) {
  const choices =
    known?.type === 'boolean' ? booleans : known?.choices?.map((choice) => ({ value: choice, label: choice }))
  if (choices !== undefined)
    return (
      <Select
        label={words.value}
        data={choices}
        value={value === '' ? null : value}
        onChange={(choice) => onChange(choice ?? '')}
        comboboxProps={{ withinPortal: false }}
      />
    )
  const isDay = known?.type === 'date' || known?.type === 'date-time'
  return (
    <TextInput
      label={known?.refersTo === undefined ? words.value : words.idOf(recordTexts.one(known.refersTo))}
      {...(known?.unit !== undefined && { description: words.inUnit(known.unit) })}
      type={isDay ? 'date' : known?.type === 'number' ? 'number' : 'text'}
      {...(known?.type === 'number' && { step: 'any' })}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** The condition as people say it: "Status is Open". */
function sentenceOf(path: ListPath, { field, operator, value }: Term): string {
  const known = fieldIn(path, field)
  const shown = known?.type === 'boolean' ? booleans.find((each) => each.value === value)?.label : value
  return [known?.label ?? field, words.operators(operator, known?.type), shown ?? value].join(' ')
}
