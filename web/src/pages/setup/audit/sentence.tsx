import { Anchor, Skeleton, Text } from '@mantine/core'
import { Fragment, type MouseEvent, type ReactNode } from 'react'
import { Link } from 'wouter'
import { useRecord } from '../../../api/queries.ts'
import type { AuditEntry } from '../../../api/types.ts'
import { recordTexts } from '../../../texts/records.ts'
import {
  auditKinds,
  auditNamed,
  auditSentences,
  auditVerbs,
  auditTexts as words,
} from '../../../texts/setup-audit.ts'
import { PersonName } from '../person-name.tsx'

/** Kinds that are called by a name, where it is found and where they open. */
const named: Readonly<Record<string, { path: string; field: string; href?: string }>> = {
  workspace: { path: '/v1/workspaces', field: 'workspaceName', href: '/setup/workspaces' },
  client: { path: '/v1/clients', field: 'name', href: '/setup/advanced/api' },
  account: { path: '/v1/accounts', field: 'accountName' },
  workspaceGroup: { path: '/v1/workspaceGroups', field: 'workspaceGroupName' },
}

/** Kinds that have a page for each record. */
const opened = new Set(['task', 'tasklist', 'milestone', 'event', 'folder', 'file'])

/** A row opens the entry, a link in it leads where it says. */
const stop = (event: MouseEvent): void => event.stopPropagation()

const tellsFields = new Set(['updated', 'signedIn', 'signInFailed', 'exported'])

/** `timeEntry` as people write it: time entry. */
const spaced = (name: string): string => name.replaceAll(/([A-Z])/g, ' $1').toLowerCase()

const nounOf = (kind: string): string => auditKinds[kind] ?? spaced(kind)

function RecordName({ kind, id }: { kind: string; id: string }) {
  const way = named[kind]
  const { data, error } = useRecord<{ details: Record<string, unknown> }>(
    way === undefined ? undefined : `${way.path}/${id}`,
  )
  if (kind === 'user' || kind === 'member') return <PersonName id={id} link />
  if (way === undefined)
    return opened.has(kind) ? (
      <Anchor component={Link} href={`/p/${kind}/${id}`} inherit underline="always" onClick={stop}>
        {nounOf(kind)}
      </Anchor>
    ) : (
      nounOf(kind)
    )
  if (data === undefined)
    return error === null ? (
      <Skeleton component="span" display="inline-block" width={96} height={12} radius={4} />
    ) : (
      words.gone(nounOf(kind))
    )
  const name = String(data.details[way.field])
  return (
    <>
      {auditNamed[kind]}{' '}
      {way.href === undefined ? (
        name
      ) : (
        <Anchor component={Link} href={`${way.href}/${id}`} inherit underline="always" onClick={stop}>
          {name}
        </Anchor>
      )}
    </>
  )
}

/** A sentence with its gaps filled in. */
function filled(sentence: string, gaps: Readonly<Record<string, ReactNode>>): ReactNode {
  return sentence.split(/\{(\w+)\}/).map((part, n) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never move.
    <Fragment key={n}>{n % 2 === 0 ? part : gaps[part]}</Fragment>
  ))
}

/** What happened, as one would tell it. */
export function Sentence({ entry }: { entry: AuditEntry }) {
  const { type, kind, recordId, workspaceId, userHash, clientId, fields } = entry.details
  const verb = type.slice(type.indexOf('.') + 1)
  // Whoever makes the company is nobody in it before.
  const first = verb === 'signedIn' && userHash === null ? words.firstSignIn : undefined
  const sentence = first ?? auditSentences[type] ?? auditVerbs[verb] ?? words.otherVerb(spaced(verb))
  const gaps = {
    who: userHash === null ? words.service : <PersonName id={userHash} link />,
    what: <RecordName kind={kind} id={recordId} />,
    where: workspaceId === null ? nounOf('workspace') : <RecordName kind="workspace" id={workspaceId} />,
  }
  const failed = verb === 'signInFailed'
  // The list, as it was asked for.
  const isExport = verb === 'exported'
  // What was made or archived is told by the verb; what was changed, only by the names of the fields.
  const more = tellsFields.has(verb)
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
