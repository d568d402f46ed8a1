import { uploadTexts as words } from '../texts/uploads.ts'
import { Unreachable } from './problem.ts'
import {
  beginResumable,
  claimUpload,
  dropUpload,
  existingFile,
  freeName,
  isSame,
  resumableFrom,
  type Sending,
  sendRest,
  sendWhole,
} from './upload-requests.ts'

/** The names of files that may be stored, because the response was lost. */
const mayBeStored = new WeakMap<File, string>()

/** Uploads a file and adds it to a list of files. Returns its id and its name: if that was taken, it has a number. */
export async function attachFile(
  path: string,
  file: File,
  sending: Sending,
): Promise<{ id: string; name: string }> {
  const earlier = mayBeStored.get(file)
  if (earlier !== undefined) {
    const existing = await existingFile({ path, name: earlier })
    if (existing !== undefined && (await isSame(file, existing)))
      return { id: existing.fileId, name: earlier }
  }
  const isTaken = (await existingFile({ path, name: file.name })) !== undefined
  const name = isTaken ? await freeName({ path, name: file.name }) : file.name
  sending.signal.throwIfAborted()
  const asset =
    file.size > resumableFrom ? await sendLarge(file, name, sending) : await sendWhole(file, name, sending)
  const claimed = await claimUpload(path, asset).catch((error: unknown) => {
    if (error instanceof Unreachable) mayBeStored.set(file, name)
    throw error
  })
  if ('id' in claimed) return { id: claimed.id, name }
  dropUpload(asset)
  throw new Error(claimed.refusal)
}

async function sendLarge(file: File, name: string, sending: Sending): Promise<string> {
  const location = await beginResumable(file, name, sending.signal)
  if (!(await sendRest(file, location, sending))) throw new Error(words.interrupted)
  return location.split('/').at(-1) ?? ''
}
