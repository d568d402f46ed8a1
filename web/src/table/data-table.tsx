import { Box, Button, Checkbox, Group, Menu, Table, Text, UnstyledButton } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { useLocation } from 'wouter'
import { usePage } from '../api/queries.ts'
import type { ListPath } from '../api/records.ts'
import { IconArrowDown, IconArrowUp, IconColumns3 } from '../parts/icons.tsx'
import { Empty, Failed, Loading } from '../parts/states.tsx'
import { VisuallyHidden } from '../parts/visually-hidden.tsx'
import { texts } from '../texts/texts.ts'
import classes from './data-table.module.css'
import { ExportCsv } from './export-csv.tsx'
import { FilterBar } from './filter-bar.tsx'
import { addressOf, isSortable, type Term } from './list-address.ts'
import { Pager } from './pager.tsx'
import { useStoredState } from './use-stored-state.ts'

export interface Column<R> {
  /** The field of the record; the list can be sorted by it if the API allows that. */
  field: string
  label: string
  show: (record: R) => ReactNode
  /** Hidden on phones, or on all but wide screens (`xl`). */
  wide?: boolean | 'xl'
  numeric?: boolean
  /** Never wraps. */
  short?: boolean
}

const oneLine = { style: { whiteSpace: 'nowrap' } } as const

interface Listed {
  id: string
}

export interface DataTableProps<R extends Listed> {
  /** The path of the list in the API. */
  path: ListPath
  /** The path with its ids filled in. */
  below?: string
  columns: readonly Column<R>[]
  /** The accessible name of a row. */
  nameOf: (record: R) => string
  hrefOf?: (record: R) => string
  onOpen?: (record: R) => void
  actions?: (record: R) => ReactNode
  empty: { title: string; hint: string; action?: ReactNode }
  /** The name of the CSV file; without it there is no export. */
  exportAs?: string
  sort?: string
  /** Conditions of the page itself, in addition to the filters. */
  fixed?: readonly Term[]
  /** Loads the names of the records that the listed ones mention. */
  names?: boolean
  /** The actions for the selected rows. */
  chosen?: (records: R[], clear: () => void) => ReactNode
}

