import { useRef } from 'react'
import { Link } from 'wouter'
import { onArrowKeys, stepFrom } from '../../site/arrow-keys.ts'
import { reportTexts as words } from '../../texts/reports.ts'
import classes from './charts.module.css'
import { written } from './figures.ts'
import { ChartKey, type ChartProps, colourOf } from './time-chart.tsx'

/** A row for each point, with a bar for each of its figures. Arrow keys go from row to row, and Enter opens the records behind it. */
export function RowChart({ chart, label, linkOf, current }: ChartProps) {
  const { points, series, values, unit } = chart
  const most = Math.max(1, ...values.flat().map((value) => value ?? 0))
  const list = useRef<HTMLUListElement>(null)
  const step = (by: number): void => {
    const links = [...(list.current?.querySelectorAll('a') ?? [])]
    stepFrom(
      links,
      links.find((link) => link === document.activeElement),
      by,
    )?.focus()
  }
  return (
    <>
      <ul ref={list} className={classes['rows']} aria-label={label} onKeyDown={onArrowKeys(step)}>
        {points.map((point, n) => {
          const own = values[n] ?? []
          return (
            <li key={point.key}>
              <Link
                href={linkOf(point)}
                tabIndex={n === 0 ? 0 : -1}
                {...(current.point === point.key && { 'aria-current': 'true' as const })}
              >
                <span>{point.name}</span>
                <svg aria-hidden="true" height={series.length * 10}>
                  {own.map((value, m) => (
                    <rect
                      key={series[m]?.key}
                      y={m * 10}
                      width={`${((value ?? 0) / most) * 100}%`}
                      height={8}
                      rx={2}
                      style={colourOf(m)}
                    />
                  ))}
                </svg>
                <b>{own.map((value) => written(value ?? 0, unit)).join(words.against)}</b>
              </Link>
            </li>
          )
        })}
      </ul>
      <ChartKey series={series} />
    </>
  )
}
