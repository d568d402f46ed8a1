import { uploadTexts as words } from '../texts/uploads.ts'
import { api, send } from './client.ts'
import type { UploadPlace } from './kept-uploads.ts'
import { ApiProblem, problemOf } from './problem.ts'
import type { Page } from './queries.ts'
import { sendContent } from './send-content.ts'
import type { Folder, File as StoredFile } from './types.ts'

/** Larger files are sent so that they can be resumed. */
export const resumableFrom = 8 * 1024 * 1024
/** How much one request sends; proxies limit the size of requests. */
const pieceSize = 32 * 1024 * 1024

const quoted = (text: string): string => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`

/** Names are unique without regard to case. */
const isSameName = (a: string, b: string): boolean =>
  a.normalize('NFKC').toLowerCase() === b.normalize('NFKC').toLowerCase()

/** The record of a list that has a name: exactly this one, or the same words in another case. */
async function findNamed<R>(
  address: string,
  field: string,
  name: string,
  isIt: (record: R) => boolean,
): Promise<R | undefined> {
  const phrase = quoted(`"${name.replaceAll('"', ' ')}"`)
  const hasWords = /[\p{L}\p{N}]/u.test(name)
  for (const condition of [`=${quoted(name)}`, ...(hasWords ? [` contains ${phrase}`] : [])]) {
    const filter = encodeURIComponent(`${field}${condition}`)
    const { items } = await api<Page<R>>('GET', `${address}?limit=100&filter=${filter}`)
    const found = items.find(isIt)
    if (found !== undefined) return found
  }
  return undefined
}

const folders = new Map<string, Promise<string>>()

/** Somebody may have deleted a folder since it was last used. */
export function forgetFolders(): void {
  folders.clear()
}

async function makeFolder(workspaceId: string, parent: string | null, name: string): Promise<string> {
  const path = `/v1/workspaces/${workspaceId}/folders`
  try {
    const body = { folderName: name, parentFolderId: parent }
    return (await api<{ id: string }>('POST', path, { body })).id
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.status !== 409) throw error
    const found = await findNamed<Folder>(
      path,
      'folderName',
      name,
      ({ details }) => details.parentFolderId === parent && isSameName(details.folderName, name),
    )
    if (found === undefined) throw error
    return found.id
  }
}

/** The service refuses the name of a folder on the way to a file. */
export class FolderRefused extends Error {
  readonly folderName: string
  /** Its place on the way, from 0. */
  readonly at: number

  constructor(folderName: string, at: number, why: string) {
    super(words.folderRefused(why))
    this.name = 'FolderRefused'
    this.folderName = folderName
    this.at = at
  }
}

/** The folder of an upload. Folders that do not exist are created, each of them once. */
async function folderFor({ workspaceId, folderId, path }: UploadPlace): Promise<string | null> {
  let at = folderId
  for (const [n, name] of path.entries()) {
    const key = JSON.stringify([workspaceId, at, name])
    const known = folders.get(key) ?? makeFolder(workspaceId, at, name)
    folders.set(key, known)
    try {
      at = await known
    } catch (error) {
      folders.delete(key)
      const fault = error instanceof ApiProblem ? error.faultOf('folderName') : undefined
      throw fault === undefined ? error : new FolderRefused(name, n, fault.replace('"folderName" ', ''))
    }
  }
  return at
}

export interface Existing {
  fileId: string
  version: number
  size: number
  sha256: string
}

/** The list of the files in a folder, or at the top of a workspace. Folders that do not exist are created. */
export async function filesOf(place: UploadPlace): Promise<string> {
  const folder = await folderFor(place)
  return folder === null ? `/v1/workspaces/${place.workspaceId}/files` : `/v1/folders/${folder}/files`
}

export interface Target {
  /** The list of files that it is added to. */
  path: string
  name: string
}

/** The file that already has a name. */
export async function existingFile({ path, name }: Target): Promise<Existing | undefined> {
  const found = await findNamed<StoredFile>(path, 'fileName', name, ({ details }) =>
    isSameName(details.fileName, name),
  )
  if (found === undefined) return undefined
  const { version, size, sha256 } = found.details
  return { fileId: found.id, version, size, sha256 }
}

const mostHashed = 256 * 1024 * 1024

/** Whether a file is what was uploaded. Browsers hash only what is in memory, so large files count as different. */
export async function isSame(file: Blob, existing: Existing): Promise<boolean> {
  if (file.size !== existing.size || file.size > mostHashed) return false
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('') === existing.sha256
}