/** A table of a list in the API, with sorting, filters and pages. */
export function DataTable<R extends Listed>(props: DataTableProps<R>) {
  const {
    path,
    below = path,
    columns,
    nameOf,
    hrefOf,
    onOpen,
    actions,
    empty,
    fixed = [],
    chosen,
    exportAs,
    names = false,
  } = props
  const [sort, setSort] = useState(props.sort)
  const [terms, setTerms] = useState<readonly Term[]>([])
  const [hidden, setHidden] = useStoredState<string[]>(`columns:${path}`, [])
  const [marked, setMarked] = useState<ReadonlyMap<string, R>>(new Map())
  const first = addressOf(path, { sort, terms: [...fixed, ...terms], names }, below)
  const [at, setAt] = useState<{ first: string; address: string }>({ first, address: first })
  const address = at.first === first ? at.address : first
  const { data, error, isPlaceholderData, refetch } = usePage<R>(address)
  const [, go] = useLocation()
  const shown = columns.filter(({ field }) => !hidden.includes(field))
  const open = (record: R): void => {
    if (onOpen !== undefined) onOpen(record)
    else if (hrefOf !== undefined) go(hrefOf(record))
  }
  const opens = onOpen !== undefined || hrefOf !== undefined
  const follow = (link: string | undefined) => () => {
    if (link !== undefined) setAt({ first, address: link })
  }
  const onKey = (event: KeyboardEvent<HTMLTableRowElement>, record: R): void => {
    if (event.target !== event.currentTarget) return
    const row = event.currentTarget
    if (event.key === 'Enter') open(record)
    else if (event.key === 'ArrowDown') (row.nextElementSibling as HTMLElement | null)?.focus()
    else if (event.key === 'ArrowUp') (row.previousElementSibling as HTMLElement | null)?.focus()
    else return
    event.preventDefault()
  }
  const mark = (record: R, on: boolean): void => {
    const next = new Map(marked)
    if (on) next.set(record.id, record)
    else next.delete(record.id)
    setMarked(next)
  }
  const items = data?.items ?? []
  const filtered = terms.length > 0
  return (
    <Box>
      <Group justify="space-between" mb="sm" gap="sm" className={classes['tools'] ?? ''}>
        <FilterBar path={path} terms={terms} setTerms={setTerms} address={address} />
        <Group gap="sm">
          {exportAs !== undefined && <ExportCsv address={first} name={exportAs} />}
          <Menu closeOnItemClick={false} position="bottom-end">
            <Menu.Target>
              <Button
                variant="subtle"
                color="gray"
                px={8}
                leftSection={<IconColumns3 size={16} />}
                visibleFrom="sm"
              >
                {texts.table.columns}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {columns.map(({ field, label }) => (
                <Menu.Item
                  key={field}
                  component="label"
                  leftSection={
                    <Checkbox
                      size="xs"
                      checked={!hidden.includes(field)}
                      onChange={() =>
                        setHidden(
                          hidden.includes(field)
                            ? hidden.filter((each) => each !== field)
                            : [...hidden, field],
                        )
                      }
                    />
                  }
                >
                  {label}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        </Group>
      </Group>
      {marked.size > 0 && chosen !== undefined && (
        <Group mb="sm">{chosen([...marked.values()], () => setMarked(new Map()))}</Group>
      )}
      {error !== null && data === undefined ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : data === undefined ? (
        <Loading rows={10} />
      ) : items.length === 0 && Object.keys(data.links).length === 0 ? (
        filtered ? (
          <Empty
            title={texts.table.nothingMatches}
            action={
              <Button variant="default" onClick={() => setTerms([])}>
                {texts.table.clearFilters}
              </Button>
            }
          />
        ) : (
          <Empty {...empty} />
        )
      ) : (
        <>
          <Table.ScrollContainer
            minWidth={320}
            type="native"
            tabIndex={0}
            className={classes['scroll'] ?? ''}
          >
            <Table
              stickyHeader
              highlightOnHover={opens}
              verticalSpacing={8}
              horizontalSpacing={12}
              fz="sm"
              style={{ opacity: isPlaceholderData ? 0.6 : 1 }}
              aria-busy={isPlaceholderData}
            >
              <Table.Thead>
                <Table.Tr>
                  {chosen !== undefined && (
                    <Table.Th w={40}>
                      <VisuallyHidden>{texts.table.selectAll}</VisuallyHidden>
                    </Table.Th>
                  )}
                  {shown.map(({ field, label, wide, numeric, short }) => (
                    <Table.Th
                      key={field}
                      {...(wide && { visibleFrom: wide === 'xl' ? 'xl' : 'sm' })}
                      ta={numeric ? 'right' : 'left'}
                      {...(short && oneLine)}
                      aria-sort={
                        sort === field ? 'ascending' : sort === `-${field}` ? 'descending' : undefined
                      }
                    >
                      {isSortable(path, field) ? (
                        <UnstyledButton
                          fz="inherit"
                          fw="inherit"
                          c="inherit"
                          aria-label={texts.table.sortBy(label)}
                          onClick={() =>
                            setSort(sort === field ? `-${field}` : sort === `-${field}` ? undefined : field)
                          }
                        >
                          <Group
                            gap={4}
                            wrap="nowrap"
                            component="span"
                            justify={numeric ? 'flex-end' : 'flex-start'}
                          >
                            {label}
                            {sort === field && <IconArrowUp size={14} />}
                            {sort === `-${field}` && <IconArrowDown size={14} />}
                          </Group>
                        </UnstyledButton>
                      ) : (
                        label
                      )}
                    </Table.Th>
                  ))}
                  {actions !== undefined && (
                    <Table.Th w={48}>
                      <VisuallyHidden>{texts.table.actions}</VisuallyHidden>
                    </Table.Th>
                  )}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {items.map((record) => (
                  <Table.Tr
                    key={record.id}
                    tabIndex={0}
                    h={40}
                    aria-label={nameOf(record)}
                    onKeyDown={(event) => onKey(event, record)}
                    onClick={() => open(record)}
                    style={{ cursor: opens ? 'pointer' : 'default' }}
                  >
                    {chosen !== undefined && (
                      <Table.Td onClick={(event) => event.stopPropagation()}>
                        <Checkbox
                          size="xs"
                          aria-label={texts.table.select(nameOf(record))}
                          checked={marked.has(record.id)}
                          onChange={(event) => mark(record, event.currentTarget.checked)}
                        />
                      </Table.Td>
                    )}
                    {shown.map(({ field, show, wide, numeric, short }) => (
                      <Table.Td
                        key={field}
                        {...(wide && { visibleFrom: wide === 'xl' ? 'xl' : 'sm' })}
                        ta={numeric ? 'right' : 'left'}
                        {...(!numeric && { className: classes['words'] ?? '' })}
                        {...(short && oneLine)}
                      >
                        {show(record)}
                      </Table.Td>
                    ))}
                    {actions !== undefined && (
                      <Table.Td onClick={(event) => event.stopPropagation()}>{actions(record)}</Table.Td>
                    )}
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
          {items.length === 0 && (
            <Text c="var(--atrium-quiet)" py="md">
              {texts.table.nothingHere}
            </Text>
          )}
          <Pager links={data.links} newestFirst={sort === undefined} follow={follow} />
        </>
      )}
    </Box>
  )
}
