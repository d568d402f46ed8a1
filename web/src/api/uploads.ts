import { uploadTexts as words } from '../texts/uploads.ts'
import { adoptUploads, dropKept, holdTab, keepUploads, type UploadPlace } from './kept-uploads.ts'
import { ApiProblem, Unreachable } from './problem.ts'
import { untilBack } from './reach.ts'
import { sendOne } from './send-upload.ts'
import { signedInPerson } from './session-state.ts'
import { unsettledUntil } from './settled.ts'
import { folderKeysOf, foldersOf, keptOf, type Upload, uploads, uploadsChanged } from './upload-list.ts'
import { dropUpload, FolderRefused, forgetFolders } from './upload-requests.ts'
import { failureOf, isNameFault, isReadable, pauseBefore } from './upload-retries.ts'

/** Files that are sent at the same time. */
const atOnce = 3

const tab = crypto.randomUUID()
const running = new Map<string, AbortController>()
/** The person whose earlier uploads have been adopted. */
let owner: string | undefined
/** The session has ended: the person has to sign in before anything can be sent. */
let isSignedOut = false

/** Continues what this person was uploading when the tab was reloaded, closed or killed. */
export async function startUploads(userId: string): Promise<void> {
  if (owner === userId) {
    if (isSignedOut) goOn()
    return
  }
  isSignedOut = false
  // The person may have added files already, before the rest of the application was loaded.
  for (const upload of [...uploads.values()].filter((each) => each.userId !== userId)) {
    uploads.delete(upload.id)
    stopSending(upload.id)
  }
  forgetFolders()
  owner = userId
  holdTab(tab)
  const adopted = await unsettledUntil(adoptUploads(userId, tab))
  if (owner !== userId) return
  for (const kept of adopted)
    uploads.set(kept.id, {
      ...kept,
      sent: 0,
      mayBeStored: true,
      state: kept.file === undefined ? 'missing' : kept.isPaused ? 'paused' : 'waiting',
    })
  uploadsChanged()
  pump()
}

/** The same person has signed in again. Signing out has deleted what was stored. */
function goOn(): void {
  isSignedOut = false
  const left = [...uploads.values()].filter(({ state }) => state !== 'done' && state !== 'refused')
  void keepUploads(left.map(keptOf))
  pump()
}

export interface NewUpload {
  name: string
  /** The content, if it can be read. */
  file: File | undefined
  place: UploadPlace
  replaces?: string
  isFolder?: true
  /** Why it cannot be uploaded. */
  error?: string
}

export async function addUploads(files: readonly NewUpload[]): Promise<void> {
  holdTab(tab)
  forgetFolders()
  const began = Date.now() * 1000
  const added = files.map(({ file, ...given }, n): Upload => {
    const id = crypto.randomUUID()
    // The service trims names, too, and these are compared with the ones it stores.
    const path = given.place.path.map((name) => name.trim())
    const rest = { ...given, name: given.name.trim(), place: { ...given.place, path } }
    const own = {
      id,
      userId: signedInPerson() ?? '',
      tab,
      order: began + n,
      isPaused: false,
      sent: 0,
      ...rest,
    }
    if (file === undefined || rest.error !== undefined)
      return { ...own, size: 0, modified: 0, error: rest.error ?? words.unreadable, state: 'refused' }
    const { size, lastModified: modified } = file
    return { ...own, size, modified, file, state: 'waiting' }
  })
  for (const upload of added) uploads.set(upload.id, upload)
  uploadsChanged()
  pump()
  const accepted = added.filter(({ state }) => state !== 'refused')
  await keepUploads(accepted.map(keptOf), ({ id }) => {
    const upload = uploads.get(id)
    return upload === undefined || upload.state === 'done' ? undefined : keptOf(upload)
  })
}

function pump(): void {
  for (const upload of uploads.values()) {
    if (isSignedOut || running.size >= atOnce) return
    if (upload.state === 'waiting' && !running.has(upload.id)) void work(upload)
  }
}

async function work(upload: Upload): Promise<void> {
  const stop = new AbortController()
  running.set(upload.id, stop)
  upload.state = 'sending'
  delete upload.error
  uploadsChanged()
  try {
    await unsettledUntil(sendOne(upload, stop.signal))
  } catch (error) {
    if (stop.signal.aborted) return
    await recover(upload, error, stop.signal)
  } finally {
    if (running.get(upload.id) === stop) running.delete(upload.id)
    uploadsChanged()
    pump()
  }
}

