import { useChoices } from '../api/queries.ts'
import type { Workspace } from '../api/types.ts'
import { useDestinations } from '../site/use-pages.ts'
import { paletteTexts as words } from '../texts/palette.ts'

/** A result that one can go to. */
export interface Target {
  href: string
  label: string
  group: string
}

/** The pages that the person may open. */
export function usePageTargets(): Target[] {
  return useDestinations().map(({ path, title, section }) => ({
    href: path,
    label: section === undefined ? title : `${section}: ${title}`,
    group: words.pages,
  }))
}

/** The workspaces that the person sees; the list is fetched page by page. */
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

/** How well a name matches what was typed; lower is better, undefined is no match. */
function rankOf(label: string, typed: string): number | undefined {
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
      const rank = rankOf(target.label, typed)
      return rank === undefined ? [] : [{ target, rank }]
    })
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, most)
    .map(({ target }) => target)
}
