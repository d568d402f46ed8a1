import { useMemo } from 'react'
import { useSearchParams } from 'wouter'
import { fileTexts } from '../../texts/files.ts'

export const fileLayouts = ['list', 'grid'] as const
export type FileLayout = (typeof fileLayouts)[number]

export type FileSort = keyof typeof fileTexts.sorts
export const fileSorts = Object.keys(fileTexts.sorts) as FileSort[]

type Part = 'folder' | 'layout' | 'sort' | 'filter' | 'trash' | 'details'

export interface FilesState {
  folder: string | null
  layout: FileLayout
  sort: FileSort
  /** As the API writes it. */
  filter: string
  /** Whether the trash is shown. */
  trash: boolean
  /** Whether the details of the chosen file are shown beside the list. */
  details: boolean
  set: (changes: Partial<Record<Part, string | null>>) => void
  /** The address of a folder with the same layout and order, or of the trash. */
  hrefOf: (place: { folder: string | null } | 'trash') => string
}

/** The folder, the layout and the order are in the address, so that they can be shared and gone back to. */
export function useFilesState(workspaceId: string): FilesState {
  const [search, setSearch] = useSearchParams()
  return useMemo(() => {
    const changed = (changes: Partial<Record<Part, string | null>>): URLSearchParams => {
      const next = new URLSearchParams(search)
      for (const [name, value] of Object.entries(changes))
        if (value === null || value === '') next.delete(name)
        else if (value !== undefined) next.set(name, value)
      return next
    }
    return {
      folder: search.get('folder'),
      layout: fileLayouts.find((each) => each === search.get('layout')) ?? 'list',
      sort: fileSorts.find((each) => each === search.get('sort')) ?? 'fileName',
      filter: search.get('filter') ?? '',
      trash: search.has('trash'),
      details: search.has('details'),
      set: (changes) => setSearch(changed(changes)),
      hrefOf: (place) => {
        const there =
          place === 'trash' ? { folder: null, trash: 'yes' } : { folder: place.folder, trash: null }
        const query = changed({ ...there, filter: null }).toString()
        return `/p/workspace/${workspaceId}/files${query === '' ? '' : `?${query}`}`
      },
    }
  }, [search, setSearch, workspaceId])
}
