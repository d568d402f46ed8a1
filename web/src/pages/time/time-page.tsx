import { Button, Menu } from '@mantine/core'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { useMe } from '../../api/me.ts'
import { useTimer } from '../../api/timer.ts'
import { addDays, isDay, mondayOf, today, weekNumber } from '../../parts/days.ts'
import { IconChevronLeft, IconChevronRight } from '../../parts/icons.tsx'
import { useNotices } from '../../parts/notices.tsx'
import { Failed, Loading } from '../../parts/states.tsx'
import { usePhone } from '../../parts/use-phone.ts'
import { useHeadingFocus } from '../../site/heading-focus.ts'
import { keyHint, useKeyActions } from '../../site/keys.ts'
import { ExportCsv } from '../../table/export-csv.tsx'
import { pageTitles } from '../../texts/pages.ts'
import { texts } from '../../texts/texts.ts'
import { timeTexts } from '../../texts/time.ts'
import { Float } from '../tasks/float.tsx'
import page from '../tasks/tasks.module.css'
import { type ShownEdit, useWeekEdits } from './cell-edits.ts'
import { type Entry, groupedBy, type Work, workId } from './cells.ts'
import { DayView } from './day-view.tsx'
import { EarlierWeeks } from './earlier-weeks.tsx'
import { EntryForm } from './entry-form.tsx'
import { AddRow, OfferedRow } from './offered-rows.tsx'
import { nameOf, rowsOf, type WeekRow } from './rows.ts'
import { RunningBar } from './running-bar.tsx'
import { SubmitWeek, WeekBanner } from './submit-week.tsx'
import classes from './time-page.module.css'
import { useTimesheets } from './timesheet-data.ts'
import { useAddedRows } from './use-added-rows.ts'
import { WeekChart } from './week-chart.tsx'
import { thisMonday, useWeek, weekAddress, weekWords } from './week-data.ts'
import { WeekGrid } from './week-grid.tsx'
import { WorkChoice } from './work-choice.tsx'

const words = timeTexts.week

/** The person's own time, week by week. On a phone, one day of it. */
export function TimePage() {
  const [search, setSearch] = useSearchParams()
  const asked = search.get('day') ?? search.get('week') ?? ''
  const day = isDay(asked) ? asked : today()
  const monday = mondayOf(day)
  const go = (next: string): void => setSearch(next === today() ? {} : { week: mondayOf(next), day: next })
  /** The current week is shown with today. */
  const goWeek = (next: string): void => go(next === thisMonday() ? today() : next)
  useKeyActions({
    previousWeek: () => goWeek(addDays(monday, -7)),
    nextWeek: () => goWeek(addDays(monday, 7)),
    thisWeek: () => go(today()),
  })
  return (
    <div className={`${page['page']} ${classes['page']}`}>
      <div className={`${page['main']} ${classes['scroll']}`}>
        <Week key={monday} monday={monday} day={day} go={go} goWeek={goWeek} />
      </div>
    </div>
  )
}

interface WeekProps {
  monday: string
  /** The day that a phone shows. */
  day: string
  go: (day: string) => void
  goWeek: (monday: string) => void
}

function Week({ monday, day, go, goWeek }: WeekProps) {
  const isPhone = usePhone()
  const timer = useTimer()
  const week = useWeek(monday)
  const before = useWeek(addDays(monday, -7))
  const [edits, shown] = useWeekEdits(monday)
  const [added, add, remove] = useAddedRows(monday)
  const [adding, setAdding] = useState<HTMLElement>()
  const close = useCallback(() => setAdding(undefined), [])
  const rows = useRows(monday, week.data, added, shown)
  const known = new Set(rows.map(({ id }) => id))
  const offered = [...new Map((before.data ?? []).map((entry) => [workId(entry), entry])).entries()]
    .filter(([id]) => !known.has(id))
    .map(([, { workspaceId, taskId }]): Work => ({ workspaceId, taskId }))
  const addRow = useRef<HTMLButtonElement>(null)
  useKeyActions({ addRow: () => addRow.current !== null && setAdding(addRow.current) })
  /** Adds a row and focuses today’s cell, ready for typing. */
  const begin = (work: Work): void => {
    add([work])
    const date = mondayOf(today()) === monday ? today() : monday
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>(`[data-row="${workId(work)}"][data-day="${date}"]`)?.focus(),
    )
  }
  const copy = useCopyOfWeek(edits, before.data ?? [], week.data ?? [])
  const isReady = week.data !== undefined
  const sheets = useTimesheets(addDays(monday, -28), monday)
  const sheet = sheets?.find(({ details }) => details.week === monday)
  const { isAdmin } = useMe()
  const mayEdit = isAdmin || sheet?.details.state !== 'approved'
  return (
    <>
      <Head monday={monday} goWeek={goWeek}>
        {isReady && <ExportCsv compact address={weekAddress(monday)} name="time" />}
        {isReady && mayEdit && (
          <Menu position="bottom-end">
            <Menu.Target>
              <Button variant="subtle" color="gray" size="sm" h={32}>
                {words.copy}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => add(offered)}>{words.copyRows}</Menu.Item>
              <Menu.Item onClick={copy}>{words.copyHours}</Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
        {isReady && sheets !== undefined && (
          <SubmitWeek
            monday={monday}
            timesheet={sheet}
            hasTime={week.data.length > 0 || shown.size > 0}
            flush={() => edits.flush()}
          />
        )}
      </Head>
      <WeekBanner timesheet={sheet} />
      {timer ? <RunningBar timer={timer} /> : timer === null && !isPhone && <EntryForm wide />}
      {week.error !== null && !isReady ? (
        <Failed error={week.error} retry={() => void week.refetch()} />
      ) : !isReady ? (
        <Loading rows={8} />
      ) : isPhone ? (
        <DayView
          monday={monday}
          day={day}
          rows={rows}
          edits={edits}
          mayEdit={mayEdit}
          go={go}
          addRow={addRow}
          onAdd={setAdding}
        />
      ) : (
        <>
          <WeekChart monday={monday} rows={rows} />
          <WeekGrid
            monday={monday}
            rows={rows}
            edits={edits}
            mayEdit={mayEdit}
            onKeep={add}
            onRemove={remove}
          >
            {mayEdit && (
              <>
                {offered.slice(0, 8).map((work) => (
                  <OfferedRow key={workId(work)} name={nameOf(work)} onAdd={() => begin(work)} />
                ))}
                <AddRow ref={addRow} isEmpty={rows.length === 0} onAdd={setAdding} />
              </>
            )}
          </WeekGrid>
          <EarlierWeeks monday={monday} timesheets={sheets ?? []} />
        </>
      )}
      {adding !== undefined && (
        <Float at={adding} label={words.addRow} onClose={close}>
          <WorkChoice
            label={words.addRow}
            without={known}
            onPick={(work) => {
              begin(work)
              close()
            }}
          />
        </Float>
      )}
    </>
  )
}

