import { Kbd, Text, TextInput } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { longestSearch } from '../api/search.ts'
import { FoundLine, Marked, rangesIn } from '../parts/found.tsx'
import { IconArrowRight, IconBolt, IconSearch } from '../parts/icons.tsx'
import { KindFilter } from '../parts/kind-filter.tsx'
import { WorkspaceMark } from '../parts/marks.tsx'
import { MountedDialog } from '../parts/mounted-dialog.tsx'
import { VisuallyHidden } from '../parts/visually-hidden.tsx'
import { stepInMenu } from '../site/arrow-keys.ts'
import { takeKeys } from '../site/early-keys.ts'
import { keyCaps, modKey } from '../site/keys.ts'
import { paletteTexts as words } from '../texts/palette.ts'
import classes from './palette.module.css'
import {
  matching,
  type PaletteKind,
  paletteKinds,
  type Target,
  useActionTargets,
  useFoundTargets,
  usePageTargets,
  useSettingTargets,
  useWorkspaceTargets,
} from './palette-targets.ts'

const most = 40

/** A search field with results; the arrow keys choose one and Enter opens it. */
export function PaletteDialog({ signOut, onClose }: { signOut: () => void; onClose: () => void }) {
  const [, go] = useLocation()
  const [typed, setTyped] = useState('')
  const [chosenKind, setKind] = useState<PaletteKind>('all')
  // Before the search begins there is no filter on the page.
  const isSearch = typed.trim().length > 1
  const kind = isSearch ? chosenKind : 'all'
  const [at, setAt] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  const actions = useActionTargets(isSearch ? signOut : undefined)
  const settings = useSettingTargets(isSearch)
  const pages = usePageTargets()
  const records = useFoundTargets(typed, kind)
  const { targets, isPending, error } = useWorkspaceTargets()
  const workspaceNames = new Map(targets.map(({ workspaceId, label }) => [workspaceId, label]))
  // Records are found later than names, so they come last: nothing moves while somebody chooses.
  const found = (
    kind === 'all'
      ? [
          ...matching(actions, typed, most),
          ...matching([...pages, ...targets, ...settings], typed, most - records.targets.length),
          ...records.targets,
        ]
      : records.targets
  ).slice(0, most)
  const chosen = Math.min(at, found.length - 1)
  useEffect(() => {
    list.current?.querySelector(`[data-at="${chosen}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  const open = ({ href, run }: Target, inNewTab = false): void => {
    if (inNewTab && href !== undefined) {
      window.open(href, '_blank', 'noopener')
      return
    }
    onClose()
    if (href !== undefined) go(href)
    // The dialog gives the focus back first.
    else setTimeout(() => run?.())
  }
  const showAll = (): void => {
    onClose()
    const query = new URLSearchParams(typed.trim() === '' ? {} : { q: typed.trim() })
    if (kind !== 'all') query.set('kind', kind)
    go(`/find?${query}`)
  }
  const stepKind = (by: number): void => {
    const next = (paletteKinds.indexOf(kind) + by + paletteKinds.length) % paletteKinds.length
    setKind(paletteKinds[next] ?? 'all')
    setAt(0)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const target = found[chosen]
    const next = stepInMenu(event.key, chosen, found.length)
    if (next !== undefined) setAt(next)
    else if (event.key === 'Tab' && isSearch) stepKind(event.shiftKey ? -1 : 1)
    else if (event.key === 'Enter' && event.shiftKey) showAll()
    else if (event.key === 'Enter' && target !== undefined) open(target, event.ctrlKey || event.metaKey)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const groups = [words.actions, words.places, words.records]
    .map((name) => ({ name, items: found.flatMap((each, n) => (each.group === name ? [{ each, n }] : [])) }))
    .filter(({ items }) => items.length > 0)
  const signOf = ({ run, workspaceId }: Target): ReactNode => {
    if (workspaceId !== undefined) return <WorkspaceMark id={workspaceId} />
    return run === undefined ? (
      <IconArrowRight size={16} stroke={1.75} />
    ) : (
      <IconBolt size={16} stroke={1.75} />
    )
  }
  return (
    <MountedDialog
      onClose={onClose}
      withCloseButton={false}
      padding={0}
      size={680}
      yOffset="12vh"
      centered={false}
      attributes={{ content: { 'aria-label': words.open } }}
    >
      <div className={classes['head']}>
        <TextInput
          size="md"
          variant="unstyled"
          className={classes['field'] ?? ''}
          leftSection={<IconSearch size={18} stroke={1.75} />}
          placeholder={words.hint}
          aria-label={words.hint}
          maxLength={longestSearch}
          role="combobox"
          aria-expanded
          aria-autocomplete="list"
          aria-controls={`${id}-list`}
          aria-activedescendant={found.length > 0 ? `${id}-${chosen}` : undefined}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
          onFocus={() => {
            const early = takeKeys()
            if (early !== '') setTyped(`${typed}${early}`)
          }}
          data-autofocus
        />
        {isSearch && (
          <KindFilter
            kinds={paletteKinds}
            kind={kind}
            onChange={(chosen) => {
              setKind(chosen)
              setAt(0)
            }}
          />
        )}
      </div>
      <VisuallyHidden role="status">{words.found(found.length)}</VisuallyHidden>
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={words.label}
        tabIndex={-1}
        className={classes['list']}
      >
        {groups.map(({ name, items }) => (
          // biome-ignore lint/a11y/useSemanticElements: ARIA allows role="group" in a listbox, and <fieldset> has no such role there.
          <div key={name} role="group" aria-label={name}>
            <div className={classes['title']} aria-hidden="true">
              {name}
            </div>
            {items.map(({ each: target, n }) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the input selects the active option.
              // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the input, which points here with aria-activedescendant.
              <div
                key={target.key}
                id={`${id}-${n}`}
                role="option"
                aria-selected={n === chosen}
                data-at={n}
                className={classes['option']}
                onClick={(event) => open(target, event.ctrlKey || event.metaKey)}
                onMouseMove={() => setAt(n)}
              >
                {target.found === undefined ? (
                  <>
                    <span className={classes['icon']}>{signOf(target)}</span>
                    <span className={classes['name']}>
                      <Marked text={target.label} ranges={rangesIn(target.label, typed)} />
                    </span>
                    {target.keys !== undefined && (
                      <span className={classes['caps']}>{keyCaps(target.keys).join(' ')}</span>
                    )}
                  </>
                ) : (
                  <FoundLine found={target.found} {...placeOf(target, workspaceNames)} />
                )}
              </div>
            ))}
          </div>
        ))}
      </div>
      {found.length === 0 && !isPending && !records.isSearching && records.error === null && (
        <Text p="md" size="sm" c="var(--atrium-quiet)">
          {words.nothing}
        </Text>
      )}
      {records.error !== null && (
        <Text p="md" size="sm" c="var(--atrium-quiet)" role="alert">
          {words.searchFailed(records.error.message)}
        </Text>
      )}
      {(isPending || error !== null) && (
        <Text p="md" size="sm" c="var(--atrium-quiet)" role="status">
          {error === null ? words.loading : words.failed}
        </Text>
      )}
      <footer className={classes['foot']}>
        <span>
          <Kbd>↑</Kbd> <Kbd>↓</Kbd> {words.move}
        </span>
        <span>
          <Kbd>Enter</Kbd> {words.choose}
        </span>
        <span>
          <Kbd>{modKey}</Kbd> <Kbd>Enter</Kbd> {words.newTab}
        </span>
        {isSearch && (
          <span>
            <Kbd>Tab</Kbd> {words.nextKind}
          </span>
        )}
        <button type="button" onClick={showAll}>
          <Kbd>Shift</Kbd> <Kbd>Enter</Kbd> {words.allResults}
        </button>
      </footer>
    </MountedDialog>
  )
}

function placeOf(
  { found }: Target,
  names: ReadonlyMap<string | undefined, string>,
): { workspaceName?: string } {
  const workspaceId = found?.details['workspaceId']
  const name = typeof workspaceId === 'string' ? names.get(workspaceId) : undefined
  return name === undefined ? {} : { workspaceName: name }
}
