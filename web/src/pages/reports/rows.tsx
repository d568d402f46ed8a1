import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { useKnownName } from '../../api/names.ts'
import { usePages } from '../../api/queries.ts'
import type { File, Task, Time } from '../../api/types.ts'
import { clock, dayWords } from '../../parts/days.ts'
import { Face } from '../../parts/marks.tsx'
import { Ago } from '../../parts/moments.tsx'
import { MoreButton } from '../../parts/more-button.tsx'
import { sized } from '../../parts/sizes.ts'
import { Failed, Loading } from '../../parts/states.tsx'
import { reportTexts as words } from '../../texts/reports.ts'
import { timeTexts } from '../../texts/time.ts'
import type { Report } from './definitions.ts'
import classes from './reports.module.css'

interface RowsProps {
  source: Report['source']
  title: string
  filter: string
  /** The address of the page without them. */
  closed: string
  /** Leads back to the figure. */
  onClose: () => void
}

/** The list of each source, its order and the fields that a row shows. */
const lists = {
  times: ['/v1/times', '-date', 'date,minutes,note,billable,userHash,taskId'],
  tasks: ['/v1/tasks', '-completedAt', 'title,assignees,completedAt,estimateMinutes,spentMinutes'],
  files: ['/v1/workspaces/allFiles', '-size', 'fileName,size,updatedAt'],
} as const

/** The records behind a figure. */
export function Rows({ source, title, filter, closed, onClose }: RowsProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [path, sort, fields] = lists[source]
  const address = `${path}?${new URLSearchParams({ limit: '50', sort, fields, filter, expand: 'names' })}`
  const list = usePages<Time | Task | File>(address)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const rows = list.data ?? []
  return (
    <section className={classes['behind']} aria-labelledby="behind">
      <header>
        <h3 id="behind" ref={heading} tabIndex={-1}>
          {title}
        </h3>
        <Link
          href={closed}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return
            event.preventDefault()
            onClose()
          }}
        >
          {words.close}
        </Link>
      </header>
      {list.error !== null && rows.length === 0 ? (
        <Failed error={list.error} retry={() => void list.refetch()} />
      ) : list.isPending ? (
        <Loading rows={4} />
      ) : rows.length === 0 ? (
        <p>{words.noRows}</p>
      ) : (
        <ul aria-label={words.rowsOf(title)}>
          {rows.map((row) => (
            <li key={row.id}>
              {source === 'times' ? (
                <TimeLine {...(row as Time)} />
              ) : source === 'tasks' ? (
                <TaskLine {...(row as Task)} />
              ) : (
                <FileLine {...(row as File)} />
              )}
            </li>
          ))}
        </ul>
      )}
      <MoreButton list={list}>{words.more}</MoreButton>
    </section>
  )
}

function TimeLine({ id, details }: Time) {
  const task = useKnownName(details.taskId)
  const what = task ?? details.note ?? timeTexts.noTask
  return (
    <>
      <Face id={details.userHash} />
      <Link href={`/p/time/${id}`}>{what}</Link>
      <small>{details.billable ? timeTexts.billable : ''}</small>
      <small>{dayWords(details.date)}</small>
      <b>{clock(details.minutes)}</b>
    </>
  )
}

function TaskLine({ id, details }: Task) {
  const [person] = details.assignees
  const spent = clock(details.spentMinutes)
  return (
    <>
      {person === undefined ? <span /> : <Face id={person} />}
      <Link href={`/p/task/${id}`}>{details.title}</Link>
      <small />
      <small>
        <Ago at={details.completedAt} />
      </small>
      <b>
        {details.estimateMinutes === null
          ? spent
          : `${spent}${words.against}${clock(details.estimateMinutes)}`}
      </b>
    </>
  )
}

function FileLine({ id, details }: File) {
  return (
    <>
      <span />
      <Link href={`/p/file/${id}`}>{details.fileName}</Link>
      <small />
      <small>
        <Ago at={details.updatedAt} />
      </small>
      <b>{sized(details.size)}</b>
    </>
  )
}
