import { useMemo } from 'react'
import { Link } from 'wouter'
import { useKnownName } from '../../api/names.ts'
import { useRecord } from '../../api/queries.ts'
import type { Change } from '../../api/types.ts'
import { Face } from '../../parts/marks.tsx'
import { Ago } from '../../parts/moments.tsx'
import { plainText } from '../../parts/plain-text.ts'
import { Loading } from '../../parts/states.tsx'
import { homeTexts } from '../../texts/home.ts'
import { recordTexts } from '../../texts/records.ts'
import { texts } from '../../texts/texts.ts'
import own from './activity.module.css'
import { type Activity, tellActivity } from './activity-data.ts'
import classes from './home.module.css'

const words = homeTexts.activity

/** Enough changes for the lines that are shown; most lines cover several. */
const read = 100

/** The most pages that are read to find something to show: after a large import, the latest changes have nothing. */
const mostPages = 5

interface NamedChanges {
  items: Change[]
  links?: { next?: string }
  names?: Record<string, string>
}

const activityOf = (path: string): string => `${path}/activity?limit=${read}&expand=names`

/** The latest changes in all workspaces of the person. */
export const useLatestChanges = () => useRecord<NamedChanges>(activityOf('/v1/users/me'))

/** What happened lately, in all workspaces of the person or in one of them. */
export function ActivityList({ workspaceId, most }: { workspaceId?: string; most: number }) {
  const path = workspaceId === undefined ? '/v1/users/me' : `/v1/workspaces/${workspaceId}`
  return <ActivityFrom address={activityOf(path)} most={most} left={mostPages} />
}

function ActivityFrom({ address, most, left }: { address: string; most: number; left: number }) {
  const { data, error, refetch } = useRecord<NamedChanges>(address)
  const activities = useMemo(() => tellActivity(data?.items ?? [], data?.names ?? {}, most), [data, most])
  if (data === undefined && error === null) return <Loading rows={5} />
  if (data === undefined)
    return (
      <p className={classes['quiet']} role="alert">
        {words.failed}{' '}
        <button type="button" className={classes['again']} onClick={() => void refetch()}>
          {texts.states.tryAgain}
        </button>
      </p>
    )
  const next = data.links?.next
  if (activities.length === 0 && next !== undefined && left > 1)
    return <ActivityFrom address={next} most={most} left={left - 1} />
  if (activities.length === 0)
    return <p className={classes['quiet']}>{next === undefined ? words.none : words.noneLately}</p>
  return (
    <ul className={own['activity']}>
      {activities.map((each) => (
        <Line key={each.id} activity={each} />
      ))}
    </ul>
  )
}

function Line({ activity: { userHash, at, does, to, subjects } }: { activity: Activity }) {
  const name = useKnownName(userHash)
  const [first] = subjects
  if (first === undefined) return null
  const shown = first.kind === 'comment' ? first.on : first
  return (
    <li>
      {userHash === null ? <span /> : <Face id={userHash} size={24} />}
      <p>
        <b>{userHash === null ? words.service : (name ?? words.somebody)}</b> {does}{' '}
        {shown === undefined ? (
          recordTexts.one('task')
        ) : (
          <Link href={`/p/${shown.kind}/${shown.id}`}>{shown.name}</Link>
        )}
        {first.kind === 'comment' && <span className={own['said']}>{plainText(first.name)}</span>}
        {subjects.length > 1 && words.others(subjects.length - 1)}
        {to !== undefined && ` ${to}`}
        <Ago at={at} />
      </p>
    </li>
  )
}
