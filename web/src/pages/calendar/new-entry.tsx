import { Button, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { useDraft } from '../../api/drafts.ts'
import { createRecord } from '../../api/write.ts'
import { useFocusOnFault } from '../../parts/form-dialog.tsx'
import { useNotices } from '../../parts/notices.tsx'
import { VisuallyHidden } from '../../parts/visually-hidden.tsx'
import { calendarTexts as words } from '../../texts/calendar.ts'
import { texts } from '../../texts/texts.ts'
import { useTaskActs } from '../tasks/acts.ts'
import { type KeyedTask, withKeys } from '../tasks/new-keys.ts'
import { useTargetWorkspace, WorkspaceSelect } from '../tasks/target-workspace.tsx'
import type { TaskDetails } from '../tasks/task-data.ts'
import tools from '../tasks/tasks.module.css'
import classes from './day-box.module.css'
import type { EntryKind } from './entries.ts'
import { useFirstFocus } from './first-focus.ts'
import { useRefresh } from './use-entries.ts'

const kinds = ['task', 'event', 'milestone'] as const

interface Fault {
  field: 'title' | 'date' | 'from' | 'until'
  text: string
}

interface Draft {
  kind: EntryKind
  title: string
  from: string
  until: string
}

interface NewEntryProps {
  /** The kind that is offered first. */
  first: EntryKind
  /** The day that is offered first. */
  day: string
  draftName: string
  findWorkspace: () => Promise<string | undefined>
  /** Fields of a new task. */
  fields?: Partial<TaskDetails>
  onCreated?: (workspaceId: string) => void
  close: () => void
  /** More fields of the form. */
  children?: ReactNode
}

/** A form for something new on a day. It keeps a draft, without the day. */
export function NewEntry(props: NewEntryProps) {
  const { first: firstKind, draftName, findWorkspace, fields, onCreated, close, children } = props
  const notices = useNotices()
  const refresh = useRefresh()
  const [kept, keep] = useDraft(draftName)
  const [entry, setEntry] = useState<Draft>(() =>
    kept === '' ? { kind: firstKind, title: '', from: '09:00', until: '10:00' } : JSON.parse(kept),
  )
  const { kind, title, from, until } = entry
  const latest = useRef(entry)
  const keepLatest = (): void => keep(latest.current.title === '' ? '' : JSON.stringify(latest.current))
  const change = (changes: Partial<Draft>): void => {
    latest.current = { ...latest.current, ...changes }
    setEntry(latest.current)
    setFault(undefined)
    keepLatest()
  }
  const [day, setDay] = useState(props.day)
  const first = useFirstFocus<HTMLInputElement>()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<Fault>()
  const form = useRef<HTMLFormElement>(null)
  useFocusOnFault(form, fault)
  const acts = useTaskActs()
  const unsent = useRef<{ workspaceId: string; tasks: readonly KeyedTask[] }>(undefined)
  const sent = useRef({ content: '', key: '' })
  /** The same entry is created once, however often it is sent. */
  const keyOf = (path: string, body: object): string => {
    const content = JSON.stringify({ path, ...body })
    if (content !== sent.current.content) sent.current = { content, key: crypto.randomUUID() }
    return sent.current.key
  }
  const findFault = (): Fault | undefined => {
    const needed = kind === 'event' ? ({ date: day, from, until } as const) : { date: day }
    for (const [field, value] of Object.entries(needed) as [Fault['field'], string][])
      if (value === '') return { field, text: texts.form.required }
    return kind === 'event' && until < from ? { field: 'until', text: words.endsEarly } : undefined
  }
  const createTask = async (workspaceId: string): Promise<void> => {
    const before = unsent.current?.workspaceId === workspaceId ? unsent.current.tasks : []
    const result = await acts.create(workspaceId, withKeys([{ ...fields, title, dueDate: day }], before))
    unsent.current = { workspaceId, tasks: result.unsent }
    if (result.unsent.length > 0) throw result.error
  }
  const createOther = async (workspaceId: string): Promise<void> => {
    const at = (time: string): string => new Date(`${day}T${time}`).toISOString()
    const body = kind === 'event' ? { title, startsAt: at(from), endsAt: at(until) } : { title, dueDate: day }
    const path = `/v1/workspaces/${workspaceId}/${kind}s`
    await createRecord(path, body, keyOf(path, body))
    refresh(workspaceId, kind)
  }
  const create = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (busy || title.trim() === '') return
    const found = findFault()
    setFault(found)
    if (found !== undefined) return
    setBusy(true)
    // It may be closed and opened for something else before the response arrives.
    keep('')
    try {
      const workspaceId = await findWorkspace()
      if (workspaceId === undefined) throw new Error(words.noWorkspace)
      await (kind === 'task' ? createTask(workspaceId) : createOther(workspaceId))
      onCreated?.(workspaceId)
      notices.done(words.created(title))
      close()
    } catch (reason) {
      setBusy(false)
      keepLatest()
      setFault({ field: 'title', text: reason instanceof Error ? reason.message : String(reason) })
    }
  }
  const faultOf = (field: Fault['field']): string | undefined =>
    fault?.field === field ? fault.text : undefined
  return (
    <form ref={form} onSubmit={(event) => void create(event)} noValidate>
      <fieldset className={tools['segment']}>
        <VisuallyHidden component="legend">{words.kind}</VisuallyHidden>
        {kinds.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={kind === each}
            onClick={() => change({ kind: each })}
          >
            {words.kinds[each]}
          </button>
        ))}
      </fieldset>
      <TextInput
        ref={first}
        size="sm"
        aria-label={words.title}
        placeholder={words.title}
        value={title}
        error={faultOf('title')}
        onChange={(event) => change({ title: event.currentTarget.value })}
      />
      <TextInput
        size="sm"
        type="date"
        label={words.date}
        value={day}
        error={faultOf('date')}
        onChange={(event) => {
          setDay(event.currentTarget.value)
          setFault(undefined)
        }}
      />
      {kind === 'event' && (
        <div className={classes['times']}>
          <TextInput
            size="sm"
            type="time"
            label={words.from}
            value={from}
            error={faultOf('from')}
            onChange={(event) => change({ from: event.currentTarget.value })}
          />
          <TextInput
            size="sm"
            type="time"
            label={words.until}
            value={until}
            error={faultOf('until')}
            onChange={(event) => change({ until: event.currentTarget.value })}
          />
        </div>
      )}
      {children}
      <Button type="submit" size="sm" h={32} loading={busy} disabled={title.trim() === ''}>
        {words.create}
      </Button>
    </form>
  )
}

interface NewEntryAnywhereProps extends Pick<NewEntryProps, 'first' | 'day' | 'close'> {
  userId: string | undefined
}

/** The form with a choice of workspace. New tasks are assigned to the person, as everywhere outside a workspace. */
export function NewEntryAnywhere({ userId, ...entry }: NewEntryAnywhereProps) {
  const target = useTargetWorkspace()
  return (
    <NewEntry
      {...entry}
      draftName="new entry anywhere"
      findWorkspace={target.find}
      onCreated={target.remember}
      {...(userId !== undefined && { fields: { assignees: [userId] } })}
    >
      <WorkspaceSelect target={target} isInside />
    </NewEntry>
  )
}
