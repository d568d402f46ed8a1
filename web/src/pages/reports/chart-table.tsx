import { Link } from 'wouter'
import { reportTexts as words } from '../../texts/reports.ts'
import { type Chart, totalOf } from './chart-data.ts'
import { shareAt, written } from './figures.ts'
import classes from './reports.module.css'
import type { ChartProps } from './time-chart.tsx'

const marked = (isCurrent: boolean) => isCurrent && { 'aria-current': 'true' as const }

/** Parts that add up have a total. */
const hasTotal = ({ shape, series }: Chart): boolean => shape === 'bars' && series.length > 1

/** The figures of a chart as a table, with the same links. */
export function ChartTable({ chart, label, linkOf, current, byWeek }: ChartProps & { byWeek: boolean }) {
  const { points, series, values, unit, share } = chart
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that is too wide is scrolled with the arrow keys.
    <section className={classes['scroll']} tabIndex={0} aria-label={label}>
      <table className={classes['table']}>
        <thead>
          <tr>
            <th scope="col">{byWeek ? words.week : words.name}</th>
            {series.map(({ key, name }) => (
              <th key={key} scope="col">
                {name}
              </th>
            ))}
            {hasTotal(chart) && <th scope="col">{words.total}</th>}
            {share !== undefined && <th scope="col">{share.name}</th>}
          </tr>
        </thead>
        <tbody>
          {points.map((point, n) => (
            <tr key={point.key}>
              <th scope="row">
                <Link
                  href={linkOf(point)}
                  {...marked(current.point === point.key && current.series === null)}
                >
                  {point.name}
                </Link>
              </th>
              {series.map((part, m) => {
                const value = values[n]?.[m] ?? null
                return (
                  <td key={part.key}>
                    {value === null || value === 0 ? (
                      '·'
                    ) : series.length > 1 && chart.shape === 'bars' ? (
                      <Link
                        href={linkOf(point, part)}
                        {...marked(current.point === point.key && current.series === part.key)}
                      >
                        {written(value, unit)}
                      </Link>
                    ) : (
                      written(value, unit)
                    )}
                  </td>
                )
              })}
              {hasTotal(chart) && <td>{written(totalOf(values[n]), unit)}</td>}
              {share !== undefined && <td>{shareAt(chart, n) ?? '·'}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Spreadsheets take a text that begins with one of these characters for a formula. */
const safe = (text: string): string => (/^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text)

const cell = (value: string | number): string => {
  const text = typeof value === 'number' ? String(value) : safe(value)
  return /[",;\r\n\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The figures as CSV: minutes, days, percent and bytes as plain numbers. */
export function csvOf({ points, series, values, share }: Chart, byWeek: boolean): string {
  const rounded = (value: number | null | undefined): number | '' =>
    value === null || value === undefined ? '' : Math.round(value * 100) / 100
  const lines = [
    [
      byWeek ? words.week : words.name,
      ...series.map(({ name }) => name),
      ...(share === undefined ? [] : [words.percentOf(share.name)]),
    ],
    ...points.map(({ key, name }, n) => [
      byWeek ? key : name,
      ...series.map((_, m) => rounded(values[n]?.[m])),
      ...(share === undefined ? [] : [rounded(share.values[n])]),
    ]),
  ]
  return lines.map((line) => `${line.map(cell).join(',')}\r\n`).join('')
}
