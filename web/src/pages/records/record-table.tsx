import type { ReactNode } from 'react'
import { type ListPath, lists, type RecordTypes, records } from '../../api/records.ts'
import type { Change } from '../../api/types.ts'
import { happenedIn, subjectOf } from '../../parts/change-text.ts'
import { type Column, DataTable } from '../../table/data-table.tsx'
import type { Term } from '../../table/list-address.ts'
import { auditSummary, changedField } from '../../texts/audit-sentences.ts'
import { historyTexts } from '../../texts/history.ts'
import { recordTexts } from '../../texts/records.ts'
import { ChangeLine } from './change-line.tsx'
import { FieldValue } from './field-value.tsx'
import { type AnyRecord, isHistory, nameOf, pageOf } from './record-address.ts'

type Columns = {
  readonly [K in keyof RecordTypes]?: readonly (string & keyof RecordTypes[K]['details'])[]
}

/** The columns of a list, where the usual ones would not do. A phone only shows the first two. */
const chosenColumns: Columns = {
  task: ['title', 'status', 'priority', 'dueDate', 'assignees', 'updatedAt'],
  tasklist: ['tasklistName', 'startDate', 'milestoneId', 'template', 'updatedAt'],
  milestone: ['title', 'status', 'startDate', 'dueDate', 'updatedAt'],
  event: ['title', 'startsAt', 'endsAt', 'location'],
  file: ['fileName', 'status', 'size', 'updatedAt'],
  fileVersion: ['version', 'size', 'createdAt', 'createdBy'],
  trashedFile: ['fileName', 'deletedAt', 'deletedBy', 'size'],
  trashedFolder: ['folderName', 'deletedAt', 'deletedBy'],
  trashedTask: ['title', 'deletedAt', 'deletedBy', 'status'],
  trashedWorkspace: ['workspaceName', 'deletedAt', 'deletedBy'],
  subscriber: ['fullName', 'email'],
  folder: ['folderName', 'parentFolderId', 'updatedAt'],
  member: ['fullName', 'role', 'email', 'createdAt'],
  workspace: ['workspaceName', 'workspaceType', 'urlShortName', 'updatedAt'],
  auditEntry: ['type', 'createdAt', 'userHash', 'fields'],
  change: ['type', 'createdAt', 'userHash'],
  session: ['method', 'lastUsedAt', 'address'],
  invitation: ['purpose', 'status', 'expiresAt'],
  clientKey: ['fingerprint', 'status', 'lastUsedAt'],
  time: ['date', 'minutes', 'userHash', 'taskId', 'note', 'billable'],
  user: ['fullName', 'status', 'email', 'lastSeenAt'],
}

/** The name, the state, what the list can be sorted by, and when the record changed. */
function usualColumns(kind: string, path: ListPath): readonly string[] {
  const known = records[kind]
  const fields = Object.entries(known?.fields ?? {})
  const states = fields
    .filter(([, { choices, many }]) => choices !== undefined && !many)
    .map(([name]) => name)
  const all = [known?.nameField ?? 'createdAt', ...states, ...lists[path].sort, 'updatedAt']
  return [...new Set(all)].filter((field) => field !== 'createdAt').slice(0, 5)
}

/** The value to display. In a history, types of changes and field names become readable text. */
function shownValue(kind: string, field: string, details: AnyRecord['details']): unknown {
  const value = details[field]
  if (!isHistory(kind)) return value
  if (field === 'type') return auditSummary(String(value))
  const [changed = ''] = String(details['type']).split('.')
  return field === 'fields' && Array.isArray(value)
    ? value.map((name) => changedField(changed, String(name)))
    : value
}

/** A change, with the record that it is about. Its row is called the same. */
const changeColumn: Column<AnyRecord> = {
  field: 'type',
  label: historyTexts.change,
  show: (record) => <ChangeLine details={(record as Change).details} />,
}

const nameOfChange = (record: AnyRecord): string => {
  const { details } = record as Change
  return historyTexts.line(subjectOf(details), happenedIn(details))
}

function columnOf(kind: string, field: string, isWide: boolean): Column<AnyRecord> {
  const { type = 'text', unit } = records[kind]?.fields[field] ?? {}
  return {
    field,
    label: isHistory(kind) && field === 'createdAt' ? historyTexts.when : recordTexts.field(kind, field),
    wide: isWide,
    short: type === 'date' || type === 'date-time' || unit !== undefined,
    show: ({ details }) => (
      <FieldValue kind={kind} field={field} value={shownValue(kind, field, details)} brief />
    ),
  }
}

function columnsOf(kind: string, path: ListPath): Column<AnyRecord>[] {
  const fields = chosenColumns[kind as keyof RecordTypes] ?? usualColumns(kind, path)
  return fields.map((field, at) =>
    kind === 'change' && field === 'type' ? changeColumn : columnOf(kind, field, at > 1),
  )
}

export interface RecordTableProps {
  kind: string
  path: ListPath
  below?: string
  /** The record that the listed ones belong to. */
  within?: string
  fixed?: readonly Term[]
  sort?: string
  actions?: (record: AnyRecord) => ReactNode
  /** What to do when there is nothing yet. */
  first?: ReactNode
}

/** A list of records of any kind; each row opens a record. */
export function RecordTable({ kind, path, below, within, first, ...rest }: RecordTableProps) {
  const isChange = kind === 'change'
  return (
    <DataTable<AnyRecord>
      path={path}
      {...(below !== undefined && { below })}
      columns={columnsOf(kind, path)}
      nameOf={(record) => (isChange ? nameOfChange(record) : nameOf(kind, record))}
      exportAs={path.slice(path.lastIndexOf('/') + 1)}
      names={isChange}
      // A change leads to the record that it is about.
      {...(!isChange && { hrefOf: ({ id }: AnyRecord) => pageOf(kind, id, within) })}
      empty={{
        title: recordTexts.emptyTitle(kind),
        hint: recordTexts.emptyHint(kind),
        ...(first !== undefined && { action: first }),
      }}
      {...rest}
    />
  )
}
