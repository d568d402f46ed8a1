import { clock } from '../../parts/days.ts'
import { sized } from '../../parts/sizes.ts'
import { reportTexts as words } from '../../texts/reports.ts'
import type { Chart, Unit } from './chart-data.ts'

const number = (value: number, digits = 0): string =>
  new Intl.NumberFormat(undefined, { maximumFractionDigits: digits }).format(value)

/** A figure as people read it. On an axis, hours have no minutes. */
export function written(value: number, unit: Unit, isAxis = false): string {
  if (unit === 'minutes') return isAxis ? words.hours(number(value / 60, 2)) : clock(Math.round(value))
  if (unit === 'percent') return words.percent(number(value))
  if (unit === 'days') return isAxis ? words.days(number(value, 1)) : words.days(value.toFixed(1))
  return unit === 'bytes' ? sized(value) : number(value, 1)
}

/** The share of the first part of a point, as people read it; undefined if the chart has none there. */
export function shareAt({ share }: Chart, n: number): string | undefined {
  const value = share?.values[n] ?? undefined
  return value === undefined ? undefined : written(value, 'percent')
}
