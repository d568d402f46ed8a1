import { useSyncExternalStore } from 'react'
import type { uploadTexts } from '../texts/uploads.ts'
import type { KeptUpload } from './kept-uploads.ts'
import { Listeners } from './listeners.ts'
import type { Existing } from './upload-requests.ts'

export type UploadState = keyof typeof uploadTexts.states

export interface Upload extends KeptUpload {
  state: UploadState
  /** How many bytes have been sent. */
  sent: number
  error?: string
  /** Whether only another name helps. */
  isNameRefused?: true
  /** The file that already has its name. */
  existing?: Existing
  /** Whether it may be a file already: its tab was closed, or the connection broke, before the service answered. */
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
  setTimeout(() => {
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
  isNameRefused: _isNameRefused,
  existing: _existing,
  mayBeStored: _mayBeStored,
  tries: _tries,
  ...kept
}: Upload): KeptUpload => kept
