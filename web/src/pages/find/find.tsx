import { Button, Select, TextInput } from '@mantine/core'
import { type KeyboardEvent, type RefObject, useRef } from 'react'
import { Link, useSearchParams } from 'wouter'
import { type Recent, useRecent } from '../../api/favorites.ts'
import { records } from '../../api/records.ts'
import { type FoundRecord, longestSearch, useSearch } from '../../api/search.ts'
import { useWorkspaceNames } from '../../api/workspace-names.ts'
import { FoundLine, pageOfFound } from '../../parts/found.tsx'
import { IconSearch } from '../../parts/icons.tsx'
import { KindFilter } from '../../parts/kind-filter.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Empty, Failed, Loading } from '../../parts/states.tsx'
import { onArrowKeys } from '../../site/arrow-keys.ts'
import { useKeyActions } from '../../site/keys.ts'
import { searchTexts as words } from '../../texts/search.ts'
import classes from './find.module.css'

const kinds = Object.keys(words.kinds) as (keyof typeof words.kinds)[]

/** How many results are loaded; more words find the others. */
const most = 50
/** Of each kind, while all kinds are shown. One more is loaded, to know whether there are others. */
const mostOfKind = 5
const mostRecent = 10

/** Everything that has some words, by kind and workspace. The address has the words. */
export function FindPage() {
  const [search, setSearch] = useSearchParams()
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLElement>(null)
  const text = search.get('q') ?? ''
  const kind = kinds.find((each) => each === search.get('kind')) ?? 'all'
  const workspaceId = search.get('workspace') ?? undefined
  const set = (name: string, value: string | null): void =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        if (value === null || value === '') next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true },
    )
  const workspaces = useWorkspaceNames()
  const { found, isSearching, error, refetch } = useSearch({
    ...{ text, workspaceId },
    ...(kind === 'all' ? { limit: 100, perKind: mostOfKind + 1 } : { limit: most, kinds: [kind] }),
  })
  // The kind of the best result comes first.
  const groups = [...new Set(found.map((each) => each.kind))].map((ofKind) => {
    const all = found.filter((each) => each.kind === ofKind)
    return {
      kind: kinds.find((each) => each === ofKind),
      shown: kind === 'all' ? all.slice(0, mostOfKind) : all,
      hasMore: kind === 'all' && all.length > mostOfKind,
    }
  })
  const isCut = groups.some(({ hasMore }) => hasMore)
  const step = (by: number): void => {
    const links = [...(list.current?.querySelectorAll<HTMLElement>('a') ?? [])]
    const at = links.indexOf(document.activeElement as HTMLElement)
    if (at + by < 0) field.current?.focus()
    else links[Math.min(at + by, links.length - 1)]?.focus()
  }
  useKeyActions({
    filter: () => field.current?.focus(),
    next: () => step(1),
    previous: () => step(-1),
  })
  const onKeyDown = onArrowKeys(step)
  const isWanted = text.trim().length > 1
  const isFiltered = kind !== 'all' || workspaceId !== undefined
  return (
    <div className={classes['page']}>
      <PageHead />
      <TextInput
        ref={field}
        size="md"
        aria-label={words.field}
        placeholder={words.hint}
        leftSection={<IconSearch size={18} stroke={1.75} />}
        value={text}
        maxLength={longestSearch}
        autoFocus={text === ''}
        onChange={(event) => set('q', event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          step(1)
        }}
      />
      <div className={classes['tools']}>
        <div className={classes['scroll']}>
          <KindFilter
            kinds={kinds}
            kind={kind}
            onChange={(chosen) => set('kind', chosen === 'all' ? null : chosen)}
          />
        </div>
        <Select
          aria-label={words.workspace}
          placeholder={words.everywhere}
          size="sm"
          clearable
          searchable
          className={classes['workspace'] ?? ''}
          data={[...workspaces].map(([value, label]) => ({ value, label }))}
          value={workspaceId ?? null}
          onChange={(value) => set('workspace', value)}
        />
      </div>
      <p role="status" className={classes['count']}>
        {isWanted &&
          !isSearching &&
          found.length > 0 &&
          (isCut ? words.ofEachKind : found.length < most ? words.count(found.length) : words.most(most))}
      </p>
      {error !== null && isWanted ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : found.length > 0 ? (
        <section ref={list} aria-label={words.results} onKeyDown={onKeyDown}>
          {groups.map((group) => (
            <Results
              key={group.kind}
              {...group}
              isAlone={kind !== 'all'}
              workspaces={workspaces}
              more={`/find?${new URLSearchParams([...search, ['kind', group.kind ?? '']])}`}
            />
          ))}
        </section>
      ) : isSearching ? (
        <Loading rows={6} />
      ) : isWanted ? (
        <Empty
          title={words.none(text.trim())}
          hint={isFiltered ? words.noneFiltered : words.noneHint}
          {...(isFiltered && {
            action: (
              <Button
                variant="default"
                onClick={() => setSearch(new URLSearchParams({ q: text }), { replace: true })}
              >
                {words.searchEverything}
              </Button>
            ),
          })}
        />
      ) : (
        <>
          <Empty title={words.start} hint={words.startHint} />
          <RecentRecords list={list} workspaces={workspaces} onKeyDown={onKeyDown} />
        </>
      )}
    </div>
  )
}

