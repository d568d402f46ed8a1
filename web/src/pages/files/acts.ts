import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../api/client.ts'
import { listKey, refreshAfterWrite } from '../../api/refresh.ts'
import type { Fields } from '../../api/store.ts'
import { rememberAct } from '../../api/undo.ts'
import { changeRecord, createRecord, deleteRecord } from '../../api/write.ts'
import { useNotices } from '../../parts/notices.tsx'
import { fileTexts as words } from '../../texts/files.ts'
import { downloadContent } from './download-content.ts'
import { type Entry, nameOfEntry, pathOfEntry } from './file-data.ts'

/** Requests for several files at a time; browsers keep six connections. */
const atOnce = 4

type Outcome<R> = { entry: Entry; value: R } | { entry: Entry; error: unknown }

/** Does something with each entry. One that fails does not stop the others. */
async function forEach<R>(
  entries: readonly Entry[],
  act: (entry: Entry) => Promise<R>,
): Promise<Outcome<R>[]> {
  const outcomes: Outcome<R>[] = []
  const waiting = [...entries]
  const work = async (): Promise<void> => {
    for (let entry = waiting.shift(); entry !== undefined; entry = waiting.shift()) {
      const one = entry
      outcomes.push(
        await act(one).then(
          (value) => ({ entry: one, value }),
          (error: unknown) => ({ entry: one, error }),
        ),
      )
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return outcomes
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const changePath = ({ kind }: Entry): string => `/v1/${kind}s`

export interface FileActs {
  /** Changes each entry to values of its own. */
  change: (values: ReadonlyMap<Entry, Fields>, label: string, said?: string) => Promise<void>
  move: (entries: readonly Entry[], folder: string | null, title: string) => Promise<void>
  copy: (ids: readonly string[], folder: string | null, title: string) => Promise<void>
  lock: (ids: readonly string[], seconds: number) => Promise<void>
  unlock: (ids: readonly string[], force: boolean) => Promise<void>
  remove: (entries: readonly Entry[]) => Promise<void>
  restore: (entry: Entry, name: string) => Promise<void>
  createFolder: (workspaceId: string, folderName: string, parentFolderId: string | null) => Promise<string>
  /** A file, or a folder as a ZIP archive. */
  download: (entries: readonly Entry[]) => Promise<void>
}

/** Everything that people do with files and folders in lists, and how it is undone. */
export function useFileActs(): FileActs {
  const client = useQueryClient()
  const notices = useNotices()
  return useMemo(() => actsWith(client, notices), [client, notices])
}

interface IdPages {
  pages: { ids: string[] }[]
}

/** Takes ids out of all lists that are shown, before the service has responded. */
function takeOutOfLists(client: QueryClient, entries: readonly Entry[]): void {
  const gone = new Set(entries.map(({ id }) => id))
  client.setQueriesData<IdPages>({ queryKey: [listKey] }, (data) =>
    data?.pages === undefined
      ? data
      : {
          ...data,
          pages: data.pages.map((page) => ({ ...page, ids: page.ids.filter((id) => !gone.has(id)) })),
        },
  )
}

function actsWith(client: QueryClient, notices: ReturnType<typeof useNotices>): FileActs {
  const refresh = async (entries: readonly Entry[]): Promise<void> => {
    const paths = new Set(entries.map(changePath))
    await Promise.all([...paths].map((path) => refreshAfterWrite(client, path)))
  }

  /** Reports the failures of some, and returns the others. */
  const succeeded = <R>(outcomes: readonly Outcome<R>[], retry: () => void): { entry: Entry; value: R }[] => {
    const failed = outcomes.flatMap((each) => ('error' in each ? [each.error] : []))
    const [first] = failed
    if (failed.length > 0 && failed.length === outcomes.length) notices.refused(first, retry)
    else if (failed.length > 0) notices.failed(new Error(words.someRefused(failed.length, messageOf(first))))
    return outcomes.flatMap((each) => ('error' in each ? [] : [each]))
  }

  /** Remembers how to undo an act for each entry; another try continues with those that are left. */
  const remember = (
    label: string,
    entries: readonly Entry[],
    undo: (entry: Entry) => Promise<unknown>,
    said: string | undefined,
  ): void => {
    const left = new Map(entries.map((entry) => [entry.id, entry]))
    const takeAllBack = rememberAct({
      label,
      undo: async () => {
        try {
          for (const [id, entry] of [...left]) {
            await undo(entry)
            left.delete(id)
          }
        } finally {
          await refresh(entries)
        }
      },
    })
    if (said !== undefined) notices.undoable(said, takeAllBack)
  }

  const change: FileActs['change'] = async (values, label, said) => {
    const entries = [...values.keys()]
    const outcomes = await forEach(entries, (entry) =>
      changeRecord({ path: pathOfEntry(entry), id: entry.id, fields: values.get(entry) ?? {} }),
    )
    const done = succeeded(outcomes, () => void change(values, label, said))
    if (done.length > 0) {
      const before = new Map(done.map(({ entry, value }) => [entry.id, value]))
      const mine = new Map(done.map(({ entry }) => [entry.id, values.get(entry) ?? {}]))
      remember(
        label,
        done.map(({ entry }) => entry),
        (entry) => {
          const seen = mine.get(entry.id)
          return changeRecord({
            ...{ path: pathOfEntry(entry), id: entry.id, fields: before.get(entry.id) ?? {} },
            ...(seen !== undefined && { seen }),
          })
        },
        said ?? (done.length > 1 ? words.changed(done.length) : undefined),
      )
    }
    await refresh(entries)
  }

  const nameOf = ([first]: readonly Entry[]): string => (first === undefined ? '' : nameOfEntry(first))

  const move: FileActs['move'] = async (entries, folder, title) => {
    const name = nameOf(entries)
    takeOutOfLists(client, entries)
    const values = new Map(
      entries.map((entry): [Entry, Fields] => [
        entry,
        entry.kind === 'file' ? { folderId: folder } : { parentFolderId: folder },
      ]),
    )
    await change(values, words.moveOf(name, entries.length), words.moved(name, entries.length, title))
  }

  const asFiles = (ids: readonly string[]): Entry[] => ids.map((id) => ({ kind: 'file', id }))

  const copy: FileActs['copy'] = async (ids, folder, title) => {
    const entries = asFiles(ids)
    const name = nameOf(entries)
    const outcomes = await forEach(entries, async (entry) =>
      createRecord(`${pathOfEntry(entry)}/copies`, { folderId: folder }, crypto.randomUUID()),
    )
    const done = succeeded(outcomes, () => void copy(ids, folder, title))
    const made = asFiles(done.map(({ value }) => value.id))
    if (made.length > 0)
      remember(
        words.copyOf(name, made.length),
        made,
        (entry) => deleteRecord(pathOfEntry(entry), entry.id),
        words.copied(name, made.length, title),
      )
    await refresh(entries)
  }

  const lock: FileActs['lock'] = async (ids, seconds) => {
    const entries = asFiles(ids)
    const outcomes = await forEach(entries, (entry) =>
      api('POST', `${pathOfEntry(entry)}/lock`, { body: { seconds } }),
    )
    const done = succeeded(outcomes, () => void lock(ids, seconds)).map(({ entry }) => entry)
    if (done.length > 0) {
      const name = nameOf(done)
      remember(
        words.lockOf(name, done.length),
        done,
        (entry) => api('DELETE', `${pathOfEntry(entry)}/lock`),
        words.locked(name, done.length),
      )
    }
    await refresh(entries)
  }

  const unlock: FileActs['unlock'] = async (ids, force) => {
    const entries = asFiles(ids)
    const outcomes = await forEach(entries, (entry) =>
      api('DELETE', `${pathOfEntry(entry)}/lock${force ? '?force=true' : ''}`),
    )
    const done = succeeded(outcomes, () => void unlock(ids, force)).map(({ entry }) => entry)
    // Nobody can take back the lock of another person, so there is nothing to undo.
    if (done.length > 0) notices.done(words.unlocked(nameOf(done), done.length))
    await refresh(entries)
  }

  const remove: FileActs['remove'] = async (entries) => {
    const names = new Map(entries.map((entry) => [entry.id, nameOfEntry(entry)]))
    takeOutOfLists(client, entries)
    const outcomes = await forEach(entries, (entry) => deleteRecord(pathOfEntry(entry), entry.id))
    const done = succeeded(outcomes, () => void remove(entries)).map(({ entry }) => entry)
    const [first] = done
    if (first !== undefined) {
      const said = words.removed(names.get(first.id) ?? '', done.length)
      remember(said, done, (entry) => api('POST', `${pathOfEntry(entry)}/restore`), said)
    }
    await refresh(entries)
  }

  const restore: FileActs['restore'] = async (entry, name) => {
    try {
      await api('POST', `${pathOfEntry(entry)}/restore`)
      remember(words.restoreOf(name), [entry], () => api('DELETE', pathOfEntry(entry)), words.restored(name))
    } catch (error) {
      notices.refused(error, () => void restore(entry, name))
    }
    await refresh([entry])
  }

  const createFolder: FileActs['createFolder'] = async (workspaceId, folderName, parentFolderId) => {
    const path = `/v1/workspaces/${workspaceId}/folders`
    const { id } = await createRecord(path, { folderName, parentFolderId }, crypto.randomUUID())
    const entry: Entry = { kind: 'folder', id }
    remember(words.newFolderOf(folderName), [entry], () => deleteRecord(pathOfEntry(entry), id), undefined)
    await refresh([entry])
    return id
  }

  const download: FileActs['download'] = async (entries) => {
    for (const entry of entries)
      try {
        await downloadContent(pathOfEntry(entry))
      } catch (error) {
        notices.failed(error)
      }
  }

  return { change, move, copy, lock, unlock, remove, restore, createFolder, download }
}
