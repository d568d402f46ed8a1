import { useEffect, useRef, useState } from 'react'
import { attachFile } from '../../api/attach-file.ts'
import { api } from '../../api/client.ts'
import { useDraft } from '../../api/drafts.ts'
import { useCompany } from '../../api/me.ts'
import { failureOf } from '../../api/upload-retries.ts'
import { useNotices } from '../../parts/notices.tsx'
import { sized } from '../../parts/sizes.ts'
import { panelTexts as words } from '../../texts/task-panel.ts'
import { uploadTexts } from '../../texts/uploads.ts'
import type { GivenFile } from '../files/dropped.ts'

/** "At most 20 files." */
const mostFiles = 20

export interface Attachment {
  id: string
  name: string
}

/** A file that is being uploaded, or could not be. */
export interface PendingFile {
  key: string
  name: string
  file: File | undefined
  /** From 0 to 1. */
  progress: number
  error?: string
}

export interface Attachments {
  files: readonly Attachment[]
  pending: readonly PendingFile[]
  add: (given: readonly GivenFile[]) => void
  retry: (pending: PendingFile) => void
  remove: (id: string) => void
  /** Forgets a file that is being uploaded, or could not be. */
  drop: (key: string) => void
  /** Nothing is attached any more; files that were uploaded for it go to the trash unless they were sent. */
  clear: (isSent: boolean) => void
}

/** The files of a comment while it is written. They are uploaded immediately, and stored with the draft. */
export function useAttachments(
  draftName: string,
  /** The list of files that they are added to. */
  path: string | undefined,
  /** Those that the comment already has. */
  given: readonly Attachment[],
): Attachments {
  const [draft, setDraft] = useDraft(`${draftName}, files`)
  const files: readonly Attachment[] = draft === '' ? given : (JSON.parse(draft) as Attachment[])
  const [pending, setPending] = useState<readonly PendingFile[]>([])
  const limit = useCompany()?.details.limits.fileBytes ?? Number.POSITIVE_INFINITY
  const notices = useNotices()
  // Uploads that finish together see each other's files.
  const latest = useRef(files)
  latest.current = files
  const running = useRef(new Map<string, AbortController>())
  useEffect(() => {
    const all = running.current
    return () => {
      for (const stop of all.values()) stop.abort()
    }
  }, [])
  const keep = (next: readonly Attachment[]): void => {
    latest.current = next
    setDraft(JSON.stringify(next) === JSON.stringify(given) ? '' : JSON.stringify(next))
  }
  const change = (key: string, fields: Partial<PendingFile>): void =>
    setPending((all) => all.map((each) => (each.key === key ? { ...each, ...fields } : each)))
  const drop = (key: string): void => {
    running.current.get(key)?.abort()
    running.current.delete(key)
    setPending((all) => all.filter((each) => each.key !== key))
  }
  const upload = async (key: string, file: File, signal: AbortSignal): Promise<void> => {
    if (path === undefined || signal.aborted) return
    const onProgress = (sent: number): void => change(key, { progress: sent / Math.max(file.size, 1) })
    try {
      const sending = { signal, onProgress, onStored: () => undefined }
      const attached = await attachFile(path, file, sending)
      if (signal.aborted) trash(attached.id)
      else keep([...latest.current, attached])
      drop(key)
    } catch (error) {
      if (!signal.aborted) change(key, { error: failureOf(error) })
    }
  }
  // One after the other: files with the same name get different numbers.
  const queue = useRef(Promise.resolve())
  const enqueue = ({ key, file }: PendingFile): void => {
    if (file === undefined) return
    const stop = new AbortController()
    running.current.set(key, stop)
    queue.current = queue.current.then(() => upload(key, file, stop.signal))
  }
  const trash = (id: string): void => void api('DELETE', `/v1/files/${id}`).catch(notices.failed)
  const isNew = (id: string): boolean => !given.some((each) => each.id === id)
  return {
    files,
    pending,
    add: (chosen) => {
      const room = mostFiles - files.length - pending.length
      // Only the first file too many shows an error; a folder may have thousands.
      const added = chosen.slice(0, Math.max(room, 0) + 1).map(({ name, file, error }, n): PendingFile => {
        const refused =
          n >= room
            ? words.tooManyFiles(mostFiles)
            : (file?.size ?? 0) > limit
              ? uploadTexts.tooLarge(sized(limit))
              : (error ?? (file === undefined ? uploadTexts.unreadable : undefined))
        const own = { key: crypto.randomUUID(), name, progress: 0 }
        return refused === undefined ? { ...own, file } : { ...own, file: undefined, error: refused }
      })
      setPending((all) => [...all, ...added])
      for (const each of added) enqueue(each)
    },
    retry: ({ key, name, file }) => {
      const again = { key, name, file, progress: 0 }
      setPending((all) => all.map((each) => (each.key === key ? again : each)))
      enqueue(again)
    },
    remove: (id) => {
      keep(files.filter((each) => each.id !== id))
      // Nobody else has seen it as a part of the comment.
      if (isNew(id)) trash(id)
    },
    drop,
    clear: (isSent) => {
      for (const { key } of pending) drop(key)
      if (!isSent) for (const { id } of files) if (isNew(id)) trash(id)
      latest.current = given
      setDraft('')
    },
  }
}
