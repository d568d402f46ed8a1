import { Button } from '@mantine/core'
import { Link, useSearchParams } from 'wouter'
import { useKnownName } from '../../api/names.ts'
import { usePages, useRecord } from '../../api/queries.ts'
import type { Time } from '../../api/types.ts'
import { clock, dayWords, fullDay, today } from '../../parts/days.ts'
import { Face } from '../../parts/marks.tsx'
import { MoreButton } from '../../parts/more-button.tsx'
import { Empty, Failed, Loading } from '../../parts/states.tsx'
import { VisuallyHidden } from '../../parts/visually-hidden.tsx'
import { keyHint } from '../../site/keys.ts'
import { ExportCsv } from '../../table/export-csv.tsx'
import { timeTexts } from '../../texts/time.ts'
import tools from '../tasks/tasks.module.css'
import { groupedBy } from './cells.ts'
import { thisMonday } from './week-data.ts'
import classes from './workspace-time.module.css'

const words = timeTexts.workspaceTime

const ranges = ['week', 'month', 'all'] as const
type Range = (typeof ranges)[number]

/** The filter of a period; none for all time. */
function filterOf(range: Range): string {
  if (range === 'all') return ''
  return `date>="${range === 'week' ? thisMonday() : `${today().slice(0, 7)}-01`}"`
}

interface Sums {
  groups: { group: string; minutes: number; billableMinutes: number }[]
  total: { minutes: number; billableMinutes: number; entries: number }
  names?: Record<string, string>
}

/** The time that was logged in a workspace: by person, then entry by entry. */
export function WorkspaceTime({ workspaceId }: { workspaceId: string }) {
  const [search, setSearch] = useSearchParams()
  const range = ranges.find((each) => each === search.get('range')) ?? 'all'
  const setRange = (next: string): void => setSearch(next === 'all' ? {} : { range: next })
  const filter = filterOf(range)
  const all = [`workspaceId="${workspaceId}"`, filter].filter(Boolean).join(' AND ')
  const sums = useRecord<Sums>(
    `/v1/times/summary?groupBy=user&expand=names&filter=${encodeURIComponent(all)}`,
  ).data
  const address = `/v1/workspaces/${workspaceId}/times?${new URLSearchParams({
    ...{ limit: '100', sort: '-date', expand: 'names' },
    fields: 'date,minutes,note,billable,userHash,taskId',
    ...(filter !== '' && { filter }),
  })}`
  const list = usePages<Time>(address)
  const entries = list.data ?? []
  return (
    <>
      <div className={classes['tools']}>
        <fieldset className={tools['segment']}>
          <VisuallyHidden component="legend">{words.range}</VisuallyHidden>
          {ranges.map((each) => (
            <button key={each} type="button" aria-pressed={range === each} onClick={() => setRange(each)}>
              {words.ranges[each]}
            </button>
          ))}
        </fieldset>
        <span>
          {sums !== undefined && sums.total.minutes > 0 && (
            <>
              <b>{words.total(clock(sums.total.minutes))}</b>
              {timeTexts.week.share(Math.round((sums.total.billableMinutes / sums.total.minutes) * 100))}
            </>
          )}
        </span>
        <ExportCsv
          address={`/v1/workspaces/${workspaceId}/times?sort=-date${filter === '' ? '' : `&filter=${encodeURIComponent(filter)}`}`}
          name="time"
        />
      </div>
      {list.error !== null && entries.length === 0 ? (
        <Failed error={list.error} retry={() => void list.refetch()} />
      ) : list.isPending ? (
        <Loading rows={8} />
      ) : entries.length === 0 ? (
        range === 'all' ? (
          <Empty title={words.empty} hint={words.emptyHint(keyHint('timer'))} />
        ) : (
          <Empty
            title={words.nothing}
            action={
              <Button variant="default" onClick={() => setRange('all')}>
                {words.showAll}
              </Button>
            }
          />
        )
      ) : (
        <>
          {sums !== undefined && <People sums={sums} />}
          <section aria-label={words.entries}>
            {[...groupedBy(entries, ({ details }) => details.date)].map(([day, some]) => (
              <Day key={day} day={day} entries={some} />
            ))}
          </section>
          <MoreButton list={list}>{words.older}</MoreButton>
        </>
      )}
    </>
  )
}

function People({ sums: { groups } }: { sums: Sums }) {
  const most = Math.max(...groups.map(({ minutes }) => minutes))
  return (
    <section aria-label={words.people}>
      <h2>{words.people}</h2>
      <ul className={classes['people']}>
        {groups
          .toSorted((a, b) => b.minutes - a.minutes)
          .map(({ group, minutes, billableMinutes }) => (
            <Person key={group} id={group} minutes={minutes} billable={billableMinutes} most={most} />
          ))}
      </ul>
    </section>
  )
}

interface PersonProps {
  id: string
  minutes: number
  billable: number
  most: number
}

function Person({ id, minutes, billable, most }: PersonProps) {
  return (
    <li>
      <Face id={id} />
      <span>{useKnownName(id) ?? ''}</span>
      <i style={{ width: `${(minutes / most) * 100}%` }}>
        <i style={{ width: `${(billable / minutes) * 100}%` }} />
      </i>
      <small>{timeTexts.week.share(Math.round((billable / minutes) * 100))}</small>
      <b>{clock(minutes)}</b>
    </li>
  )
}

function Day({ day, entries }: { day: string; entries: readonly Time[] }) {
  return (
    <>
      <h3 className={classes['day']} title={fullDay(day)}>
        {dayWords(day)}
        <b>{clock(entries.reduce((sum, { details }) => sum + details.minutes, 0))}</b>
      </h3>
      <ul className={classes['entries']}>
        {entries.map((entry) => (
          <Line key={entry.id} entry={entry} />
        ))}
      </ul>
    </>
  )
}

function Line({ entry: { id, details } }: { entry: Time }) {
  const task = useKnownName(details.taskId)
  return (
    <li>
      <Face id={details.userHash} />
      <span>
        {details.taskId !== null && <Link href={`/p/task/${details.taskId}`}>{task ?? ''}</Link>}
        <small>{details.note ?? (details.taskId === null ? timeTexts.noTask : '')}</small>
      </span>
      <small>{details.billable ? timeTexts.billable : ''}</small>
      <Link href={`/p/time/${id}`}>{clock(details.minutes)}</Link>
    </li>
  )
}
