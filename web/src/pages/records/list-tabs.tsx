import { useMe } from '../../api/me.ts'
import { type RecordTypes, records } from '../../api/records.ts'
import { is } from '../../table/list-address.ts'
import { recordTexts } from '../../texts/records.ts'
import { type AnyRecord, filled, isHistory } from './record-address.ts'
import { RecordTable, type RecordTableProps } from './record-table.tsx'
import type { RecordTab } from './record-tabs.tsx'

/** Lists that only company administrators may read. */
const adminLists: ReadonlySet<string> = new Set<keyof RecordTypes>(['auditEntry', 'invitation', 'session'])

/** A tab for each list that belongs to a record; `more` adds to the tables of a kind. */
export function useListTabs(
  kind: string,
  { id, details }: AnyRecord,
  more: (kind: string) => Partial<RecordTableProps> = () => ({}),
): RecordTab[] {
  const { isAdmin } = useMe()
  const tabs = (records[kind]?.lists ?? [])
    .filter(({ of }) => isAdmin || !adminLists.has(of))
    .map(({ path, of, by }) => ({
      kind: of,
      name: by === undefined ? of : `${of}-${by}`,
      label: of === kind ? recordTexts.nested(of) : recordTexts.many(of),
      show: () => (
        <RecordTable
          kind={of}
          path={path}
          below={by === undefined ? filled(path, id) : path}
          within={id}
          fixed={by === undefined ? [] : [is(by, id)]}
          {...more(of)}
        />
      ),
    }))
  // Tasks and files refer to tags by name, not by id.
  const tagName = String(details['tagName'])
  if (kind === 'tag')
    tabs.push(
      filteredTab('task', '/v1/tasks', 'tags', tagName),
      filteredTab('file', '/v1/workspaces/allFiles', 'tags', tagName),
    )
  // The history of a record has the same, with the values.
  if (isAdmin && !isHistory(kind) && !tabs.some((tab) => isHistory(tab.kind)))
    tabs.push(filteredTab('auditEntry', '/v1/audit', 'recordId', id))
  return tabs
}

function filteredTab(kind: string, path: RecordTableProps['path'], field: string, value: string) {
  return {
    kind,
    name: kind,
    label: recordTexts.many(kind),
    show: () => <RecordTable kind={kind} path={path} fixed={[is(field, value)]} />,
  }
}
