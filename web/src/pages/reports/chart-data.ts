/** How a figure is written. */
export type Unit = 'minutes' | 'percent' | 'count' | 'days' | 'bytes'

/** A week, a person, a workspace or a type: one bar or one row. */
export interface Point {
  key: string
  /** Short, for the axis. */
  label: string
  /** In full, for the table and for screen readers. */
  name: string
}

/** A part of the bars, with a figure for each point. */
export interface Series {
  key: string
  name: string
}

export interface Chart {
  /** Stacked bars, a line, or a row for each point. */
  shape: 'bars' | 'line' | 'rows'
  unit: Unit
  points: readonly Point[]
  series: readonly Series[]
  /** By point, then by series. Null where there is nothing to measure. */
  values: readonly (readonly (number | null)[])[]
  /** The share of the first part in each point, in percent. Null where there is nothing to measure. */
  share?: { name: string; values: readonly (number | null)[] }
  /** The figures that sum it all up. */
  numbers: readonly { label: string; text: string }[]
}

/** The address of the records behind a figure. */
export type LinkOf = (point: Point, series?: Series) => string

const steps = [1, 2, 2.5, 5, 10]
const hourSteps = [1, 2, 4, 5, 8, 10]
const partsOfHour = [0.25, 0.5, 1]

/** At most five round values from 0 to the largest or beyond. */
export function ticksFor(most: number, unit: Unit): number[] {
  if (unit === 'percent') return [0, 25, 50, 75, 100]
  const one = unit === 'minutes' ? 60 : 1
  const rough = Math.max(most / one, 1) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const wanted = (unit === 'minutes' ? hourSteps : steps).find((each) => each * power >= rough) ?? 10
  const small = unit === 'minutes' ? partsOfHour.find((each) => each >= rough) : undefined
  const step = (small ?? Math.max(unit === 'count' ? 1 : 0, wanted * power)) * one
  return Array.from({ length: Math.ceil(most / step - 1e-9) + 1 }, (_, n) => n * step)
}

/** The value of a point, all series together. */
export const totalOf = (values: readonly (number | null)[] | undefined): number =>
  values?.reduce<number>((sum, value) => sum + (value ?? 0), 0) ?? 0
