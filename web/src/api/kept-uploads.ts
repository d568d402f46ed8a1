import { unsettledUntil } from './settled.ts'

/** Where files go: into a workspace or one of its folders, and there into folders that may have to be created. */
export interface UploadPlace {
  workspaceId: string
  folderId: string | null
  path: readonly string[]
}

/** An upload as it survives a reload. */
export interface KeptUpload {
  id: string
  userId: string
  /** The tab that sends it. */
  tab: string
  /** Its place among the others. */
  order: number
  name: string
  size: number
  /** When the file was last changed: content from before a change must not be mixed with newer content. */
  modified: number
  place: UploadPlace
  /** The file of which it becomes a new version. */
  replaces?: string
  /** Its name is taken, so it will be uploaded under another one. */
  isRenamed?: true
  /** It is an empty folder; others are created with their first file. */
  isFolder?: true
  /** The address of the resumable upload, once it has begun. */
  location?: string
  isPaused: boolean
  /** The content, unless it is too large to be copied. */
  file?: File
}

const storeName = 'uploads'
/** Larger files are not copied: people choose them again after a reload. */
const mostKept = 256 * 1024 * 1024

let opening: Promise<IDBDatabase> | undefined

function open(): Promise<IDBDatabase> {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('atrium-uploads', 1)
    request.onupgradeneeded = () => request.result.createObjectStore(storeName, { keyPath: 'id' })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  return opening
}

/** Without storage, or with a full one, uploads work all the same; they just do not survive a reload. */
function inStore<T>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<T> | undefined,
): Promise<T | undefined> {
  return unsettledUntil(transact(mode, act))
}

async function transact<T>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<T> | undefined,
): Promise<T | undefined> {
  try {
    const transaction = (await open()).transaction(storeName, mode)
    const request = act(transaction.objectStore(storeName))
    return await new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(request?.result)
      transaction.onerror = () => reject(transaction.error)
      transaction.onabort = () => reject(transaction.error)
    })
  } catch {
    return undefined
  }
}

/** How many are stored at a time: copying a thousand at once would block the page. */
const atOnce = 50

/** Some may have changed, or be finished, before their turn comes: `latest` returns them as they are then. */
export async function keepUploads(
  uploads: readonly KeptUpload[],
  latest: (upload: KeptUpload) => KeptUpload | undefined = (upload) => upload,
): Promise<void> {
  for (let at = 0; at < uploads.length; at += atOnce)
    await inStore('readwrite', (store) => {
      for (const { file, ...upload } of uploads.slice(at, at + atOnce).flatMap((each) => latest(each) ?? []))
        store.put({ ...upload, ...(file !== undefined && upload.size <= mostKept && { file }) })
      return undefined
    })
}

export async function dropKept(ids: readonly string[]): Promise<void> {
  await inStore('readwrite', (store) => {
    for (const id of ids) store.delete(id)
    return undefined
  })
}

/** The next person must not find them. */
export async function forgetKeptUploads(): Promise<void> {
  await inStore('readwrite', (store) => store.clear())
}

const lockOf = (tab: string): string => `atrium-uploads ${tab}`

let isHeld = false

/** Shows other tabs that this one is alive, until it is closed or killed. */
export function holdTab(tab: string): void {
  if (isHeld) return
  isHeld = true
  void navigator.locks.request(lockOf(tab), () => new Promise(() => undefined)).catch(() => undefined)
}

/** The uploads of a person whose tab was closed, killed or reloaded; from now on they belong to this tab. */
export async function adoptUploads(userId: string, tab: string): Promise<KeptUpload[]> {
  return navigator.locks.request('atrium-uploads adopt', async () => {
    const all = (await inStore<KeptUpload[]>('readonly', (store) => store.getAll())) ?? []
    const { held = [] } = await navigator.locks.query()
    const alive = new Set(held.map(({ name }) => name))
    const left = all
      .filter((each) => each.userId === userId && each.tab !== tab && !alive.has(lockOf(each.tab)))
      .map((each) => ({ ...each, tab }))
      .toSorted((a, b) => a.order - b.order)
    if (left.length > 0) await keepUploads(left)
    return left
  })
}
