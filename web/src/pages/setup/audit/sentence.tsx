import { Anchor, Skeleton, Text } from '@mantine/core'
import { Fragment, type MouseEvent, type ReactNode } from 'react'
import { Link } from 'wouter'
import { useRecord } from '../../../api/queries.ts'
import type { AuditEntry } from '../../../api/types.ts'
import { auditSentence } from '../../../texts/audit-sentences.ts'
import { recordTexts } from '../../../texts/records.ts'
import { auditTexts as words } from '../../../texts/setup-audit.ts'
import { type AnyRecord, nameOf, pageOf, pathOf } from '../../records/record-address.ts'
import { PersonName } from '../person-name.tsx'

/** Kinds that are called by their name, and the page that opens them, where they have one. */
const named: Readonly<Record<string, string | undefined>> = {
  workspace: '/setup/workspaces',
  client: '/setup/advanced/api',
  account: undefined,
  workspaceGroup: undefined,
}

/** A click on a link does not open the row. */
const stop = (event: MouseEvent): void => event.stopPropagation()

/** Verbs whose sentence needs the fields of the entry. */
const hasFields = new Set(['updated', 'signedIn', 'signInFailed', 'exported'])

function RecordName({ kind, id }: { kind: string; id: string }) {
  const isNamed = Object.hasOwn(named, kind)
  const path = pathOf(kind, id)
  const { data, error } = useRecord<AnyRecord>(isNamed ? path : undefined)
  const noun = recordTexts.aRecord(kind)
  if (kind === 'user' || kind === 'member') return <PersonName id={id} link />
  if (!isNamed) return path === undefined ? noun : <RowLink href={pageOf(kind, id)}>{noun}</RowLink>
  if (data === undefined)
    return error === null ? (
      <Skeleton component="span" display="inline-block" width={96} height={12} radius={4} />
    ) : (
      words.gone(noun)
    )
  const name = nameOf(kind, data)
  const page = named[kind]
  return (
    <>
      {recordTexts.theRecord(kind)}{' '}
      {page === undefined ? name : <RowLink href={`${page}/${id}`}>{name}</RowLink>}
    </>
  )
}

function RowLink({ href, children }: { href: string; children: string }) {
  return (
    <Anchor component={Link} href={href} inherit underline="always" onClick={stop}>
      {children}
    </Anchor>
  )
}

/** A sentence with its gaps filled in. */
function filled(sentence: string, gaps: Readonly<Record<string, ReactNode>>): ReactNode {
  return sentence.split(/\{(\w+)\}/).map((part, n) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never move.
    <Fragment key={n}>{n % 2 === 0 ? part : gaps[part]}</Fragment>
  ))
}

/** What happened, as a sentence. */
export function Sentence({ entry }: { entry: AuditEntry }) {
  const { type, kind, recordId, workspaceId, userHash, clientId, fields } = entry.details
  const verb = type.slice(type.indexOf('.') + 1)
  // The first administrator has no account until the company exists.
  const first = verb === 'signedIn' && userHash === null ? words.firstSignIn : undefined
  const sentence = first ?? auditSentence(type)
  const gaps = {
    who: userHash === null ? words.service : <PersonName id={userHash} link />,
    what: <RecordName kind={kind} id={recordId} />,
    where:
      workspaceId === null ? (
        recordTexts.aRecord('workspace')
      ) : (
        <RecordName kind="workspace" id={workspaceId} />
      ),
  }
  const failed = verb === 'signInFailed'
  // An export names its list, not fields.
  const isExport = verb === 'exported'
  // For most verbs the sentence is enough; an update is only clear with its fields.
  const more = hasFields.has(verb)
    ? fields
        .map(
          (name) =>
            (failed && words.faults[name]) || (isExport ? name : recordTexts.field(kind, name).toLowerCase()),
        )
        .join(', ')
    : ''
  return (
    <span style={{ overflowWrap: 'anywhere' }}>
      {filled(sentence, gaps)}
      {clientId !== null && (
        <>
          {' '}
          <ByClient id={clientId} />
        </>
      )}
      {more !== '' && (
        <Text span inherit c="var(--atrium-quiet)">
          {': '}
          {more}
        </Text>
      )}
    </span>
  )
}

function ByClient({ id }: { id: string }) {
  const client = useRecord<{ details: { name: string } }>(`/v1/clients/${id}`).data
  return words.byClient(client?.details.name ?? '…')
}
