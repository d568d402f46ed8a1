import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'wouter'
import { type Group, groups } from './sections.ts'

export const layouts = ['list', 'board', 'timeline'] as const
export type Layout = (typeof layouts)[number]

export const zooms = ['week', 'month', 'quarter'] as const
export type Zoom = (typeof zooms)[number]

export interface View {
  /** The saved view that it comes from. */
  id: string | null
  layout: Layout
  group: Group
  /** How much time a timeline shows. */
  zoom: Zoom
  /** As the API writes it. */
  filter: string
  /** The task that is open beside the view. */
  open: string | null
  set: (
    changes: Partial<Record<'layout' | 'group' | 'zoom' | 'filter' | 'open', string | null>>,
    replace?: boolean,
  ) => void
}

/** The grouping of a layout whose address has none. */
export const usualGroup = (layout: Layout): Group => (layout === 'timeline' ? 'milestone' : 'status')

/** The state of a view is its address, so that it can be shared, reloaded and gone back to. */
export function useView(): View {
  const [search, setSearch] = useSearchParams()
  // It stays the same, so that opening a task does not render the tools of the view again.
  const set = useCallback<View['set']>(
    (changes, replace = false) =>
      setSearch(
        (before) => {
          const next = new URLSearchParams(before)
          for (const [name, value] of Object.entries(changes))
            if (value === null || value === '') next.delete(name)
            else if (value !== undefined) next.set(name, value)
          return next
        },
        { replace },
      ),
    [setSearch],
  )
  return useMemo(() => {
    const layout = layouts.find((each) => each === search.get('layout')) ?? 'list'
    return {
      id: search.get('view'),
      layout,
      group: groups.find((each) => each === search.get('group')) ?? usualGroup(layout),
      zoom: zooms.find((each) => each === search.get('zoom')) ?? 'week',
      filter: search.get('filter') ?? '',
      open: search.get('open'),
      set,
    }
  }, [search, set])
}
