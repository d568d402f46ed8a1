import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { type CSSProperties, useCallback, useEffect, useRef, useState } from 'react'
import { idsIn, putInto, stopReading, takeOut, useListIds } from '../../api/list-ids.ts'
import { listKey } from '../../api/refresh.ts'
import type { Undo } from '../../api/undo.ts'
import { useNotices } from '../../parts/notices.tsx'
import { usePhone } from '../../parts/use-phone.ts'
import { useWidth } from '../../parts/use-width.ts'
import { VisuallyHidden } from '../../parts/visually-hidden.tsx'
import { onArrowKeys } from '../../site/arrow-keys.ts'
import { useKeyActions } from '../../site/keys.ts'
import { useStoredState } from '../../table/use-stored-state.ts'
import { taskTexts as words } from '../../texts/tasks.ts'
import { useTaskActs } from './acts.ts'
import classes from './board.module.css'
import { BoardColumn, SectionMark } from './board-column.tsx'
import { columnWidth } from './column-width.ts'
import { Float } from './float.tsx'
import { matchingOptions, PickList } from './pick-list.tsx'
import { isIn, type Section, startsFolded } from './sections.ts'
import { shownTask } from './task-data.ts'
import { columnAddress } from './use-board-seed.ts'
import type { GroupTotals } from './use-totals.ts'
import type { ViewTools } from './use-view-tools.ts'

/** Pixels at each side of the columns. */
const edge = 24

/** Pixels beside the title of a card. On a phone, they include those beside its column, and its menu. */
const besideTitle = { desktop: 24, phone: 104 }

export interface BoardProps {
  workspaceId: string
  sections: readonly Section[]
  filter: string
  mayChange: boolean
  view: ViewTools
  totals: GroupTotals
  /** Announces the result of a move to screen readers. */
  say: (text: string) => void
}

