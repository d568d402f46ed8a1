import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { useListIds } from '../../api/list-ids.ts'
import { IconChevronLeft, IconPlus } from '../../parts/icons.tsx'
import { PriorityBars, StatusRing } from '../../parts/marks.tsx'
import { Failed, Loading } from '../../parts/states.tsx'
import { VisuallyHidden } from '../../parts/visually-hidden.tsx'
import { taskTexts as words } from '../../texts/tasks.ts'
import classes from './board.module.css'
import { NewTask } from './new-task.tsx'
import { isIn, type Section } from './sections.ts'
import { cardGap, cardHeight, TaskCard } from './task-card.tsx'
import { useTasks } from './task-data.ts'
import { useWindow } from './use-window.ts'

export interface ColumnProps {
  workspaceId: string
  section: Section
  address: string
  /** Whether it may load its tasks; until then they come with the board. */
  isReady: boolean
  /** Pixels for a line of the title of a card. */
  titleWidth: number
  mayChange: boolean
  isAdding: boolean
  setAdding: (adding: boolean) => void
  cursor: string | undefined
  selected: ReadonlySet<string>
  open: string | null
  /** The number of its tasks, if it is known. */
  total: number | undefined
  onFold: () => void
  onOpen: (id: string, event: MouseEvent) => void
  onFocus: (id: string) => void
  onMenu: (id: string, at: HTMLElement) => void
  /** A card is dropped after another, or on the first place. */
  onDrop: (id: string, after: string | null) => void
}

export function SectionMark({ section }: { section: Section }) {
  if (section.status !== undefined) return <StatusRing status={section.status} />
  return section.fields.priority === undefined ? null : <PriorityBars priority={section.fields.priority} />
}

/** A column of a board. Only the cards that are visible are rendered. */
export function BoardColumn(props: ColumnProps) {
  const {
    section,
    address,
    mayChange,
    workspaceId,
    isAdding,
    setAdding,
    cursor,
    selected,
    open,
    titleWidth,
  } = props
  const { ids, hasNextPage, onEnd, isPending, error, isFetchNextPageError, retry } = useListIds(
    address,
    props.isReady,
  )
  const tasks = useTasks(ids)
  const shown = ids.filter((id) => {
    const task = tasks.get(id)
    return task !== undefined && isIn(section, task)
  })
  const body = useRef<HTMLDivElement>(null)
  const cards = useRef<HTMLDivElement>(null)
  const heights = shown.map((id) => cardHeight(tasks.get(id), titleWidth) + cardGap)
  const { tops, first, end } = useWindow(body, heights)
  const [line, setLine] = useState<number>()
  useEffect(() => {
    if (end >= shown.length - 5) onEnd?.()
  }, [end, shown.length, onEnd])
  const { onDrop } = props
  const drop = useRef({ onDrop, shown, tops })
  useEffect(() => {
    drop.current = { onDrop, shown, tops }
  })
  useEffect(() => {
    const element = body.current
    if (element === null || !mayChange) return undefined
    const indexAt = (clientY: number): number => {
      const y = clientY - (cards.current?.getBoundingClientRect().top ?? 0)
      const { tops, shown } = drop.current
      const at = shown.findIndex((_, n) => ((tops[n] ?? 0) + (tops[n + 1] ?? 0)) / 2 > y)
      return at === -1 ? shown.length : at
    }
    return dropTargetForElements({
      element,
      canDrop: ({ source }) => typeof source.data['taskId'] === 'string',
      onDrag: ({ location }) => {
        const { clientY } = location.current.input
        const { top, bottom } = element.getBoundingClientRect()
        if (clientY < top + 40) element.scrollBy(0, -12)
        else if (clientY > bottom - 40) element.scrollBy(0, 12)
        setLine(indexAt(clientY))
      },
      onDragLeave: () => setLine(undefined),
      onDrop: ({ source, location }) => {
        setLine(undefined)
        const id = String(source.data['taskId'])
        const others = drop.current.shown.slice(0, indexAt(location.current.input.clientY))
        drop.current.onDrop(id, others.findLast((each) => each !== id) ?? null)
      },
    })
  }, [mayChange])
  const count = props.total ?? shown.length
  const over = section.limit ? count - section.limit : 0
  return (
    <section className={classes['column']} aria-label={section.label}>
      <header>
        <SectionMark section={section} />
        <h2 title={section.label}>{section.label}</h2>
        <span
          className={classes[over > 0 ? 'over' : 'count']}
          {...(over > 0 && { title: words.overLimit(over) })}
        >
          {section.limit
            ? words.ofLimit(count, section.limit)
            : words.count(count, props.total === undefined && hasNextPage)}
          {over > 0 && <VisuallyHidden> {words.overLimit(over)}</VisuallyHidden>}
        </span>
        {mayChange && (
          <button
            type="button"
            className={classes['icon']}
            aria-label={words.addTaskTo(section.label)}
            onClick={() => setAdding(true)}
          >
            <IconPlus size={16} />
          </button>
        )}
        <button
          type="button"
          className={classes['icon']}
          aria-label={words.fold(section.label)}
          onClick={props.onFold}
        >
          <IconChevronLeft size={16} />
        </button>
      </header>
      <div ref={body} className={classes['body']} data-column={section.key}>
        {error !== null && ids.length === 0 ? (
          <Failed error={error} retry={retry} />
        ) : isPending ? (
          <Loading rows={3} />
        ) : null}
        <div ref={cards} className={classes['cards']} style={{ height: tops.at(-1) ?? 0 }}>
          {shown.slice(first, end).map((id, n) => (
            <TaskCard
              key={id}
              id={id}
              top={tops[first + n] ?? 0}
              titleWidth={titleWidth}
              isCursor={cursor === id}
              isSelected={selected.has(id)}
              isOpen={open === id}
              mayChange={mayChange}
              onOpen={props.onOpen}
              onFocus={props.onFocus}
              onMenu={props.onMenu}
            />
          ))}
          {line !== undefined && (
            <div
              className={classes['line']}
              style={{ transform: `translateY(${Math.max(0, (tops[line] ?? 0) - 5)}px)` }}
            />
          )}
        </div>
        {error !== null && isFetchNextPageError && <Failed error={error} retry={retry} />}
        {isAdding ? (
          <NewTask
            workspaceId={workspaceId}
            fields={section.sends}
            label={words.titleOfNew}
            className={classes['newCard'] ?? ''}
            onClose={() => setAdding(false)}
          />
        ) : (
          mayChange && (
            <button type="button" className={classes['add']} onClick={() => setAdding(true)}>
              <IconPlus size={16} />
              {words.addTask}
            </button>
          )
        )}
      </div>
    </section>
  )
}
