import { dropKept, keepUploads } from './kept-uploads.ts'
import { Unreachable } from './problem.ts'
import { countFinished, keptOf, type Upload, uploadsChanged } from './upload-list.ts'
import {
  beginResumable,
  claimUpload,
  claimVersion,
  dropUpload,
  existingFile,
  filesOf,
  freeName,
  isSame,
  resumableFrom,
  type Sending,
  sendRest,
  sendVersion,
  sendWhole,
  type Target,
} from './upload-requests.ts'

/** Sends an upload until it is a file or a version, has to begin again, or the person has to decide. */
export async function sendOne(upload: Upload, signal: AbortSignal): Promise<void> {
  const { file, place, replaces } = upload
  if (file === undefined) {
    upload.state = 'missing'
    return
  }
  if (upload.isFolder) {
    await filesOf({ ...place, path: [...place.path, upload.name] })
    finish(upload)
    return
  }
  const sending = {
    signal,
    onProgress: (sent: number) => {
      upload.sent = Math.min(sent, upload.size)
      uploadsChanged()
    },
    onStored: () => {
      upload.tries = 0
    },
  }
  const isLarge = upload.size > resumableFrom
  if (replaces !== undefined) {
    if (isLarge) await sendLargeVersion(upload, file, replaces, sending)
    else {
      await sendVersion(file, replaces, sending)
      finish(upload)
    }
    return
  }
  const path = await filesOf(place)
  const name = upload.isRenamed ? await freeName({ path, name: upload.name }) : upload.name
  signal.throwIfAborted()
  if (upload.isRenamed) {
    upload.name = name
    delete upload.isRenamed
    void keepUploads([keptOf(upload)])
  }
  const target = { path, name }
  // Nobody wants to wait for a large upload only to learn that its name is taken.
  if (isLarge && upload.location === undefined && (await ask(upload, target))) return
  const asset = isLarge ? await sendLarge(upload, file, sending) : await sendWhole(file, upload.name, sending)
  if (asset === undefined) {
    upload.state = 'waiting'
    return
  }
  const claimed = await claimUpload(target.path, asset).catch((error: unknown) => {
    if (error instanceof Unreachable) upload.mayBeStored = true
    throw error
  })
  if ('id' in claimed) {
    finish(upload)
    return
  }
  dropUpload(asset)
  delete upload.location
  if (!(await ask(upload, target))) throw new Error(claimed.refusal)
}

/** Content that has arrived before, without its response, creates no second version. */
async function sendLargeVersion(upload: Upload, file: File, fileId: string, sending: Sending): Promise<void> {
  const asset = await sendLarge(upload, file, sending)
  if (asset === undefined) {
    upload.state = 'waiting'
    return
  }
  await claimVersion(fileId, asset)
  finish(upload)
}

/** Returns the id of the upload; undefined if it has expired and must begin again. */
async function sendLarge(upload: Upload, file: File, sending: Sending): Promise<string | undefined> {
  upload.location ??= await beginResumable(file, upload.name, sending.signal)
  void keepUploads([keptOf(upload)])
  if (await sendRest(file, upload.location, sending)) return upload.location.split('/').at(-1)
  delete upload.location
  return undefined
}

/** Asks what to do if there is a file with the same name. */
async function ask(upload: Upload, target: Target): Promise<boolean> {
  const existing = await existingFile(target)
  if (existing === undefined) return false
  if (upload.mayBeStored && upload.file !== undefined && (await isSame(upload.file, existing))) {
    finish(upload)
    return true
  }
  Object.assign(upload, { existing, state: 'asking', sent: 0 } satisfies Partial<Upload>)
  return true
}

function finish(upload: Upload): void {
  Object.assign(upload, { state: 'done', sent: upload.size } satisfies Partial<Upload>)
  delete upload.file
  countFinished()
  void dropKept([upload.id])
}
