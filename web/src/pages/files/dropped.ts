import { unsettledUntil } from '../../api/settled.ts'
import { byName } from '../../parts/by-name.ts'
import { uploadTexts as words } from '../../texts/uploads.ts'

/** A file with the folders above it, as it was dropped or chosen; or what cannot be read, and why. */
export interface GivenFile {
  name: string
  path: readonly string[]
  file: File | undefined
  error?: string
  isFolder?: true
}

function readAll(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  return new Promise((resolve, reject) => {
    // Browsers return at most a hundred at a time.
    const next = (): void =>
      reader.readEntries((some) => {
        if (some.length === 0) resolve(all.toSorted((a, b) => byName(a.name, b.name)))
        else {
          all.push(...some)
          next()
        }
      }, reject)
    next()
  })
}

/** What cannot be read is reported on its own, and does not stop the rest. */
async function walk(entry: FileSystemEntry, path: readonly string[]): Promise<GivenFile[]> {
  const { name } = entry
  const unread = (error: string): GivenFile[] => [{ name, path, file: undefined, error }]
  if (entry.isFile)
    return new Promise((resolve) =>
      (entry as FileSystemFileEntry).file(
        (file) => resolve([{ name, path, file }]),
        () => resolve(unread(words.unreadable)),
      ),
    )
  const inside = await readAll(entry as FileSystemDirectoryEntry).catch(() => undefined)
  if (inside === undefined) return unread(words.unreadableFolder)
  // Folders are created along with their files, so empty ones need an entry of their own.
  if (inside.length === 0) return [{ name, path, file: new File([], name), isFolder: true }]
  const found: GivenFile[] = []
  for (const each of inside) found.push(...(await walk(each, [...path, name])))
  return found
}

/** The files that were dropped, with those in folders. It must be called while the drop is handled. */
export function droppedFiles(given: DataTransfer): Promise<GivenFile[]> {
  return unsettledUntil(filesIn(given))
}

async function filesIn({ items, files }: DataTransfer): Promise<GivenFile[]> {
  // Browsers empty the list as soon as the event is over.
  const entries = [...items].flatMap((item) => (item.kind === 'file' ? [item.webkitGetAsEntry()] : []))
  const plain = [...files]
  const found: GivenFile[] = []
  for (const [at, entry] of entries.entries()) {
    const file = plain[at]
    if (entry !== null) found.push(...(await walk(entry, [])))
    else if (file !== undefined) found.push({ name: file.name, file, path: [] })
  }
  return found
}

/** The files that were chosen; those of a folder have their path in it. */
export function chosenFiles(files: FileList | null): GivenFile[] {
  return [...(files ?? [])].map((file) => ({
    name: file.name,
    file,
    path: file.webkitRelativePath.split('/').slice(0, -1),
  }))
}
