import { useLocation } from 'wouter'
import { useRecent } from '../api/favorites.ts'
import { useMe } from '../api/me.ts'
import { useChoices, useRecord } from '../api/queries.ts'
import { useMayAdminister } from '../api/role.ts'
import { type FoundRecord, useSearch } from '../api/search.ts'
import type { Workspace } from '../api/types.ts'
import { nameOfFound, pageOfFound } from '../parts/found.tsx'
import { useOfferedActions } from '../site/keys.ts'
import { useDestinations } from '../site/use-pages.ts'
import { memberTexts } from '../texts/members.ts'
import { pageTitles } from '../texts/pages.ts'
import { paletteTexts as words } from '../texts/palette.ts'
import {
  pageWords,
  settingSections,
  setupSections,
  signOutWords,
  workspaceWords,
} from '../texts/palette-settings.ts'
import { texts } from '../texts/texts.ts'
import { workspaceSettingsTexts } from '../texts/workspace-settings.ts'

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
const mostOfKind = 5

/** The button that exports the list on the page, if there is one. */
const exportButton = (): HTMLElement | null => document.querySelector<HTMLElement>('[data-export]')

/** The actions available on this page. Signing out appears only in search results. */
export function useActionTargets(signOut: (() => void) | undefined): Target[] {
  const group = words.actions
  return [
    ...useOfferedActions().map(({ name, does, keys, run }) => ({
      ...{ key: `action ${name}`, label: does, group, keys, run },
    })),
    ...(exportButton() === null
      ? []
      : [{ key: 'export', label: words.exportList, group, run: () => exportButton()?.click() }]),
    ...(signOut === undefined
      ? []
      : [{ key: 'sign out', label: texts.rail.signOut, also: signOutWords, group, run: signOut }]),
  ]
}

/** The pages that the person may open. */
export function usePageTargets(): Target[] {
  return useDestinations().map(({ path, title, section, shortcut }) => ({
    key: path,
    href: path,
    label: section === undefined ? title : `${section}: ${title}`,
    group: words.places,
    ...(shortcut !== undefined && { keys: `g ${shortcut}` }),
    ...(pageWords[path] !== undefined && { also: pageWords[path] }),
  }))
}

const inWorkspace = /^\/p\/workspace\/([^/]+)/

/** The settings of the workspace that is open, or was opened last, for its Admins while they may change it. */
function useWorkspaceSections(wanted: boolean): Omit<Target, 'key' | 'group'>[] {
  const [path] = useLocation()
  const shown = inWorkspace.exec(path)?.[1]
  const recent = useRecent(wanted && shown === undefined).data?.items[0]?.workspaceId
  const id = shown ?? recent
  const workspace = useRecord<Workspace>(wanted && id !== undefined ? `/v1/workspaces/${id}` : undefined).data
  const mayAdminister = useMayAdminister(workspace)
  if (workspace === undefined || !mayAdminister) return []
  const { workspaceName } = workspace.details
  const home = `/p/workspace/${workspace.id}`
  return [
    {
      href: `${home}/settings#stages`,
      label: `${workspaceName}: ${workspaceSettingsTexts.stages}`,
      also: workspaceWords.stages,
    },
    { href: `${home}/members`, label: `${workspaceName}: ${memberTexts.add}`, also: workspaceWords.members },
  ]
}

/** Sections of settings. The palette offers them only to people who search. */
export function useSettingTargets(wanted: boolean): Target[] {
  const { isAdmin } = useMe()
  const ofWorkspace = useWorkspaceSections(wanted)
  if (!wanted) return []
  const within = (title: string, sections: readonly { path: string; label: string; also: string }[]) =>
    sections.map(({ path, label, also }) => ({ href: path, label: `${title}: ${label}`, also }))
  return [
    ...within(pageTitles.account, settingSections),
    ...(isAdmin ? within(pageTitles.setup.section, setupSections) : []),
    ...ofWorkspace,
    // The address alone is the key of a page.
  ].map((each) => ({ ...each, key: `setting ${each.href}`, group: words.places }))
}

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
  const isAll = kind === 'all'
  const { found, isSearching, error } = useSearch({
    ...{ text: typed, kinds: isAll ? [] : [kind], limit: mostFound + mostOfKind },
    perKind: isAll ? mostOfKind : undefined,
  })
  return {
    isSearching,
    error,
    targets: found
      // They are among the places already.
      .filter((each) => each.kind !== 'workspace')
      .slice(0, mostFound)
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
