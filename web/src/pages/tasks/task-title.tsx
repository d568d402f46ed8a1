import { Button, Group, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { useDraft } from '../../api/drafts.ts'
import { about } from '../../api/problem.ts'
import { Conflict, changeRecord } from '../../api/write.ts'
import { useNotices } from '../../parts/notices.tsx'
import { panelTexts as words } from '../../texts/task-panel.ts'
import { taskTexts } from '../../texts/tasks.ts'
import { texts } from '../../texts/texts.ts'
import { ConflictBox } from './conflict-box.tsx'
import classes from './panel.module.css'

interface TaskTitleProps {
  id: string
  title: string
  mayChange: boolean
}

const trimmed = (text: string): string => text.trim().replaceAll(/\s+/g, ' ')

/** The title, which is saved when the person leaves the field. Text that was not saved comes back. */
export function TaskTitle({ id, title, mayChange }: TaskTitleProps) {
  const notices = useNotices()
  const [draft, setDraft] = useDraft(`title of ${id}`)
  // The title that the person saw when they began to type.
  const [seen, setSeen] = useDraft(`title of ${id}, before`)
  const [typed, setTyped] = useState(draft === '' ? undefined : draft)
  const [conflict, setConflict] = useState<Conflict>()
  const [isFocused, setFocused] = useState(false)
  const latest = useRef(typed)
  const type = (text: string | undefined): void => {
    latest.current = text
    setTyped(text)
    setDraft(text ?? '')
    if (text === undefined) setSeen('')
    else if (typed === undefined) setSeen(title)
  }
  const end = (): void => {
    type(undefined)
    setConflict(undefined)
  }
  const save = async (text: string, force = false): Promise<void> => {
    const next = trimmed(text)
    if (next === '') notices.done(texts.form.nameKept(title))
    if (next === '' || (next === title && !force)) return end()
    setConflict(undefined)
    const saved = latest.current
    try {
      const fields = { title: next }
      await changeRecord({ path: `/v1/tasks/${id}`, id, fields, seen: { title: seen }, force })
      // The person may have gone on typing in the meantime.
      if (latest.current === saved) end()
      else setSeen(next)
    } catch (error) {
      if (error instanceof Conflict) setConflict(error)
      else
        notices.refused(
          about(taskTexts.fieldOf(taskTexts.fields.title, title, 1), error),
          () => void save(next, force),
        )
    }
  }
  const isUnsaved = typed !== undefined && trimmed(typed) !== title && !isFocused && conflict === undefined
  return (
    <>
      <textarea
        className={classes['title']}
        aria-label={words.title}
        rows={1}
        disabled={!mayChange}
        value={typed ?? title}
        onFocus={() => setFocused(true)}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={() => {
          setFocused(false)
          if (typed !== undefined) void save(typed)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur()
          else if (event.key === 'Escape' && typed !== undefined) end()
          else return
          event.preventDefault()
          event.stopPropagation()
        }}
      />
      {isUnsaved && mayChange && (
        <Group gap="xs">
          <Text size="sm" c="var(--atrium-quiet)">
            {words.titleNotSaved}
          </Text>
          <Button variant="subtle" color="gray" size="compact-sm" onClick={end}>
            {words.discard}
          </Button>
          <Button variant="default" size="compact-sm" onClick={() => void save(typed)}>
            {words.save}
          </Button>
        </Group>
      )}
      {conflict !== undefined && (
        <ConflictBox
          theirs={String(conflict.theirs['title'])}
          mine={String(conflict.mine['title'])}
          onTheirs={end}
          onMine={() => void save(String(conflict.mine['title']), true)}
        />
      )}
    </>
  )
}
