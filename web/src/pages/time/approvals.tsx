import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { useMe } from '../../api/me.ts'
import { useKnownName } from '../../api/names.ts'
import { usePages, useRecord } from '../../api/queries.ts'
import type { Timesheet } from '../../api/types.ts'
import { addDays, clock } from '../../parts/days.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { Face } from '../../parts/marks.tsx'
import { MoreButton } from '../../parts/more-button.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Empty, Failed, Loading } from '../../parts/states.tsx'
import { ExportCsv } from '../../table/export-csv.tsx'
import { pageTitles } from '../../texts/pages.ts'
import { texts } from '../../texts/texts.ts'
import { timeTexts } from '../../texts/time.ts'
import { timesheetTexts as words } from '../../texts/timesheets.ts'
import { type TimesheetState, useTimesheetActs } from './timesheet-data.ts'
import { TimesheetMark } from './timesheet-state.tsx'
import classes from './timesheets.module.css'
import { weekWords } from './week-data.ts'

const shownStates = ['submitted', 'approved', 'returned'] as const satisfies readonly TimesheetState[]

interface Sums {
  groups: { group: string; minutes: number; billableMinutes: number }[]
  total: { minutes: number; billableMinutes: number }
}

/** The timesheets that wait for approval, and those that were decided. */
export function ApprovalsPage() {
  const { user, may } = useMe()
  const [search] = useSearchParams()
  const state = shownStates.find((each) => each === search.get('state')) ?? 'submitted'
  const trail = [{ label: pageTitles.time, href: '/time' }]
  if (user !== undefined && !may('approveTime'))
    return (
      <>
        <PageHead title={words.approvals} trail={trail} />
        <Empty title={texts.states.forbidden} hint={words.approversOnly} />
      </>
    )
  const filter = encodeURIComponent(`state="${state}"`)
  return (
    <>
      <PageHead
        title={words.approvals}
        trail={trail}
        action={<ExportCsv address={`/v1/timesheets?sort=week&filter=${filter}`} name="timesheets" />}
      />
      <nav className={classes['tabs']} aria-label={words.state}>
        {shownStates.map((each) => (
          <Link
            key={each}
            href={each === 'submitted' ? '/time/approvals' : `/time/approvals?state=${each}`}
            aria-current={each === state ? 'page' : undefined}
          >
            {words.states[each]}
          </Link>
        ))}
      </nav>
      <Sheets key={state} state={state} />
    </>
  )
}

function Sheets({ state }: { state: TimesheetState }) {
  const filter = encodeURIComponent(`state="${state}"`)
  const address = `/v1/timesheets?limit=50&sort=${state === 'submitted' ? '' : '-'}week&expand=names&filter=${filter}`
  const list = usePages<Timesheet>(address)
  const [returning, setReturning] = useState<Timesheet>()
  if (list.data === undefined)
    return list.error === null ? (
      <Loading rows={6} />
    ) : (
      <Failed error={list.error} retry={() => void list.refetch()} />
    )
  if (list.data.length === 0) return <Empty title={words.empty[state]} hint={words.emptyHint} />
  return (
    <>
      <ul className={classes['sheets']}>
        {list.data.map((sheet) => (
          <Sheet key={sheet.id} sheet={sheet} onReturn={() => setReturning(sheet)} />
        ))}
      </ul>
      <MoreButton list={list}>{words.more}</MoreButton>
      {returning !== undefined && <ReturnDialog sheet={returning} onClose={() => setReturning(undefined)} />}
    </>
  )
}

function Sheet({ sheet, onReturn }: { sheet: Timesheet; onReturn: () => void }) {
  const { userHash, week, state, note } = sheet.details
  const name = useKnownName(userHash) ?? ''
  const acts = useTimesheetActs()
  const { user, isAdmin } = useMe()
  const filter = `userHash="${userHash}" AND date>="${week}" AND date<="${addDays(week, 6)}"`
  const sums = useRecord<Sums>(
    `/v1/times/summary?groupBy=workspace&expand=names&filter=${encodeURIComponent(filter)}`,
  ).data
  const { minutes = 0, billableMinutes = 0 } = sums?.total ?? {}
  return (
    <li aria-label={words.sheetOf(name, weekWords(week))}>
      <Face id={userHash} size={24} />
      <span>
        <b>{name}</b>
        <Link href={`/p/timesheet/${sheet.id}`}>{weekWords(week)}</Link>
        {note !== null && <small>{note}</small>}
      </span>
      <span className={classes['figures']}>
        <b>{sums === undefined ? '' : clock(minutes)}</b>
        <small>
          {minutes === 0 ? '' : timeTexts.week.share(Math.round((billableMinutes / minutes) * 100))}
        </small>
      </span>
      {state === 'submitted' && userHash === user?.id && !isAdmin ? (
        <small className={classes['own']}>{words.ownWeek}</small>
      ) : state === 'submitted' ? (
        <span className={classes['acts']}>
          <Button size="compact-sm" variant="default" onClick={onReturn}>
            {words.sendBack}
          </Button>
          <Button size="compact-sm" onClick={() => void acts.approve(sheet)}>
            {words.approve}
          </Button>
        </span>
      ) : (
        <TimesheetMark state={state} />
      )}
    </li>
  )
}

function ReturnDialog({ sheet, onClose }: { sheet: Timesheet; onClose: () => void }) {
  const acts = useTimesheetActs()
  const [note, setNote] = useState('')
  const [busy, setBusy] = useState(false)
  const name = useKnownName(sheet.details.userHash) ?? ''
  return (
    <FormDialog
      onClose={onClose}
      title={words.returnTitle(name)}
      verb={words.sendBack}
      busy={busy}
      error={null}
      fields={[]}
      onSubmit={() => {
        setBusy(true)
        void acts.sendBack(sheet, note).then((isDone) => {
          setBusy(false)
          if (isDone) onClose()
        })
      }}
    >
      <Textarea
        label={words.reason}
        description={words.reasonHelp(name)}
        autosize
        minRows={2}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
        data-autofocus
      />
    </FormDialog>
  )
}
