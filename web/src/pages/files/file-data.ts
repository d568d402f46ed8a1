import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { readEach } from '../../api/queries.ts'
import { keepRecord, shownRecord, subscribeTo } from '../../api/store.ts'
import type { File, Folder } from '../../api/types.ts'
import { fileTexts as words } from '../../texts/files.ts'

export type FileDetails = File['details']
export type FolderDetails = Folder['details']

/** A file or a folder in a list. */
export interface Entry {
  kind: 'file' | 'folder'
  id: string
}

const rowFields =
  'fileName,status,tags,workspaceId,folderId,version,size,mimeType,lockedBy,locked,lockExpiresAt,createdBy,createdAt,updatedAt'

interface FileQuery {
  workspaceId: string
  folder: string | null
  sort: string
  filter: string
}

export function filesAddress({ workspaceId, folder, sort, filter }: FileQuery): string {
  const path = folder === null ? `/v1/workspaces/${workspaceId}/files` : `/v1/folders/${folder}/files`
  const query = new URLSearchParams({ limit: '200', fields: rowFields, expand: 'names', sort })
  if (filter !== '') query.set('filter', filter)
  return `${path}?${query}`
}

/** Where the files of a list are counted, however many of them are loaded. */
export function filesSummary({ workspaceId, folder, filter }: Omit<FileQuery, 'sort'>): string {
  const place =
    folder === null
      ? `workspaceId="${workspaceId}" AND folderId="none" AND taskId="none" AND milestoneId="none"`
      : `folderId="${folder}"`
  const query = { filter: filter === '' ? place : `${filter} AND ${place}`, fields: 'count' }
  return `/v1/files/summary?${new URLSearchParams(query)}`
}

/** A file as it is shown: null while it is being deleted, undefined if it is not loaded. */
export function shownFile(id: string): FileDetails | null | undefined {
  // The store holds what the service returned for this id.
  return shownRecord(id) as FileDetails | null | undefined
}

export function useFile(id: string): FileDetails | null | undefined {
  const subscribe = useCallback((listener: () => void) => subscribeTo(id, listener), [id])
  return useSyncExternalStore(subscribe, () => shownFile(id))
}

export function nameOfEntry({ kind, id }: Entry): string {
  const details = shownRecord(id)
  return String(details?.[kind === 'file' ? 'fileName' : 'folderName'] ?? '')
}

export const pathOfEntry = ({ kind, id }: Entry): string => `/v1/${kind}s/${id}`

/** The folders of a workspace as a tree. */
export interface Tree {
  byId: ReadonlyMap<string, FolderDetails>
  /** The folders in a folder, or at the top, by name. */
  inside: (parent: string | null) => readonly string[]
  /** The folders above one, and itself, from the top. */
  pathTo: (id: string | null) => readonly string[]
  /** "Labels / Front". */
  titleOf: (id: string | null) => string
}

async function readFolders(address: string, signal: AbortSignal): Promise<Folder[]> {
  const all: Folder[] = []
  for await (const folder of readEach<Folder>(address, signal)) {
    keepRecord(folder)
    all.push(folder)
  }
  return all
}

/** All folders of a workspace: the tree, the path and the pickers need them together. */
export function useFolders(workspaceId: string) {
  const address = `/v1/workspaces/${workspaceId}/folders?limit=500&sort=folderName&fields=folderName,parentFolderId,workspaceId,updatedAt`
  const query = useQuery({
    queryKey: ['folders', address],
    queryFn: ({ signal }) => readFolders(address, signal),
    placeholderData: (before) => before,
  })
  const tree = useMemo(() => treeOf(query.data ?? []), [query.data])
  return { ...query, tree }
}

function treeOf(folders: readonly Pick<Folder, 'id' | 'details'>[]): Tree {
  const byId = new Map(folders.map(({ id, details }) => [id, details]))
  const children = new Map<string | null, string[]>()
  for (const { id, details } of folders) {
    const siblings = children.get(details.parentFolderId)
    if (siblings === undefined) children.set(details.parentFolderId, [id])
    else siblings.push(id)
  }
  const pathTo = (id: string | null): string[] => {
    const path: string[] = []
    let at = id
    while (at !== null && byId.has(at) && path.length < 64) {
      path.unshift(at)
      at = byId.get(at)?.parentFolderId ?? null
    }
    return path
  }
  return {
    byId,
    inside: (parent) => children.get(parent) ?? [],
    pathTo,
    titleOf: (id) =>
      id === null
        ? words.root
        : pathTo(id)
            .map((each) => byId.get(each)?.folderName)
            .join(' / '),
  }
}

/** The time until a moment, in one unit: "40 min". */
export function timeLeft(until: string, now = Date.now()): string {
  const minutes = Math.max(1, Math.round((Date.parse(until) - now) / 60_000))
  if (minutes < 100) return words.minutes(minutes)
  const hours = Math.round(minutes / 60)
  return hours < 48 ? words.hours(hours) : words.days(Math.round(hours / 24))
}

export function isLocked({ lockedBy, lockExpiresAt }: FileDetails, now = Date.now()): boolean {
  return lockedBy !== null && lockExpiresAt !== null && Date.parse(lockExpiresAt) > now
}

/** Whether somebody else has locked a file, so that this person cannot change it. */
export function isLockedFor(userHash: string | undefined, file: FileDetails | null | undefined): boolean {
  return userHash !== undefined && !!file && isLocked(file) && file.lockedBy !== userHash
}

/** The author of the last change, if the record has it. */
export function changedBy(file: FileDetails): string | null {
  if (isLocked(file)) return file.lockedBy
  return file.updatedAt === file.createdAt ? file.createdBy : null
}
