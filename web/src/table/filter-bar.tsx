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
import { IconCheck, IconCode, IconFilterPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { ListPath } from '../api/queries.ts'
import { texts } from '../texts/texts.ts'
import { asRequest, expressionOf, operatorsOf, type Term } from './list-address.ts'

interface FilterBarProps {
  path: ListPath
  terms: readonly Term[]
  setTerms: (terms: readonly Term[]) => void
  address: string
}

/** Chips that build the API's own expression, and show it. */
export function FilterBar({ path, terms, setTerms, address }: FilterBarProps) {
  const [opened, setOpened] = useState(false)
  return (
    <Group gap="sm">
      {terms.map((term) => {
        const text = expressionOf(term, true)
        return (
          <Pill
            key={text}
            withRemoveButton
            size="md"
            removeButtonProps={{ 'aria-label': texts.table.removeFilter(text), tabIndex: 0 }}
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
            {texts.table.addFilter}
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
          <Tooltip label={copied ? texts.states.copied : texts.table.copyAsRequest}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              onClick={copy}
              aria-label={texts.table.copyAsRequest}
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
  const fields = operatorsOf(path)
  const names = [...fields.keys()]
  const [field, setField] = useState(names[0] ?? '')
  const operators = fields.get(field) ?? ['=']
  const [operator, setOperator] = useState('=')
  const [value, setValue] = useState('')
  const used = operators.includes(operator) ? operator : (operators[0] ?? '=')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        add({ field, operator: used, value })
      }}
    >
      <Stack gap="sm">
        <Select
          label={texts.table.field}
          data={names}
          value={field}
          onChange={(chosen) => setField(chosen ?? '')}
          comboboxProps={{ withinPortal: false }}
        />
        <Select
          label={texts.table.operator}
          data={operators.map((each) => ({
            value: each,
            label: texts.operators[each as keyof typeof texts.operators] ?? each,
          }))}
          value={used}
          onChange={(chosen) => setOperator(chosen ?? '=')}
          comboboxProps={{ withinPortal: false }}
        />
        <TextInput
          label={texts.table.value}
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
          data-autofocus
        />
        <Button type="submit">{texts.table.apply}</Button>
      </Stack>
    </form>
  )
}
