import { useMe } from '../api/me.ts'
import { useChoices } from '../api/queries.ts'
import type { Workspace } from '../api/types.ts'
import { accountPages } from '../pages/account/pages.ts'
import { insidePages } from '../pages/inside.ts'
import { paletteTexts as words } from '../texts/palette.ts'

/** Somewhere to go. */
export interface Target {
  href: string
  label: string
  group: string
  /** Served apart from the application, so the browser itself goes there. */
  apart?: true
}

const inWords = (path: string): string => {
  const text = path.slice(path.lastIndexOf('/') + 1).replaceAll('-', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const elsewhere = ['/explorer', '/problems']

/** Every page with an address of its own, for the person who is signed in. */
export function usePages(): Target[] {
  const { isAdmin } = useMe()
  const paths = [...insidePages, ...accountPages]
    .map(({ path }) => path)
    .filter((path) => !/[:*]/.test(path) && !elsewhere.includes(path))
  const pages = [...new Set(paths)]
    .filter((path) => isAdmin || !path.startsWith('/setup'))
    .map((path): Target => ({ href: path, label: words.names[path] ?? inWords(path), group: words.pages }))
  const apart = elsewhere.map(
    (path): Target => ({ href: path, label: words.names[path] ?? path, group: words.pages, apart: true }),
  )
  return [...pages, ...apart]
}

/** Every workspace that the person sees, page after page. */
export function useWorkspaceTargets() {
  const all = useChoices<Workspace>('/v1/workspaces?limit=500&sort=workspaceName')
  const targets = (all.data?.pages ?? []).flatMap(({ items }) =>
    items.map(
      ({ id, details }): Target => ({
        href: `/p/workspace/${id}`,
        label: details.workspaceName,
        group: words.workspaces,
      }),
    ),
  )
  return { ...all, targets }
}

/** How well a name answers what was typed: its beginning, the beginning of a word, anywhere; undefined: not at all. */
function fitOf(label: string, typed: string): number | undefined {
  const name = label.toLocaleLowerCase()
  const words = typed.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  if (!words.every((word) => name.includes(word))) return undefined
  const [first = ''] = words
  if (name.startsWith(first)) return 0
  return name.includes(` ${first}`) ? 1 : 2
}

export function matching(targets: readonly Target[], typed: string, most: number): Target[] {
  return targets
    .flatMap((target) => {
      const fit = fitOf(target.label, typed)
      return fit === undefined ? [] : [{ target, fit }]
    })
    .toSorted((a, b) => a.fit - b.fit)
    .slice(0, most)
    .map(({ target }) => target)
}
