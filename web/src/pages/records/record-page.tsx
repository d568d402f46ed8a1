import { Text } from '@mantine/core'
import { useParams, useSearchParams } from 'wouter'
import { useMe } from '../../api/me.ts'
import { records } from '../../api/records.ts'
import { type Crumb, PageHead } from '../../frame/frame.tsx'
import { Empty, Failed, Loading } from '../../parts/states.tsx'
import { recordTexts } from '../../texts/records.ts'
import { texts } from '../../texts/texts.ts'
import { ChangeTaskButton } from '../work/change-task-button.tsx'
import { listBelow, nameOf, pageOf } from './record-address.ts'
import { RecordDetails } from './record-details.tsx'
import { RecordTable } from './record-table.tsx'
import { type RecordTab, RecordTabs } from './record-tabs.tsx'
import { useName } from './reference.tsx'
import { type Located, useLocated } from './use-located.ts'

/** Every permalink opens here: any record, by what the description says of its kind. */
export function RecordPage() {
  const { kind = '', id = '' } = useParams()
  const [search] = useSearchParams()
  if (records[kind] === undefined)
    return <Empty title={recordTexts.unknownKind(kind)} hint={recordTexts.unknownKindHint} />
  const within = search.get('within') ?? undefined
  if (records[kind].listed?.includes('{') && within === undefined && kind !== 'subscriber')
    return <Empty title={recordTexts.one(kind)} hint={recordTexts.shownWithOthers} />
  return <FoundRecord key={`${kind}/${id}`} kind={kind} id={id} within={within} />
}

function FoundRecord({ kind, id, within }: { kind: string; id: string; within: string | undefined }) {
  const { data, error, refetch } = useLocated(kind, id, within)
  if (data !== undefined) return <OneRecord located={data} within={within} />
  return (
    <>
      <PageHead title={recordTexts.one(kind)} />
      {error === null ? <Loading rows={8} /> : <Failed error={error} retry={() => void refetch()} />}
    </>
  )
}

function OneRecord({ located, within }: { located: Located; within: string | undefined }) {
  const { kind, record, path } = located
  const trail = useTrail(located, within)
  return (
    <>
      <PageHead
        title={nameOf(kind, record)}
        trail={trail}
        action={kind === 'task' && <ChangeTaskButton task={record} />}
      />
      <Text c="var(--atrium-quiet)" mt={-16} mb="lg" size="sm">
        {records[kind]?.about}
      </Text>
      <RecordTabs
        tabs={[
          {
            name: 'details',
            label: recordTexts.details,
            show: () => <RecordDetails kind={kind} record={record} path={path} />,
          },
          ...useListTabs(kind, record),
        ]}
      />
    </>
  )
}

/** The lists that belong to a record, and what happened to it, for those who may see that. */
export function useListTabs(kind: string, { id, details }: Located['record']): RecordTab[] {
  const { isAdmin } = useMe()
  const onlyAdmins = new Set(['auditEntry', 'invitation', 'session'])
  const lists = (records[kind]?.lists ?? [])
    .filter(({ of }) => isAdmin || !onlyAdmins.has(of))
    .map(({ path, of, by }) => ({
      name: by === undefined ? of : `${of}-${by}`,
      label: by?.startsWith('parent') ? recordTexts.parts(of) : recordTexts.many(of),
      show: () => (
        <RecordTable
          kind={of}
          path={path}
          below={by === undefined ? listBelow(path, id) : path}
          within={id}
          fixed={by === undefined ? [] : [{ field: by, operator: '=', value: id }]}
        />
      ),
    }))
  // Tasks name their tags by the names alone.
  const tagged = { field: 'tags', operator: '=', value: String(details['tagName']) }
  return [
    ...lists,
    ...(kind === 'tag'
      ? [
          {
            name: 'task',
            label: recordTexts.many('task'),
            show: () => <RecordTable kind="task" path="/v1/tasks" fixed={[tagged]} />,
          },
        ]
      : []),
    ...(isAdmin && kind !== 'auditEntry' && !lists.some(({ name }) => name.startsWith('auditEntry'))
      ? [
          {
            name: 'history',
            label: recordTexts.many('auditEntry'),
            show: () => (
              <RecordTable
                kind="auditEntry"
                path="/v1/audit"
                fixed={[{ field: 'recordId', operator: '=', value: id }]}
              />
            ),
          },
        ]
      : []),
  ]
}

/** Where lists of a kind stand on a page of their own. */
const homes: Readonly<Record<string, { href: string; admins?: true }>> = {
  workspace: { href: '/workspaces' },
  client: { href: '/setup/advanced/api', admins: true },
  user: { href: '/setup/people', admins: true },
  auditEntry: { href: '/setup/advanced/audit', admins: true },
  session: { href: '/setup/advanced/security', admins: true },
  company: { href: '/setup', admins: true },
}

/** The way to a record: the workspace or the client that it is in, or the list that it stands in. */
function useTrail({ kind, record: { details } }: Located, within: string | undefined): Crumb[] {
  const { isAdmin } = useMe()
  const client = kind === 'clientKey' ? String(details['clientId']) : ''
  const workspace = kind === 'member' ? (within ?? '') : String(details['workspaceId'] ?? '')
  const [parent, id] = client === '' ? ['workspace', workspace] : ['client', client]
  const name = useName(parent, id === '' ? 'none' : id, id !== '')
  if (id !== '' && kind !== 'auditEntry')
    return [
      ...(parent === 'workspace' ? [{ label: texts.rail.workspaces, href: '/workspaces' }] : []),
      { label: name ?? recordTexts.one(parent), href: pageOf(parent, id) },
    ]
  const home = homes[kind]
  return home === undefined || (home.admins && !isAdmin)
    ? []
    : [{ label: recordTexts.many(kind), href: home.href }]
}
