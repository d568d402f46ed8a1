import { uploadTexts as words } from '../texts/uploads.ts'
import {
  beginResumable,
  claimUpload,
  dropUpload,
  existingFile,
  freeName,
  resumableFrom,
  type Sending,
  sendRest,
  sendWhole,
} from './upload-requests.ts'

/** Uploads a file and adds it to a list of files. Returns its id and its name: if that was taken, it has a number. */
export async function attachFile(
  path: string,
  file: File,
  sending: Sending,
): Promise<{ id: string; name: string }> {
  const isTaken = (await existingFile({ path, name: file.name })) !== undefined
  const name = isTaken ? await freeName({ path, name: file.name }) : file.name
  sending.signal.throwIfAborted()
  const asset =
    file.size > resumableFrom ? await sendLarge(file, name, sending) : await sendWhole(file, name, sending)
  const claimed = await claimUpload(path, asset)
  if ('id' in claimed) return { id: claimed.id, name }
  dropUpload(asset)
  throw new Error(claimed.refusal)
}

async function sendLarge(file: File, name: string, sending: Sending): Promise<string> {
  const location = await beginResumable(file, name, sending.signal)
  if (!(await sendRest(file, location, sending))) throw new Error(words.interrupted)
  return location.split('/').at(-1) ?? ''
}
