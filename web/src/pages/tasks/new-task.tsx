import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useDraft } from '../../api/drafts.ts'
import { useNotices } from '../../parts/notices.tsx'
import { taskTexts as words } from '../../texts/tasks.ts'
import { useTaskActs } from './acts.ts'
import { type KeyedTask, withKeys } from './new-keys.ts'
import { parseQuick } from './quick-add.ts'
import type { TaskDetails } from './task-data.ts'
import { useHiddenNotice } from './use-hidden-notice.ts'
import { usePeopleNamed } from './use-people-named.ts'

interface NewTaskProps {
  workspaceId: string
  /** The fields of the section that it is created in. */
  fields: Partial<TaskDetails>
  label: string
  className?: string
  onClose: () => void
}

/** A field for the next task. Enter creates it and stays for another; pasted lines become a task each. */
export function NewTask({ workspaceId, fields, label, className, onClose }: NewTaskProps) {
  const acts = useTaskActs()
  const notices = useNotices()
  const [text, setText] = useDraft(`new task in ${workspaceId}`)
  const queue = useRef(Promise.resolve())
  const unsent = useRef<readonly KeyedTask[]>([])
  const field = useRef<HTMLTextAreaElement>(null)
  const peopleNamed = usePeopleNamed(workspaceId)
  const tellHidden = useHiddenNotice(workspaceId)
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  useEffect(() => {
    const { current } = field
    current?.focus()
    // The caret belongs after a restored draft.
    current?.setSelectionRange(current.value.length, current.value.length)
  }, [])
  /** Creates a task for each line. Returns how many were not created, and why. */
  const send = async (): Promise<{ left: number; error: unknown }> => {
    try {
      const people = await peopleNamed(text, workspaceId)
      const tasks = withKeys(
        lines.map((line) => ({ ...fields, ...parseQuick(line, people) })),
        unsent.current,
      )
      unsent.current = unsent.current.filter(({ key }) => tasks.every((task) => task.key !== key))
      const result = await acts.create(workspaceId, tasks)
      unsent.current = [...unsent.current, ...result.unsent]
      // Its parent shows a subtask, whatever the filter is. A filter that fails is reported by the list.
      if (fields.parentTaskId === undefined) void tellHidden(result.made).catch(() => undefined)
      return { left: result.unsent.length, error: result.error }
    } catch (error) {
      return { left: lines.length, error }
    }
  }
  const create = (): void => {
    if (lines.length === 0) return
    // The next title can be typed immediately. Tasks are created in the order in which they were typed.
    setText('')
    queue.current = queue.current.then(async () => {
      const { left, error } = await send()
      if (left === 0) return
      notices.failed(error)
      // The lines that were not created come back, before whatever was typed since.
      const typed = field.current?.value ?? ''
      setText([...lines.slice(-left), ...(typed === '' ? [] : [typed])].join('\n'))
    })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      create()
    } else if (event.key === 'Escape') {
      event.stopPropagation()
      onClose()
    }
  }
  return (
    <div className={className}>
      <textarea
        ref={field}
        rows={1}
        aria-label={label}
        placeholder={words.quickHint}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={() => {
          if (text.trim() === '') onClose()
        }}
      />
      {lines.length > 1 && <p role="status">{words.pasteMany(lines.length)}</p>}
    </div>
  )
}
