import { Button } from '@mantine/core'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { useDraft } from '../../api/drafts.ts'
import { about } from '../../api/problem.ts'
import { Conflict, changeRecord } from '../../api/write.ts'
import { IconPlus } from '../../parts/icons.tsx'
import { LazyMarkdown } from '../../parts/lazy-markdown.tsx'
import { useNotices } from '../../parts/notices.tsx'
import { keyHint } from '../../site/keys.ts'
import { panelTexts as words } from '../../texts/task-panel.ts'
import { taskTexts } from '../../texts/tasks.ts'
import { ConflictBox } from './conflict-box.tsx'
import classes from './panel.module.css'
import { shownTask } from './task-data.ts'

interface DescriptionProps {
  id: string
  text: string | null
  mayChange: boolean
}

/** Whether a click opens a link or ends the selection of text. */
const isReading = ({ target }: MouseEvent): boolean =>
  (target instanceof Element && target.closest('a') !== null) || getSelection()?.isCollapsed === false

/** The description in Markdown, and its source while it is edited. Text that was not saved comes back. */
export function Description({ id, text, mayChange }: DescriptionProps) {
  const notices = useNotices()
  const [draft, setDraft] = useDraft(`description of ${id}`)
  // The text that the draft was begun with: somebody may have changed it since, even before this page was loaded.
  const [base, setBase] = useDraft(`description of ${id}, before`)
  const [editing, setEditing] = useState(draft !== '')
  const [typed, setTyped] = useState(draft === '' ? (text ?? '') : draft)
  const [conflict, setConflict] = useState<Conflict>()
  const [busy, setBusy] = useState(false)
  const seen = useRef(draft === '' ? text : base === '' ? null : base)
  const field = useRef<HTMLTextAreaElement>(null)
  // A draft from before opens the field as well, but it must not take the focus then.
  const isBegun = useRef(false)
  useEffect(() => {
    if (!editing || !isBegun.current) return
    field.current?.focus()
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length)
  }, [editing])
  const begin = (): void => {
    if (draft === '') {
      seen.current = text
      setTyped(text ?? '')
    }
    isBegun.current = true
    setEditing(true)
  }
  /** Closes the field and keeps the draft. */
  const close = (): void => {
    setConflict(undefined)
    setEditing(false)
  }
  const end = (): void => {
    setDraft('')
    setBase('')
    close()
  }
  const save = async (force = false): Promise<void> => {
    const description = typed.trim() === '' ? null : typed
    if (description === text && !force) return end()
    setBusy(true)
    try {
      const change = {
        path: `/v1/tasks/${id}`,
        id,
        fields: { description },
        seen: { description: seen.current },
      }
      await changeRecord({ ...change, force })
      end()
    } catch (error) {
      if (error instanceof Conflict) setConflict(error)
      else
        notices.refused(
          about(taskTexts.fieldOf(taskTexts.fields.description, shownTask(id)?.title ?? '', 1), error),
          () => void save(force),
        )
    } finally {
      setBusy(false)
    }
  }
  if (!editing)
    return text === null ? (
      mayChange && (
        <button type="button" className={classes['add']} onClick={begin}>
          <IconPlus size={16} />
          {words.addDescription}
        </button>
      )
    ) : (
      <div className={classes['description']}>
        {mayChange ? (
          // biome-ignore lint/a11y/useSemanticElements: <fieldset> is for form controls, and there are none until the text is being edited.
          <div
            role="group"
            aria-label={words.description}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: it must be focusable so that Enter can start editing, as a click does.
            tabIndex={0}
            className={classes['editable']}
            onClick={(event) => {
              if (!isReading(event)) begin()
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.target !== event.currentTarget) return
              event.preventDefault()
              begin()
            }}
          >
            <LazyMarkdown text={text} />
          </div>
        ) : (
          <LazyMarkdown text={text} />
        )}
        {mayChange && (
          <Button
            className={classes['editText'] ?? ''}
            variant="default"
            size="compact-sm"
            onClick={begin}
            aria-label={words.editDescription}
          >
            {words.edit}
          </Button>
        )}
      </div>
    )
  return (
    <div className={classes['editor']}>
      <textarea
        ref={field}
        aria-label={words.description}
        placeholder={words.descriptionHint}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setDraft(event.currentTarget.value)
          setBase(seen.current ?? '')
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save()
          else if (event.key === 'Escape') close()
          else return
          event.preventDefault()
          event.stopPropagation()
        }}
      />
      {conflict !== undefined && (
        <ConflictBox
          theirs={String(conflict.theirs['description'] ?? '')}
          mine={typed}
          onTheirs={end}
          onMine={() => void save(true)}
        />
      )}
      <footer>
        <span>{words.descriptionHint}</span>
        <Button variant="subtle" color="gray" size="compact-sm" onClick={end}>
          {words.cancel}
        </Button>
        <Button variant="default" size="compact-sm" loading={busy} onClick={() => void save()}>
          {words.save} <kbd>{keyHint('send')}</kbd>
        </Button>
      </footer>
    </div>
  )
}