/** A board: a column for each stage or status. */
export function Board({ isReady, ...props }: BoardProps & { isReady: boolean }) {
  const { workspaceId, sections, filter, mayChange, view, totals, say } = props
  const client = useQueryClient()
  // Each column loads its own tasks; the board has to know the order of all of them.
  useIsFetching({ queryKey: [listKey] })
  const acts = useTaskActs()
  const notices = useNotices()
  const board = useRef<HTMLDivElement>(null)
  const width = useWidth(board)
  const phone = usePhone()
  const [folded, setFolded] = useStoredState<Record<string, boolean>>(`folded:${workspaceId}`, {})
  const [adding, setAdding] = useState<string>()
  const [moving, setMoving] = useState<{ id: string; at: HTMLElement }>()
  const addressIn = (section: Section): string => columnAddress(workspaceId, section, filter)
  const isFolded = (section: Section): boolean => folded[section.key] ?? startsFolded(section)
  const open = sections.filter((section) => !isFolded(section))
  const column = columnWidth(width - 2 * edge, open.length, sections.length - open.length)
  const titleWidth = phone ? width - besideTitle.phone : column - besideTitle.desktop
  const idsOf = (section: Section): string[] =>
    idsIn(client, addressIn(section)).filter((id) => {
      const task = shownTask(id)
      return task !== null && task !== undefined && isIn(section, task)
    })
  const sectionOf = (id: string): Section | undefined => {
    const task = shownTask(id)
    return task ? sections.find((section) => isIn(section, task)) : undefined
  }
  const move = async (id: string, to: Section, after: string | null): Promise<Undo | undefined> => {
    const from = sectionOf(id)
    if (from === undefined) return undefined
    await stopReading(client, [addressIn(from), addressIn(to)])
    const moved = acts.move({
      id,
      from: { address: addressIn(from) },
      to: { address: addressIn(to), section: to },
      after,
      inOrder: true,
    })
    const ids = idsIn(client, addressIn(to))
    say(words.moved(to.label, ids.indexOf(id) + 1, ids.length))
    const undo = await moved
    if (undo === undefined) say(words.notMoved)
    return undo
  }
  /** The same for the menu: on a phone, people do not see where the card went. */
  const moveByMenu = async (id: string, to: Section, after: string | null): Promise<void> => {
    const title = shownTask(id)?.title ?? ''
    const undo = await move(id, to, after)
    if (undo !== undefined) notices.undoable(words.movedTo(title, to.label), undo)
  }
  /** Moves a card, and with it all others that are selected if it is one of them. */
  const moveWithSelected = async (
    id: string,
    to: Section,
    after: string | null,
    moveOne: (...given: Parameters<typeof move>) => Promise<unknown> = move,
  ): Promise<void> => {
    if (!view.selected.has(id) || view.selected.size === 1) {
      await moveOne(id, to, after)
      return
    }
    const isStage = ({ fields }: Section): boolean => typeof fields.stageId === 'string'
    const others = [...view.selected].flatMap((each) => {
      const from = sectionOf(each)
      return from === undefined || from === to ? [] : [{ each, from }]
    })
    // Undoing a move between a stage and a status needs to know both.
    const alike = others.filter(({ from }) => isStage(from) === isStage(to))
    const together = alike.length > 1 ? alike : []
    const lists = new Set([...together.map(({ from }) => addressIn(from)), addressIn(to)])
    await stopReading(client, [...lists])
    for (const { each, from } of together.toReversed()) {
      takeOut(client, addressIn(from), each)
      putInto(client, addressIn(to), each, after)
    }
    say(words.movedMany(to.label, others.length))
    const ids = together.map(({ each }) => each)
    await acts.change(ids, to.sends, words.moveOfMany(ids.length))
    for (const other of others) if (!together.includes(other)) await moveOne(other.each, to, after)
  }
  useEffect(
    () =>
      monitorForElements({
        onDrag: ({ location }) => {
          const { clientX } = location.current.input
          const { left = 0, right = 0 } = board.current?.getBoundingClientRect() ?? {}
          if (clientX < left + 48) board.current?.scrollBy(-16, 0)
          else if (clientX > right - 48) board.current?.scrollBy(16, 0)
        },
      }),
    [],
  )
  const { cursor } = view
  const where = () => {
    const columns = open.map(idsOf)
    const at = columns.findIndex((ids) => cursor !== undefined && ids.includes(cursor))
    return { columns, at, row: at === -1 ? -1 : (columns[at] ?? []).indexOf(cursor ?? '') }
  }
  const go = (ids: readonly string[] | undefined, place: number): void => {
    const id = ids?.[Math.max(0, Math.min(place, ids.length - 1))]
    if (id !== undefined) view.focus(id)
  }
  const step = (by: number): void => {
    const { columns, at, row } = where()
    if (at === -1)
      go(
        columns.find((ids) => ids.length > 0),
        0,
      )
    else go(columns[at], row + by)
  }
  /** To the next column that has cards. */
  const aside = (by: number): void => {
    const { columns, at, row } = where()
    if (at === -1) return
    const others = by > 0 ? columns.slice(at + 1) : columns.slice(0, at).reverse()
    go(
      others.find((ids) => ids.length > 0),
      row,
    )
  }
  const carry = (columnBy: number, rowBy: number): void => {
    const { columns, at, row } = where()
    const to = open[at + columnBy]
    if (cursor === undefined || at === -1 || to === undefined) return
    const ids = (columns[at + columnBy] ?? []).filter((id) => id !== cursor)
    const place = Math.max(0, Math.min(row + rowBy, ids.length))
    if (columnBy === 0 && place === row) return
    void move(cursor, to, ids[place - 1] ?? null)
    requestAnimationFrame(() => view.focus(cursor))
  }
  useKeyActions({
    next: () => step(1),
    previous: () => step(-1),
    ...(mayChange && {
      create: () => setAdding(open[0]?.key),
      moveUp: () => carry(0, -1),
      moveDown: () => carry(0, 1),
      moveLeft: () => carry(-1, 0),
      moveRight: () => carry(1, 0),
      moveTo: () => {
        const element = view.elementOf(cursor)
        if (cursor !== undefined && element !== null) setMoving({ id: cursor, at: element })
      },
    }),
  })
  const onKeyDown = onArrowKeys(step, aside)
  const onMenu = useCallback((id: string, element: HTMLElement) => setMoving({ id, at: element }), [])
  // The first card can be reached with Tab although no card has had the focus yet.
  const { columns, at } = where()
  const first = at === -1 ? columns.find((ids) => ids.length > 0)?.[0] : cursor
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the cards in it have the focus; it moves it between them.
    <div
      ref={board}
      className={classes['board']}
      style={{ '--column': `${column}px` } as CSSProperties}
      data-live-list={`/v1/workspaces/${workspaceId}/tasks`}
      onKeyDown={onKeyDown}
    >
      {sections.map((section) =>
        isFolded(section) ? (
          <FoldedColumn
            key={section.key}
            section={section}
            address={addressIn(section)}
            total={totals.of(section.key)?.count}
            onUnfold={() => setFolded({ ...folded, [section.key]: false })}
          />
        ) : (
          <BoardColumn
            key={section.key}
            workspaceId={workspaceId}
            section={section}
            address={addressIn(section)}
            isReady={isReady}
            titleWidth={titleWidth}
            mayChange={mayChange}
            isAdding={adding === section.key}
            setAdding={(on) => setAdding(on ? section.key : undefined)}
            cursor={first}
            selected={view.selected}
            open={view.open}
            total={totals.of(section.key)?.count}
            onFold={() => setFolded({ ...folded, [section.key]: true })}
            onOpen={view.onOpen}
            onFocus={view.setCursor}
            onMenu={onMenu}
            onDrop={(id, after) => void moveWithSelected(id, section, after)}
          />
        ),
      )}
      {moving !== undefined && (
        <Float at={moving.at} label={words.moveTitle} onClose={() => setMoving(undefined)}>
          <PickList
            label={words.moveTitle}
            options={(typed) =>
              matchingOptions(
                sections.map((section) => ({
                  ...{ value: section.key, label: section.label, icon: <SectionMark section={section} /> },
                  ...(sectionOf(moving.id) === section && { hint: words.current, chosen: true }),
                })),
                typed,
              )
            }
            onPick={(key) => {
              const to = sections.find((section) => section.key === key)
              setMoving(undefined)
              if (to !== undefined) void moveWithSelected(moving.id, to, null, moveByMenu)
            }}
          />
        </Float>
      )}
    </div>
  )
}

interface FoldedColumnProps {
  section: Section
  address: string
  total: number | undefined
  onUnfold: () => void
}

function FoldedColumn({ section, address, total, onUnfold }: FoldedColumnProps) {
  // Its tasks are not read before it is unfolded, unless they are known already.
  const { ids } = useListIds(address, false)
  const count = total ?? (ids.length > 0 ? ids.length : undefined)
  return (
    <button type="button" className={classes['folded']} onClick={onUnfold}>
      <VisuallyHidden>{words.unfold} </VisuallyHidden>
      <SectionMark section={section} />
      <span>{section.label}</span>
      {count !== undefined && <span className={classes['count']}>{count}</span>}
    </button>
  )
}
