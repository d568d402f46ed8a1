import { useParams, useSearchParams } from 'wouter'
import { records } from '../../api/records.ts'
import { type Crumb, PageHead } from '../../parts/page-head.tsx'
import { Empty, Failed, Loading } from '../../parts/states.tsx'
import { UntilLoaded } from '../../parts/until-loaded.tsx'
import { lazyPart } from '../../site/load-when-back.ts'
import { useListPage } from '../../site/use-pages.ts'
import { recordTexts } from '../../texts/records.ts'
import { useListTabs } from './list-tabs.tsx'
import { nameOf, pageOf } from './record-address.ts'
import { RecordDetails } from './record-details.tsx'
import { RecordTabs } from './record-tabs.tsx'
import { useName } from './reference.tsx'
import { type Located, useLocated } from './use-located.ts'

/** The kinds whose comments are shown as a conversation; tasks and files have pages of their own. */
const discussed: ReadonlySet<string> = new Set(['milestone', 'event'])

const Comments = lazyPart(async () => (await import('../tasks/comments.tsx')).Comments)
const MilestoneTools = lazyPart(async () => (await import('./milestone-tools.tsx')).MilestoneTools)

/** The page of any record, built from the description of its kind. Permalinks lead here. */
export function RecordPage() {
  const { kind = '', id = '' } = useParams()
  const [search] = useSearchParams()
  const known = records[kind]
  if (known === undefined)
    return <Empty title={recordTexts.unknownKind(kind)} hint={recordTexts.unknownKindHint} />
  const within = search.get('within') ?? undefined
  const needsParent = known.path === undefined && known.parent !== undefined
  if (needsParent && within === undefined && kind !== 'subscriber')
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
  const lists = useListTabs(kind, record)
  const workspaceId = String(record.details['workspaceId'])
  const isDiscussed = discussed.has(kind)
  return (
    <>
      <PageHead
        title={nameOf(kind, record)}
        trail={trail}
        {...(kind === 'milestone' && {
          action: (
            <UntilLoaded>
              <MilestoneTools path={path} workspaceId={workspaceId} />
            </UntilLoaded>
          ),
        })}
      />
      <RecordTabs
        tabs={[
          {
            name: 'details',
            label: recordTexts.details,
            show: () => (
              <>
                <RecordDetails kind={kind} record={record} path={path} />
                {isDiscussed && (
                  <UntilLoaded fallback={<Loading rows={2} />}>
                    <Comments on={path} workspaceId={workspaceId} />
                  </UntilLoaded>
                )}
              </>
            ),
          },
          ...(isDiscussed ? lists.filter(({ name }) => name !== 'comment') : lists),
        ]}
      />
    </>
  )
}

/** The pages above a record: the record that it belongs to, and the page that lists such records. */
function useTrail({ kind, record: { details } }: Located, within: string | undefined): Crumb[] {
  const { kind: parent, id } = parentOf(kind, details, within)
  const name = useName(parent, id ?? 'none', id !== undefined)
  const list = useListPage(id === undefined ? kind : parent)
  return [
    ...(list === undefined ? [] : [{ label: list.title, href: list.path }]),
    ...(id === undefined ? [] : [{ label: name ?? recordTexts.one(parent), href: pageOf(parent, id) }]),
  ]
}

/** The record that another one belongs to: the one above it in the API, or else its workspace. */
function parentOf(
  kind: string,
  details: Record<string, unknown>,
  within: string | undefined,
): { kind: string; id: string | undefined } {
  const known = records[kind]
  const parent = known?.parent ?? 'workspace'
  if (kind === 'auditEntry') return { kind: parent, id: undefined }
  const [field] = Object.entries(known?.fields ?? {}).find(([, { refersTo }]) => refersTo === parent) ?? []
  const id = (known?.parent === undefined ? undefined : within) ?? details[field ?? '']
  return { kind: parent, id: typeof id === 'string' ? id : undefined }
}