interface ResultsProps {
  kind: (typeof kinds)[number] | undefined
  shown: readonly FoundRecord[]
  hasMore: boolean
  /** Whether only this kind is searched, which the filter shows already. */
  isAlone: boolean
  workspaces: ReadonlyMap<string, string>
  /** The address of all results of the kind. */
  more: string
}

/** The results of one kind. */
function Results({ kind, shown, hasMore, isAlone, workspaces, more }: ResultsProps) {
  if (kind === undefined) return null
  return (
    <section aria-label={words.kinds[kind]} className={classes['kind']}>
      {!isAlone && <h2>{words.kinds[kind]}</h2>}
      <ul className={classes['list']}>
        {shown.map((each) => {
          const name = workspaces.get(String(each.details['workspaceId']))
          return (
            <li key={each.id}>
              <Link href={pageOfFound(each)}>
                <FoundLine found={each} {...(name !== undefined && { workspaceName: name })} />
              </Link>
            </li>
          )
        })}
        {hasMore && (
          <li>
            <Link href={more} className={classes['more'] ?? ''}>
              {words.more(words.kinds[kind])}
            </Link>
          </li>
        )}
      </ul>
    </section>
  )
}

interface RecentRecordsProps {
  list: RefObject<HTMLElement | null>
  workspaces: ReadonlyMap<string, string>
  onKeyDown: (event: KeyboardEvent) => void
}

/** Recently opened records, shown until a query is typed. */
function RecentRecords({ list, workspaces, onKeyDown }: RecentRecordsProps) {
  const recent = useRecent().data?.items ?? []
  if (recent.length === 0) return null
  return (
    <section ref={list} aria-label={words.recent} className={classes['kind']} onKeyDown={onKeyDown}>
      <h2>{words.recent}</h2>
      <ul className={classes['list']} aria-label={words.recent}>
        {recent.slice(0, mostRecent).map((each) => (
          <li key={each.id}>
            <Link href={`/p/${each.kind}/${each.id}`}>
              <FoundLine found={foundOf(each)} {...placeOf(each, workspaces)} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

const foundOf = ({ kind, id, name, workspaceId }: Recent): FoundRecord => ({
  ...{ kind, id, highlights: [] },
  details: { [records[kind]?.nameField ?? '']: name, workspaceId },
})

/** A workspace is in none. */
const placeOf = ({ kind, workspaceId }: Recent, workspaces: ReadonlyMap<string, string>) =>
  kind !== 'workspace' && { workspaceName: workspaces.get(workspaceId) ?? '' }
