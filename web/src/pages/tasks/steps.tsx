import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api, type Method, type Sent } from '../../api/client.ts'
import { useDraft } from '../../api/drafts.ts'
import { about } from '../../api/problem.ts'
import { usePage } from '../../api/queries.ts'
import { refreshAfterWrite } from '../../api/refresh.ts'
import type { Step } from '../../api/types.ts'
import { IconPlus, IconX } from '../../parts/icons.tsx'
import { useNotices } from '../../parts/notices.tsx'
import { panelTexts as words } from '../../texts/task-panel.ts'
import classes from './panel.module.css'
import { shownTask } from './task-data.ts'

/** The steps of a task: small things to tick off. */
export function Steps({ taskId, mayChange }: { taskId: string; mayChange: boolean }) {
  const client = useQueryClient()
  const notices = useNotices()
  const path = `/v1/tasks/${taskId}/steps`
  const steps = usePage<Step>(`${path}?sort=rank&limit=100`).data?.items ?? []
  const [pending, setPending] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [adding, setAdding] = useState(false)
  const [title, setTitle] = useDraft(`step of ${taskId}`)
  const field = useRef<HTMLInputElement>(null)
  const failed = useRef({ text: '', key: '' })
  const write = async (method: Method, to: string, given: Sent = {}): Promise<boolean> => {
    let isStored = true
    try {
      await api(method, to, given)
    } catch (error) {
      isStored = false
      notices.failed(about(shownTask(taskId)?.title ?? '', error))
    }
    await refreshAfterWrite(client, path)
    return isStored
  }
  const isDone = ({ id, details }: Step): boolean => pending.get(id) ?? details.doneAt !== null
  const toggle = async (step: Step): Promise<void> => {
    const done = !isDone(step)
    setPending(new Map(pending).set(step.id, done))
    await write(done ? 'PUT' : 'DELETE', `/v1/steps/${step.id}/done`)
    setPending((now) => new Map([...now].filter(([id]) => id !== step.id)))
  }
  const add = async (): Promise<void> => {
    const text = title.trim()
    if (text === '') return
    // A step that is sent again has the same key, so that it is created only once.
    const key = failed.current.text === text ? failed.current.key : crypto.randomUUID()
    failed.current = { text: '', key: '' }
    setTitle('')
    if (await write('POST', path, { body: { title: text }, headers: { 'idempotency-key': key } })) return
    failed.current = { text, key }
    setTitle([text, field.current?.value ?? ''].join(' ').trim())
  }
  if (steps.length === 0 && !mayChange) return null
  return (
    <section className={classes['section']} aria-label={words.steps}>
      <header>
        <h2>{words.steps}</h2>
        {steps.length > 0 && <span>{words.done(steps.filter(isDone).length, steps.length)}</span>}
      </header>
      {steps.map((step) => (
        <div key={step.id} className={classes['step']} data-done={isDone(step) || undefined}>
          <label>
            <input
              type="checkbox"
              checked={isDone(step)}
              disabled={!mayChange}
              onChange={() => void toggle(step)}
            />
            {step.details.title}
          </label>
          {mayChange && (
            <button
              type="button"
              className={classes['remove']}
              aria-label={words.removeStep(step.details.title)}
              onClick={() => void write('DELETE', `/v1/steps/${step.id}`)}
            >
              <IconX size={14} />
            </button>
          )}
        </div>
      ))}
      {adding || title !== '' ? (
        <input
          ref={field}
          className={classes['field']}
          aria-label={words.newStep}
          // biome-ignore lint/a11y/noAutofocus: the person has just opened this field.
          autoFocus
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
          onBlur={() => setAdding(false)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') void add()
            else if (event.key === 'Escape') {
              setTitle('')
              setAdding(false)
            } else return
            event.preventDefault()
            event.stopPropagation()
          }}
        />
      ) : (
        mayChange && (
          <button type="button" className={classes['add']} onClick={() => setAdding(true)}>
            <IconPlus size={16} />
            {words.addStep}
          </button>
        )
      )}
    </section>
  )
}