/** The rows of the week. Those that show the same stay the same objects. */
function useRows(...[monday, entries = [], added, shown]: RowsGiven): readonly WeekRow[] {
  const last = useRef<readonly WeekRow[]>([])
  const rows = rowsOf(monday, entries, added, shown, last.current)
  const isSame = rows.length === last.current.length && rows.every((row, n) => row === last.current[n])
  const kept = isSame ? last.current : rows
  useEffect(() => {
    last.current = kept
  })
  return kept
}

type RowsGiven = [
  monday: string,
  entries: readonly Entry[] | undefined,
  added: readonly Work[],
  shown: ReadonlyMap<string, ShownEdit>,
]

/** Copies the hours of last week into the cells that are empty. */
function useCopyOfWeek(
  edits: ReturnType<typeof useWeekEdits>[0],
  before: readonly Entry[],
  now: readonly Entry[],
): () => void {
  const notices = useNotices()
  return () => {
    const cellOf = (entry: Entry, date: string): string => `${workId(entry)} ${date}`
    const taken = new Set(now.map((entry) => cellOf(entry, entry.date)))
    const copied = [...groupedBy(before, (entry) => cellOf(entry, addDays(entry.date, 7)))].flatMap(
      ([id, [first, ...more]]) => {
        if (first === undefined || taken.has(id)) return []
        const minutes = more.reduce((sum, entry) => sum + entry.minutes, first.minutes)
        const { workspaceId, taskId, note, billable, date } = first
        const edit = { minutes, note: note ?? '', billable }
        return [{ work: { workspaceId, taskId }, day: addDays(date, 7), edit }]
      },
    )
    if (copied.length === 0) notices.done(words.nothingToCopy)
    else notices.undoable(words.copied(copied.length), edits.edit(copied, words.copyOf))
  }
}

function Head({
  monday,
  goWeek,
  children,
}: {
  monday: string
  goWeek: (monday: string) => void
  children: React.ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useHeadingFocus(heading)
  const step = (by: number, label: string, icon: React.ReactNode, hint: string) => (
    <Link
      href={`/time?week=${addDays(monday, by)}`}
      className={classes['step']}
      aria-label={label}
      title={`${label} (${hint})`}
      onClick={(event) => {
        event.preventDefault()
        goWeek(addDays(monday, by))
      }}
    >
      {icon}
    </Link>
  )
  return (
    <header className={classes['head']}>
      <title>{`${pageTitles.time} · ${texts.product}`}</title>
      <h1 ref={heading} tabIndex={-1}>
        {weekWords(monday)}
      </h1>
      <span className={classes['number']}>{words.number(weekNumber(monday))}</span>
      {step(-7, words.previous, <IconChevronLeft size={16} stroke={1.75} />, keyHint('previousWeek'))}
      {step(7, words.next, <IconChevronRight size={16} stroke={1.75} />, keyHint('nextWeek'))}
      {monday !== thisMonday() && (
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          title={`${words.current} (${keyHint('thisWeek')})`}
          onClick={() => goWeek(thisMonday())}
        >
          {words.current}
        </Button>
      )}
      <i />
      {children}
    </header>
  )
}
