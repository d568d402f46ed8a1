import { useSyncExternalStore } from 'react'
import type { uploadTexts } from '../texts/uploads.ts'
import type { KeptUpload, UploadPlace } from './kept-uploads.ts'
import { Listeners } from './listeners.ts'
import { unsettledTimer } from './settled.ts'
import type { Existing } from './upload-requests.ts'

export type UploadState = keyof typeof uploadTexts.states

export interface Upload extends KeptUpload {
  state: UploadState
  /** How many bytes have been sent. */
  sent: number
  error?: string
  /** The refused name, of the file or of a folder above it, if only another name helps. */
  refused?: { name: string; folder?: number }
  /** The file that already has its name. */
  existing?: Existing
  /** Whether it may be a file already: its tab was closed, or the connection broke, before the service responded. */
  mayBeStored?: true
  /** How often it failed in a row. */
  tries?: number
}

export const uploads = new Map<string, Upload>()
const listeners = new Listeners()
let shown: readonly Upload[] = []
let isDue = false
let finished = 0

/** A thousand files report their progress all the time; people see ten steps a second. */
export function uploadsChanged(): void {
  if (isDue) return
  isDue = true
  unsettledTimer(() => {
    isDue = false
    shown = [...uploads.values()]
    listeners.notify()
  }, 100)
}

export function useUploads(): readonly Upload[] {
  return useSyncExternalStore(listeners.subscribe, () => shown)
}

/** How many uploads have become files or versions since the page was loaded. */
export function useFinishedUploads(): number {
  return useSyncExternalStore(listeners.subscribe, () => finished)
}

export function countFinished(): void {
  finished += 1
}

/** The part of an upload that survives a reload. */
export const keptOf = ({
  state: _state,
  sent: _sent,
  error: _error,
  refused: _refused,
  existing: _existing,
  mayBeStored: _mayBeStored,
  tries: _tries,
  ...kept
}: Upload): KeptUpload => kept

/** The folders on the way to an upload; an empty folder is itself the last of them. */
export const foldersOf = ({ place, name, isFolder }: Upload): readonly string[] =>
  isFolder ? [...place.path, name] : place.path

/** A cache: the keys are read for every upload whenever bytes have been sent. A place is replaced, never changed. */
const keysOfPlaces = new WeakMap<UploadPlace, readonly string[]>()

/** Identifies each of the folders on the way to an upload. */
export function folderKeysOf(upload: Upload): readonly string[] {
  const { place, isFolder } = upload
  const known = isFolder ? undefined : keysOfPlaces.get(place)
  if (known !== undefined) return known
  const path = foldersOf(upload)
  const keys = path.map((_, at) =>
    JSON.stringify([place.workspaceId, place.folderId, ...path.slice(0, at + 1)]),
  )
  // An empty folder has its own name as the last one, which can change.
  if (!isFolder) keysOfPlaces.set(place, keys)
  return keys
}
