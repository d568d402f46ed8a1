import type { ReactNode } from 'react'
import type { ListPath } from '../../api/queries.ts'
import { records } from '../../api/records.ts'
import { type Column, DataTable } from '../../table/data-table.tsx'
import type { Term } from '../../table/list-address.ts'
import { recordTexts } from '../../texts/records.ts'
import { FieldValue } from './field-value.tsx'
import { type AnyRecord, nameFieldOf, nameOf, pageOf } from './record-address.ts'

/** The columns of a list; the first is what the record is called by, and only it and the second show on a phone. */
const columnFields: Readonly<Record<string, readonly string[]>> = {
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
  session: ['method', 'lastUsedAt', 'address'],
  invitation: ['purpose', 'status', 'expiresAt'],
  clientKey: ['fingerprint', 'status', 'lastUsedAt'],
  time: ['date', 'minutes', 'userHash', 'taskId', 'note', 'billable'],
  user: ['fullName', 'status', 'email', 'lastSeenAt'],
}

export function columnsOf(kind: string, without: readonly string[] = []): Column<AnyRecord>[] {
  const known = records[kind]?.fields ?? {}
  const fields = columnFields[kind] ?? [nameFieldOf(kind) ?? 'createdAt', 'updatedAt']
  return fields
    .filter((field) => field in known && !without.includes(field))
    .map((field, at) => ({
      field,
      label: recordTexts.field(field),
      wide: at > 1,
      show: ({ details }) => <FieldValue kind={kind} field={field} value={details[field]} brief />,
    }))
}

export interface RecordTableProps {
  kind: string
  path: ListPath
  below?: string
  /** The record that the listed ones are part of. */
  within?: string
  fixed?: readonly Term[]
  sort?: string
  columns?: readonly Column<AnyRecord>[]
  actions?: (record: AnyRecord) => ReactNode
  /** The first step, where there is nothing yet. */
  first?: ReactNode
}

/** A list of any kind of records, each row leading to its page. */
export function RecordTable({ kind, path, below, within, first, columns, ...rest }: RecordTableProps) {
  return (
    <DataTable<AnyRecord>
      path={path}
      {...(below !== undefined && { below })}
      columns={columns ?? columnsOf(kind)}
      nameOf={(record) => nameOf(kind, record)}
      hrefOf={({ id }) => pageOf(kind, id, within)}
      empty={{
        title: recordTexts.emptyTitle(kind),
        hint: recordTexts.emptyHint(kind),
        ...(first !== undefined && { action: first }),
      }}
      {...rest}
    />
  )
}