/** The service allows this many characters. */
const longestName = 255

/** `plan (2).pdf`, or the next number that is free. */
export async function freeName(target: Target): Promise<string> {
  const dot = target.name.lastIndexOf('.')
  const [stem, end] = dot > 0 ? [target.name.slice(0, dot), target.name.slice(dot)] : [target.name, '']
  for (let n = 2; ; n += 1) {
    const added = ` (${n})${end}`
    const name = `${[...stem].slice(0, Math.max(1, longestName - [...added].length)).join('')}${added}`
    if ((await existingFile({ ...target, name })) === undefined) return name
  }
}

export interface Sending {
  signal: AbortSignal
  onProgress: (sent: number) => void
  /** A piece has arrived. */
  onStored: () => void
}

/** Sends a file in one request. Returns the id of the upload. */
export async function sendWhole(file: Blob, name: string, sending: Sending): Promise<string> {
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (each) => `%${each.charCodeAt(0).toString(16)}`)
  const headers = { 'content-disposition': `attachment; filename*=UTF-8''${encoded}` }
  const response = await sendContent('POST', '/v1/files/upload', file, { ...sending, headers })
  return ((await response.json()) as { id: string }).id
}

export async function sendVersion(file: Blob, fileId: string, sending: Sending): Promise<void> {
  await sendContent('PUT', `/v1/files/${fileId}/content`, file, sending)
}

const inBase64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)))

const tus = { 'tus-resumable': '1.0.0' }

/** Begins a resumable upload (tus 1.0). Returns its address. */
export async function beginResumable(file: Blob, name: string, signal: AbortSignal): Promise<string> {
  const type = file.type === '' ? '' : `,filetype ${inBase64(file.type)}`
  const response = await sendContent('POST', '/v1/files/uploads', undefined, {
    signal,
    headers: {
      ...tus,
      'upload-length': String(file.size),
      'upload-metadata': `filename ${inBase64(name)}${type}`,
    },
  })
  return new URL(response.headers.get('location') ?? '', window.location.href).pathname
}

/** How many bytes of an upload have arrived; undefined if it has expired. */
async function offsetOf(location: string): Promise<number | undefined> {
  const response = await send('GET', location)
  if (response.status === 404) return undefined
  if (!response.ok) throw await problemOf(response)
  return Number(response.headers.get('upload-offset'))
}

/** Sends the rest of a resumable upload. Returns false if it has expired and must begin again. */
export async function sendRest(file: Blob, location: string, sending: Sending): Promise<boolean> {
  let offset = await offsetOf(location)
  while (offset !== undefined && offset < file.size) {
    const from: number = offset
    const end = Math.min(from + pieceSize, file.size)
    sending.onProgress(from)
    try {
      await sendContent('PATCH', location, file.slice(from, end), {
        signal: sending.signal,
        onProgress: (sent) => sending.onProgress(from + sent),
        headers: {
          ...tus,
          'upload-offset': String(from),
          'content-type': 'application/offset+octet-stream',
        },
      })
      offset = end
      sending.onStored()
    } catch (error) {
      // The response to a piece was lost.
      if (!(error instanceof ApiProblem && error.status === 409)) throw error
      offset = await offsetOf(location)
      if (offset === from) throw error
    }
  }
  return offset !== undefined
}

/** Turns an upload into a file. Returns its id, or the message of the service if there is a file with its name already. */
export async function claimUpload(
  path: string,
  asset: string,
): Promise<{ id: string } | { refusal: string }> {
  const { responses } = await api<{ responses: { status: number; body: string }[] }>('POST', path, {
    body: { deferredAssetIds: [asset] },
  })
  const [outcome] = responses
  if (outcome?.status === 201) return { id: outcome.body }
  if (outcome?.status === 409) return { refusal: outcome.body }
  throw new Error(outcome?.body ?? '')
}

/** Turns an upload into a new version of a file. */
export async function claimVersion(fileId: string, asset: string): Promise<void> {
  await api('POST', `/v1/files/${fileId}/versions`, { body: { deferredAssetId: asset } })
}

/** Deletes an upload that becomes no file. It would be deleted after a day in any case. */
export function dropUpload(asset: string): void {
  void send('DELETE', `/v1/files/uploads/${asset}`).catch(() => undefined)
}
