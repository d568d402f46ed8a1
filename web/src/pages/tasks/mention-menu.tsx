import { type KeyboardEvent, type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Page, useRecord } from '../../api/queries.ts'
import type { Member } from '../../api/types.ts'
import { Face } from '../../parts/marks.tsx'
import { stepInMenu } from '../../site/arrow-keys.ts'
import { panelTexts as words } from '../../texts/task-panel.ts'
import classes from './comments.module.css'
import { labelsOf, plainName } from './mention-text.ts'
import { matchingOptions } from './pick-list.tsx'

/** Longer text after an @ is not a name. */
const longest = 40
const most = 8

/** The text after the last @ before a place, if a name can begin there. */
function mentionBefore(text: string, end: number): { start: number; typed: string } | undefined {
  const start = text.lastIndexOf('@', end - 1)
  if (start === -1 || end - start > longest) return undefined
  const before = text[start - 1]
  const typed = text.slice(start + 1, end)
  const isWord = before === undefined || /[\s(]/.test(before)
  return isWord && !/[\n[\]()]/.test(typed) && !typed.startsWith(' ') ? { start, typed } : undefined
}

interface Mentions {
  field: RefObject<HTMLTextAreaElement | null>
  /** Looks at what is typed before the cursor. */
  follow: () => void
  /** Takes the keys of the open menu; returns whether it did. */
  onKeyDown: (event: KeyboardEvent) => boolean
  close: () => void
  /** The attributes of the field that describe the menu to screen readers. */
  described: {
    'aria-autocomplete'?: 'list'
    'aria-controls'?: string
    'aria-activedescendant'?: string
  }
  menu: ReactNode
}

/** Offers the members of a workspace after an @ and writes the name of the one that is chosen. */
export function useMentions(
  workspaceId: string,
  onPick: (text: string, label: string, person: { name: string; id: string }) => void,
): Mentions {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [typing, setTyping] = useState<{ start: number; typed: string }>()
  const [at, setAt] = useState(0)
  const path = `/v1/workspaces/${workspaceId}/members?limit=500&fields=fullName,email`
  const members = useRecord<Page<Member>>(typing === undefined ? undefined : path).data?.items ?? []
  const labels = labelsOf(members.map(({ details }) => details))
  const people = members.map(({ id: value }, n) => ({ value, label: labels[n] ?? '' }))
  const shown = typing === undefined ? [] : matchingOptions(people, typing.typed).slice(0, most)
  const active = Math.min(at, shown.length - 1)
  const close = (): void => setTyping(undefined)
  const pick = (n: number): void => {
    const [person, element] = [shown[n], field.current]
    if (person === undefined || element === null || typing === undefined) return
    const mention = `@${person.label} `
    const rest = element.value.slice(typing.start + 1 + typing.typed.length)
    const { fullName = person.label } = members.find(({ id }) => id === person.value)?.details ?? {}
    const text = `${element.value.slice(0, typing.start)}${mention}${rest}`
    // Updates the field before the next letter is typed, so that it goes after the name.
    flushSync(() => {
      onPick(text, person.label, { name: plainName(fullName), id: person.value })
      close()
    })
    const end = typing.start + mention.length
    element.focus()
    element.setSelectionRange(end, end)
  }
  const onKeyDown = ({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean => {
    if (shown.length === 0) return false
    // Ctrl Enter sends the comment, and Shift Tab goes back.
    if (ctrlKey || metaKey || (key === 'Tab' && shiftKey)) {
      if (key === 'Enter') close()
      return false
    }
    const next = stepInMenu(key, active, shown.length)
    if (next !== undefined) setAt(next)
    else if (key === 'Enter' || key === 'Tab') pick(active)
    else if (key === 'Escape') close()
    else return false
    return true
  }
  return {
    field,
    close,
    onKeyDown,
    follow: () => {
      const element = field.current
      const next = element === null ? undefined : mentionBefore(element.value, element.selectionStart)
      if (next?.typed !== typing?.typed) setAt(0)
      setTyping(next)
    },
    described:
      shown.length === 0
        ? {}
        : {
            'aria-autocomplete': 'list',
            'aria-controls': `${id}-people`,
            'aria-activedescendant': `${id}-${active}`,
          },
    menu: shown.length > 0 && (
      <div
        id={`${id}-people`}
        role="listbox"
        aria-label={words.mention}
        tabIndex={-1}
        className={classes['people']}
      >
        {shown.map(({ value, label }, n) => (
          // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the input, which points here with aria-activedescendant.
          <div
            key={value}
            id={`${id}-${n}`}
            role="option"
            aria-selected={n === active}
            // The field keeps the focus.
            onMouseDown={(event) => {
              event.preventDefault()
              pick(n)
            }}
            onMouseMove={() => setAt(n)}
          >
            <Face id={value} />
            <span>{label}</span>
          </div>
        ))}
      </div>
    ),
  }
}
