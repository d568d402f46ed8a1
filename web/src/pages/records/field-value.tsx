import { Text } from '@mantine/core'
import { Fragment } from 'react'
import { useMe } from '../../api/me.ts'
import { records } from '../../api/records.ts'
import { ago, exactly } from '../../parts/moments.tsx'
import { recordTexts } from '../../texts/records.ts'
import { Priority } from './priority.tsx'
import classes from './records.module.css'
import { Reference } from './reference.tsx'

const Quiet = ({ children }: { children: string }) => (
  <Text span fz="inherit" c="var(--atrium-quiet)">
    {children}
  </Text>
)

/** A moment in the zone that the person has chosen: how long ago, and exactly. */
function Moment({ at, brief }: { at: string; brief: boolean }) {
  const { user } = useMe()
  const exact = exactly(at, user?.details.timeZone)
  return (
    <time dateTime={at} title={brief ? exact : ago(at)}>
      {brief ? ago(at) : exact}
      {!brief && <Quiet>{` · ${ago(at)}`}</Quiet>}
    </time>
  )
}

const day = (date: string): string =>
  new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  )

const chip = (text: string, state?: string) => (
  <span key={text} className={classes['chip']} data-state={state}>
    {text}
  </span>
)

/** Green, amber and red stand for a state, and the word stands with them. */
const states: Readonly<Record<string, string>> = {
  Active: 'good',
  Completed: 'good',
  Accepted: 'good',
  'On Hold': 'waits',
  Revoked: 'bad',
}

export interface FieldValueProps {
  kind: string
  field: string
  value: unknown
  /** In a row of a table: little space. */
  brief?: boolean
}

/** The value of a field as people read it; what it is comes from the description. */
export function FieldValue({ kind, field, value, brief = false }: FieldValueProps) {
  const known = records[kind]?.fields[field]
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0))
    return brief ? null : <Quiet>{recordTexts.none}</Quiet>
  if (known?.refersTo !== undefined) {
    const to = known.refersTo
    return (
      <span className={classes['row']}>
        {[value].flat().map((id) => (
          <Reference key={String(id)} kind={to} id={String(id)} />
        ))}
      </span>
    )
  }
  if (known?.format === 'date-time') return <Moment at={String(value)} brief={brief} />
  if (known?.format === 'date') return <time dateTime={String(value)}>{day(String(value))}</time>
  if (field === 'priority' && typeof value === 'number') return <Priority of={value} />
  if (/[mM]inutes$/.test(field) && typeof value === 'number') return <>{recordTexts.minutes(value)}</>
  if (/^(size|received|\w+Bytes)$/.test(field) && typeof value === 'number')
    return <>{recordTexts.bytes(value)}</>
  if (field === 'status') return chip(String(value), states[String(value)])
  if (field === 'customFields') return <CustomFields of={value as CustomField[]} />
  return <Plain value={value} />
}

interface CustomField {
  fieldApiId: string
  value: unknown
}

function CustomFields({ of }: { of: readonly CustomField[] }) {
  return (
    <dl className={classes['fields']}>
      {of.map(({ fieldApiId, value }) => (
        <Fragment key={fieldApiId}>
          <dt>{fieldApiId}</dt>
          <dd>
            <Plain value={value} />
          </dd>
        </Fragment>
      ))}
    </dl>
  )
}

const moment = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** A value of which nothing more is known than what it is. */
function Plain({ value }: { value: unknown }) {
  if (value === null) return <Quiet>{recordTexts.none}</Quiet>
  if (typeof value === 'boolean') return <>{value ? recordTexts.yes : recordTexts.no}</>
  if (typeof value === 'number') return <>{new Intl.NumberFormat().format(value)}</>
  if (typeof value === 'string')
    return moment.test(value) ? (
      <Moment at={value} brief={false} />
    ) : (
      <span className={classes['text']}>{value}</span>
    )
  if (Array.isArray(value))
    return value.every((each) => typeof each === 'string') ? (
      <span className={classes['row']}>{value.map((each) => chip(each))}</span>
    ) : (
      value.map((each) => <Plain key={JSON.stringify(each)} value={each} />)
    )
  return (
    <dl className={classes['fields']}>
      {Object.entries(value as Record<string, unknown>).map(([name, each]) => (
        <Fragment key={name}>
          <dt>{recordTexts.field(name)}</dt>
          <dd>
            <Plain value={each} />
          </dd>
        </Fragment>
      ))}
    </dl>
  )
}
