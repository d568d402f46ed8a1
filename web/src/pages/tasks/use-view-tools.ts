import { type MouseEvent, useCallback, useRef, useState } from 'react'
import { useMe } from '../../api/me.ts'
import { unsettle } from '../../api/settled.ts'
import { useKeyActions } from '../../site/keys.ts'
import { useStable } from '../../site/use-stable.ts'
import { taskTexts as words } from '../../texts/tasks.ts'
import { useTaskActs } from './acts.ts'
import { addedToEach } from './each-list.ts'
import { type PickField, targetsOf, usePicker } from './pickers.tsx'
import { shownTask } from './task-data.ts'
import { useOpenTask } from './use-open-task.ts'
import type { View } from './view-state.ts'

/** Milliseconds until a changed task has left its place, if it does. */
const longestChange = 3_000

/** Frames until a task is rendered that was just scrolled to. */
const longestRendering = 10

export interface ViewTools {
  /** The task that keys act on. */
  cursor: string | undefined
  setCursor: (id: string) => void
  selected: ReadonlySet<string>
  setSelected: (ids: ReadonlySet<string>) => void
  /** The task that is open beside the view. */
  open: string | null
  onOpen: (id: string, event: MouseEvent) => void
  openTask: (id: string | null) => void
  /** Moves the focus to a task. */
  focus: (id: string) => void
  elementOf: (id: string | undefined) => HTMLElement | null
  pick: (field: PickField) => void
  remove: () => void
  clear: () => void
}

/** The cursor, the selection, and the keys that act on them, for every layout of a list of tasks. */
export function useViewTools(view: Pick<View, 'open' | 'set'>, mayChange: boolean): ViewTools {
  const [cursor, setCursor] = useState<string>()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const acts = useTaskActs()
  const openPicker = usePicker()
  const { user } = useMe()
  const { open, set } = view
  const wanted = useRef<string>(undefined)
  const elementOf = useCallback(
    (id: string | undefined): HTMLElement | null =>
      id === undefined ? null : document.querySelector<HTMLElement>(`[data-task="${id}"]`),
    [],
  )
  const openTask = useOpenTask(set)
  const onOpen = useStable((id: string, event: MouseEvent) => {
    // Other clicks open a link in a new tab, as everywhere.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    setCursor(id)
    openTask(id)
  })
  const focus = useCallback(
    (id: string) => {
      setCursor(id)
      wanted.current = id
      const end = unsettle()
      const look = (frames: number): void => {
        const element = elementOf(id)
        // The next key may come before the task is rendered.
        const isWanted = wanted.current === id && frames > 0
        if (isWanted && element === null) requestAnimationFrame(() => look(frames - 1))
        else {
          if (isWanted) element?.focus()
          if (isWanted) element?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
          end()
        }
      }
      requestAnimationFrame(() => look(longestRendering))
      if (open !== null) set({ open: id }, true)
    },
    [elementOf, open, set],
  )
  const targets = (): string[] => targetsOf(selected, cursor)
  /** Before tasks change: once the one at the cursor has left its place, its neighbour gets the focus. */
  const keepPlace = (ids: readonly string[]): void => {
    const place = elementOf(cursor)
    if (place === null) return
    const all = [...document.querySelectorAll<HTMLElement>('[data-task]')]
    const stays = ({ dataset }: HTMLElement): boolean => !ids.includes(dataset['task'] ?? '')
    const at = all.indexOf(place)
    const next = (all.slice(at).find(stays) ?? all.slice(0, at).findLast(stays))?.dataset['task']
    const until = performance.now() + longestChange
    const end = unsettle()
    const look = (): void => {
      if (place.isConnected && performance.now() < until) {
        requestAnimationFrame(look)
        return
      }
      if (!place.isConnected && next !== undefined && document.activeElement === document.body) focus(next)
      end()
    }
    requestAnimationFrame(look)
  }
  const anchor = (field: PickField): HTMLElement =>
    document.querySelector<HTMLElement>(`[data-bulk] [data-pick="${field}"]`) ??
    document.querySelector<HTMLElement>('[data-bulk]') ??
    elementOf(cursor) ??
    document.body
  const pick = (field: PickField): void => openPicker({ field, ids: targets(), at: anchor(field) })
  const remove = (): void => {
    const ids = targets()
    if (ids.length === 0) return
    keepPlace(ids)
    setSelected(new Set())
    if (open !== null && ids.includes(open)) set({ open: null })
    void acts.remove(ids)
  }
  const toggle = (id: string | undefined): void => {
    if (id === undefined) return
    const next = new Set(selected)
    if (!next.delete(id)) next.add(id)
    setSelected(next)
  }
  useKeyActions({
    open: () => {
      if (cursor !== undefined) openTask(cursor)
    },
    back: () => (open !== null ? set({ open: null }) : setSelected(new Set())),
    select: () => toggle(cursor),
    ...(mayChange && {
      done: () => {
        keepPlace(targets())
        void acts.toggleDone(targets())
      },
      status: () => pick('status'),
      assign: () => pick('assignees'),
      assignMe: () => {
        const ids = targets()
        const [first = ''] = ids
        if (user === undefined) return
        const lists = new Map(ids.map((id) => [id, shownTask(id)?.assignees ?? []]))
        const changed = [...addedToEach(lists, user.id)].map(
          ([id, assignees]) => [id, { assignees }] as const,
        )
        const label = words.fieldOf(words.fields.assignees, shownTask(first)?.title ?? '', ids.length)
        void acts.changeEach(new Map(changed), label)
      },
      priority: () => pick('priority'),
      due: () => pick('dueDate'),
      tags: () => pick('tags'),
      milestone: () => pick('milestoneId'),
      tasklist: () => pick('tasklistId'),
      remove,
    }),
  })
  return {
    ...{ cursor, setCursor, selected, setSelected, open, onOpen, openTask, focus, elementOf, pick, remove },
    clear: () => setSelected(new Set()),
  }
}
