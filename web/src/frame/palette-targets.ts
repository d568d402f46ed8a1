import { useChoices } from '../api/queries.ts'
import { type FoundRecord, useSearch } from '../api/search.ts'
import type { Workspace } from '../api/types.ts'
import { nameOfFound, pageOfFound } from '../parts/found.tsx'
import { useOfferedActions } from '../site/keys.ts'
import { useDestinations } from '../site/use-pages.ts'
import { pageTitles } from '../texts/pages.ts'
import { paletteTexts as words } from '../texts/palette.ts'
import { settingSections } from '../texts/palette-settings.ts'

/** Something that the palette offers: a place to go to, or an action. */
export interface Target {
  key: string
  label: string
  group: string
  href?: string
  run?: () => void
  /** Other words for it. */
  also?: string
  /** The keys that do the same. */
  keys?: string
  workspaceId?: string
  /** The record that the search found. */
  found?: FoundRecord
}

/** How many records fit below the places; the search page has more. */
const mostFound = 12

/** What can be done on this page. */
export function useActionTargets(): Target[] {
  return useOfferedActions().map(({ name, does, keys, run }) => ({
    ...{ key: `action ${name}`, label: does, group: words.actions, keys, run },
  }))
}

/** The pages that the person may open. */
export function usePageTargets(): Target[] {
  return useDestinations().map(({ path, title, section, shortcut }) => ({
    key: path,
    href: path,
    label: section === undefined ? title : `${section}: ${title}`,
    group: words.places,
    ...(shortcut !== undefined && { keys: `g ${shortcut}` }),
  }))
}

/** The sections of the person's own settings. The palette offers them only to people who search. */
export const settingTargets: readonly Target[] = settingSections.map(({ path, label, also }) => ({
  // The address alone is the key of a page.
  key: `setting ${path}`,
  href: path,
  label: `${pageTitles.account}: ${label}`,
  also,
  group: words.places,
}))

/** The workspaces that the person sees; the list is fetched page by page. */
export function useWorkspaceTargets() {
  const all = useChoices<Workspace>('/v1/workspaces?limit=500&sort=workspaceName')
  const targets = (all.data ?? []).map(
    ({ id, details }): Target => ({
      key: id,
      href: `/p/workspace/${id}`,
      label: details.workspaceName,
      group: words.places,
      workspaceId: id,
    }),
  )
  return { ...all, targets }
}

/** The kinds that the palette can be limited to. */
export const paletteKinds = ['all', 'task', 'file', 'comment', 'user'] as const
export type PaletteKind = (typeof paletteKinds)[number]

/** Records whose texts have the words that were typed. */
export function useFoundTargets(typed: string, kind: PaletteKind) {
  const kinds = kind === 'all' ? [] : [kind]
  const { found, isSearching, error } = useSearch({ text: typed, kinds, limit: mostFound })
  return {
    isSearching,
    error,
    targets: found
      // They are among the places already.
      .filter((each) => each.kind !== 'workspace')
      .map(
        (each): Target => ({
          ...{ key: each.id, href: pageOfFound(each), label: nameOfFound(each) },
          group: words.records,
          found: each,
        }),
      ),
  }
}

/** How well a name matches the typed text; lower is better, undefined is no match. */
function rankOf(label: string, typed: string): number | undefined {
  const name = label.toLocaleLowerCase()
  const words = typed.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  if (!words.every((word) => name.includes(word))) return undefined
  const [first = ''] = words
  if (name.startsWith(first)) return 0
  return name.includes(` ${first}`) ? 1 : 2
}

/** Targets that match only with their other words come last. */
function rankWithOthers({ label, also }: Target, typed: string): number | undefined {
  const rank = rankOf(label, typed)
  if (rank !== undefined || also === undefined) return rank
  return rankOf(`${label} ${also}`, typed) === undefined ? undefined : 3
}

export function matching(targets: readonly Target[], typed: string, most: number): Target[] {
  return targets
    .flatMap((target) => {
      const rank = rankWithOthers(target, typed)
      return rank === undefined ? [] : [{ target, rank }]
    })
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, most)
    .map(({ target }) => target)
}
