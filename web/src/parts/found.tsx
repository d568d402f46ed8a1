import { Fragment, type ReactNode } from 'react'
import { useKnownName } from '../api/names.ts'
import { useRecord } from '../api/queries.ts'
import { records } from '../api/records.ts'
import type { FoundRecord, Highlight } from '../api/search.ts'
import type { Comment } from '../api/types.ts'
import { recordTexts } from '../texts/records.ts'
import { searchTexts as words } from '../texts/search.ts'
import classes from './found.module.css'
import {
  IconBriefcase,
  IconCalendar,
  IconChecklist,
  IconFile,
  IconFolder,
  IconMessage,
  IconSearch,
} from './icons.tsx'
import { Face, MilestoneMark, type Status, StatusRing, WorkspaceMark } from './marks.tsx'
import { plainPassage } from './plain-text.ts'

/** Text whose matches are marked. */
export function Marked({ text, ranges }: { text: string; ranges: readonly (readonly [number, number])[] }) {
  let from = 0
  const parts = ranges.map(([start, end]) => {
    const before = text.slice(from, start)
    from = end
    return (
      <Fragment key={start}>
        {before}
        <mark className={classes['mark']}>{text.slice(start, end)}</mark>
      </Fragment>
    )
  })
  return (
    <>
      {parts}
      {text.slice(from)}
    </>
  )
}

/** Where the typed words occur in a name, without the help of the service. */
export function rangesIn(name: string, typed: string): [number, number][] {
  const text = name.toLocaleLowerCase()
  const found = typed
    .toLocaleLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '' && text.includes(word))
    .map((word): [number, number] => [text.indexOf(word), text.indexOf(word) + word.length])
    .toSorted(([a], [b]) => a - b)
  return found.filter(([start], at) => at === 0 || start >= (found[at - 1]?.[1] ?? 0))
}

const textIn = ({ details }: FoundRecord, field: string): string | undefined => {
  const value = details[field]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The record that a comment is about. */
function aboutOf(found: FoundRecord): { kind: string; id: string } | undefined {
  for (const kind of ['task', 'file', 'milestone', 'event']) {
    const id = textIn(found, `${kind}Id`)
    if (id !== undefined) return { kind, id }
  }
  return undefined
}

/** The page of a record that was found. A comment is shown with the record that it is about. */
export function pageOfFound(found: FoundRecord): string {
  const { kind, id } = (found.kind === 'comment' ? aboutOf(found) : undefined) ?? found
  return `/p/${kind}/${id}`
}

export const nameOfFound = (found: FoundRecord): string =>
  textIn(found, records[found.kind]?.nameField ?? '') ?? recordTexts.one(found.kind)

/** A record that was found: its sign, its name, the passage that matches, and the workspace that it is in. */
export function FoundLine({ found, workspaceName }: { found: FoundRecord; workspaceName?: string }) {
  const { kind, highlights } = found
  const nameField = records[kind]?.nameField ?? ''
  const name = nameOfFound(found)
  const inName = highlights.find(({ field, text }) => field === nameField && text === name)
  // The short name of a workspace repeats its name.
  const passage = highlights.find(
    ({ field }) => field !== nameField && !(field === 'urlShortName' && inName !== undefined),
  )
  return (
    <>
      <span className={classes['icon']}>{signOf(found)}</span>
      {kind === 'comment' ? (
        <FoundComment found={found} passage={highlights[0]} />
      ) : (
        <span className={classes['text']}>
          <span>
            <Marked text={name} ranges={inName?.ranges ?? []} />
          </span>
          {passage !== undefined && (
            <span className={classes['passage']}>
              <Marked {...plainPassage(passage)} />
            </span>
          )}
        </span>
      )}
      {workspaceName !== undefined && (
        <span className={classes['place']}>
          <WorkspaceMark id={textIn(found, 'workspaceId') ?? found.id} />
          <span>{workspaceName}</span>
        </span>
      )}
    </>
  )
}

function FoundComment({ found, passage }: { found: FoundRecord; passage: Highlight | undefined }) {
  const about = aboutOf(found)
  const author = useKnownName(textIn(found, 'createdBy'))
  const name = useKnownName(about?.id)
  // The search does not return names. The comment has both of them.
  const isKnown = name !== undefined && author !== undefined
  useRecord<Comment>(isKnown ? undefined : `/v1/comments/${found.id}?expand=names`)
  return (
    <span className={classes['text']}>
      <span>{name ?? words.commentOn(recordTexts.aRecord(about?.kind ?? 'task'))}</span>
      {passage !== undefined && (
        <span className={classes['passage']}>
          {author !== undefined && words.by(author, '')}
          <Marked {...plainPassage(passage)} />
        </span>
      )}
    </span>
  )
}

function signOf(found: FoundRecord): ReactNode {
  switch (found.kind) {
    case 'task': {
      const status = textIn(found, 'status')
      return status === undefined ? (
        <IconChecklist size={16} stroke={1.75} />
      ) : (
        <StatusRing status={status as Status} />
      )
    }
    case 'user':
      return <Face id={found.id} />
    case 'workspace':
      return <WorkspaceMark id={found.id} />
    case 'milestone':
      return <MilestoneMark />
    case 'tag':
      return <WorkspaceMark id={nameOfFound(found).toLowerCase()} />
    default: {
      const Sign = signs[found.kind] ?? IconSearch
      return <Sign size={16} stroke={1.75} />
    }
  }
}

const signs: Readonly<Record<string, typeof IconFile>> = {
  file: IconFile,
  folder: IconFolder,
  comment: IconMessage,
  event: IconCalendar,
  tasklist: IconChecklist,
  account: IconBriefcase,
}