/** Waits and lets it try again, or reports why it failed. The others go on. */
async function recover(upload: Upload, error: unknown, signal: AbortSignal): Promise<void> {
  const isLost = upload.file !== undefined && !(await unsettledUntil(isReadable(upload.file)))
  if (signal.aborted) return
  if (error instanceof ApiProblem && error.status === 401) {
    isSignedOut = true
    upload.state = 'waiting'
    return
  }
  // The folder was renamed while the service refused its old name.
  if (error instanceof FolderRefused && foldersOf(upload)[error.at] !== error.folderName) {
    upload.state = 'waiting'
    return
  }
  const isGone = error instanceof Unreachable
  const pause = isLost ? undefined : pauseBefore(error, upload.tries ?? 0)
  if (isLost || (pause === undefined && !isGone)) {
    upload.state = 'failed'
    upload.error = isLost ? words.unreadable : failureOf(error)
    if (error instanceof FolderRefused) upload.refused = { name: error.folderName, folder: error.at }
    else if (isNameFault(error)) upload.refused = { name: upload.name }
    return
  }
  upload.state = 'waiting'
  uploadsChanged()
  // Its place stays taken, so that the others wait as well.
  if (pause === undefined) await untilBack()
  else {
    upload.tries = (upload.tries ?? 0) + 1
    upload.error = words.tryingAgain(error instanceof ApiProblem ? error.message : words.broke)
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

export type Answer = 'version' | 'both' | 'skip'

/** Resolves a name conflict. Other uploads continue while the person decides. */
export function answerUpload(id: string, answer: Answer): void {
  const upload = uploads.get(id)
  if (upload?.existing === undefined || upload.state !== 'asking') return
  const { fileId } = upload.existing
  delete upload.existing
  if (answer === 'skip') {
    cancelUploads([id])
    return
  }
  if (answer === 'version') upload.replaces = fileId
  else upload.isRenamed = true
  upload.state = 'waiting'
  void keepUploads([keptOf(upload)])
  uploadsChanged()
  pump()
}

/** Pauses them together: pausing them one by one would start the next one each time. */
export function pauseUploads(ids: readonly string[]): void {
  const paused = ids
    .flatMap((id) => uploads.get(id) ?? [])
    .filter(({ state }) => state === 'waiting' || state === 'sending')
  for (const upload of paused) {
    Object.assign(upload, { state: 'paused', isPaused: true } satisfies Partial<Upload>)
    stopSending(upload.id)
  }
  void keepUploads(paused.map(keptOf))
  uploadsChanged()
  pump()
}

function stopSending(id: string): void {
  running.get(id)?.abort()
  running.delete(id)
}

/** Goes on with an upload that was paused or failed. */
export function resumeUpload(id: string): void {
  const upload = uploads.get(id)
  if (upload === undefined || !['paused', 'failed'].includes(upload.state)) return
  forgetFolders()
  Object.assign(upload, { state: 'waiting', isPaused: false, tries: 0 } satisfies Partial<Upload>)
  delete upload.error
  delete upload.refused
  void keepUploads([keptOf(upload)])
  uploadsChanged()
  pump()
}

/** Goes on with an upload whose name the service refused. The new name of a folder is that of all uploads in it. */
export function renameUpload(id: string, typed: string): void {
  const upload = uploads.get(id)
  const name = typed.trim()
  if (upload === undefined || name === '') return
  const at = upload.refused?.folder
  if (at === undefined) {
    upload.name = name
    resumeUpload(id)
    return
  }
  const folder = folderKeysOf(upload)[at]
  for (const each of [...uploads.values()].filter((other) => folderKeysOf(other)[at] === folder)) {
    const { path } = each.place
    // An empty folder has no path to itself: its own name comes last.
    if (at === path.length) each.name = name
    else each.place = { ...each.place, path: path.with(at, name) }
    if (each.refused !== undefined) resumeUpload(each.id)
    else if (each.file !== undefined) void keepUploads([keptOf(each)])
  }
}

export function cancelUploads(ids: readonly string[]): void {
  for (const id of ids) {
    const upload = uploads.get(id)
    uploads.delete(id)
    stopSending(id)
    if (upload?.location !== undefined && upload.state !== 'done')
      dropUpload(upload.location.split('/').at(-1) ?? '')
  }
  void dropKept(ids)
  uploadsChanged()
  pump()
}

/** Goes on with an upload whose file had to be chosen again. Returns false if it is another file. */
export function giveFile(id: string, file: File): boolean {
  const upload = uploads.get(id)
  if (upload === undefined || file.size !== upload.size || file.lastModified !== upload.modified) return false
  Object.assign(upload, { file, state: 'waiting', isPaused: false } satisfies Partial<Upload>)
  uploadsChanged()
  pump()
  return true
}

/** Takes uploads off the list that are finished or cannot begin. */
export function clearUploads(): void {
  for (const { id, state } of uploads.values()) if (['done', 'refused'].includes(state)) uploads.delete(id)
  uploadsChanged()
}
