import { Text } from '@mantine/core'
import { Fragment } from 'react'
import { useMe } from '../../api/me.ts'
import { type KnownField, records } from '../../api/records.ts'
import { exactly, mediumDay } from '../../parts/days.ts'
import { ago } from '../../parts/moments.tsx'
import { sized } from '../../parts/sizes.ts'
import { counted } from '../../texts/plural.ts'
import { recordTexts } from '../../texts/records.ts'
import classes from './records.module.css'
import { Reference } from './reference.tsx'
import { Scale } from './scale.tsx'

const Quiet = ({ children }: { children: string }) => (
  <Text span fz="inherit" c="var(--atrium-quiet)">
    {children}
  </Text>
)

/**
 * A point in time in the person's own time zone: exactly, and how long ago. In a table, the times that the service notes
 * are relative, and those that people choose are exact.
 */
function Moment({ at, brief, chosen }: { at: string; brief: boolean; chosen: boolean }) {
  const { user } = useMe()
  const exact = exactly(at, user?.details.timeZone)
  const relative = brief && !chosen
  return (
    <time dateTime={at} title={relative ? exact : ago(at)}>
      {relative ? ago(at) : exact}
      {!brief && <Quiet>{` · ${ago(at)}`}</Quiet>}
    </time>
  )
}

/** A coloured dot marks these values; the word is always there too. */
const states: Readonly<Record<string, string>> = {
  Active: 'good',
  Completed: 'good',
  Accepted: 'good',
  'On Hold': 'waits',
  Revoked: 'bad',
}

const chip = (text: string, state: string | undefined) => (
  <span key={text} className={classes['chip']} data-state={state}>
    {text}
  </span>
)

interface FieldValueProps {
  kind: string
  field: string
  value: unknown
  /** In a row of a table: little space. */
  brief?: boolean
}

/** The value of a record's field, shown according to its description. */
export function FieldValue({ kind, field, value, brief = false }: FieldValueProps) {
  return <Value known={records[kind]?.fields[field]} value={value} brief={brief} />
}

interface ValueProps {
  known: KnownField | undefined
  value: unknown
  brief?: boolean
}

function Value({ known, value, brief = false }: ValueProps) {
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
  if (known?.type === 'customFields') return <CustomFields of={value as CustomField[]} />
  if (known?.type === 'date-time') return <Moment at={String(value)} brief={brief} chosen={!known.readOnly} />
  if (known?.type === 'date') return <time dateTime={String(value)}>{mediumDay(String(value))}</time>
  if (known?.scale !== undefined)
    return <Scale label={known.label} value={Number(value)} scale={known.scale} />
  if (known?.unit === 'minutes') return <>{recordTexts.minutes(Number(value))}</>
  if (known?.unit === 'bytes') return <>{sized(Number(value))}</>
  if (known?.fields !== undefined) {
    const { fields } = known
    return [value].flat().map((each) => <ObjectValue key={JSON.stringify(each)} fields={fields} of={each} />)
  }
  if (known?.choices !== undefined || Array.isArray(value)) {
    // Other texts only happen to be the same: a field may be called “Completed”, too.
    const isState = known?.choices !== undefined
    return (
      <span className={classes['row']}>
        {[value].flat().map((each) => chip(String(each), isState ? states[String(each)] : undefined))}
      </span>
    )
  }
  return <Plain value={value} />
}

function ObjectValue({ fields, of }: { fields: Readonly<Record<string, KnownField>>; of: object }) {
  return (
    <dl className={classes['fields']}>
      {Object.entries(of).map(([name, value]) => (
        <Fragment key={name}>
          <dt>{fields[name]?.label ?? name}</dt>
          <dd>
            <Value known={fields[name]} value={value} />
          </dd>
        </Fragment>
      ))}
    </dl>
  )
}

interface CustomField {
  fieldApiId: string
  value: unknown
}

/** Values of the company's own; only their JSON type is known. */
function CustomFields({ of }: { of: readonly CustomField[] }) {
  return (
    <dl className={classes['fields']}>
      {of.map(({ fieldApiId, value }) => (
        <Fragment key={fieldApiId}>
          <dt>{fieldApiId}</dt>
          <dd>
            <Value known={undefined} value={value} />
          </dd>
        </Fragment>
      ))}
    </dl>
  )
}

function Plain({ value }: { value: unknown }) {
  if (typeof value === 'boolean') return <>{value ? recordTexts.yes : recordTexts.no}</>
  if (typeof value === 'number') return <>{counted(value)}</>
  return <span className={classes['text']}>{typeof value === 'string' ? value : JSON.stringify(value)}</span>
}
