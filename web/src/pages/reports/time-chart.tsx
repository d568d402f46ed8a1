import { type CSSProperties, type KeyboardEvent, type ReactNode, useRef } from 'react'
import { useLocation } from 'wouter'
import { useWidth } from '../../parts/use-width.ts'
import { reportTexts as words } from '../../texts/reports.ts'
import { type Chart, type LinkOf, type Point, type Series, ticksFor, totalOf } from './chart-data.ts'
import classes from './charts.module.css'
import { shareAt, written } from './figures.ts'

const height = 264
const edge = { left: 52, right: 8, top: 12, bottom: 28 }
const inner = height - edge.top - edge.bottom
/** Pixels that a label of the axis needs. */
const labelWidth = 52
const widest = 44
/** Pixels that the share of a bar needs. */
const shareWidth = 40

/** Bars over time, in parts, or a line. Arrow keys go from figure to figure, and Enter opens the records behind it. */
export function TimeChart({ chart, label, linkOf, current }: ChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const { points, series, values, unit, shape } = chart
  const most = Math.max(0, ...values.map((each) => (shape === 'line' ? (each[0] ?? 0) : totalOf(each))))
  const ticks = ticksFor(most, unit)
  const top = ticks.at(-1) || 1
  const slot = (width - edge.left - edge.right) / Math.max(1, points.length)
  const x = (n: number): number => edge.left + slot * (n + 0.5)
  const y = (value: number): number => edge.top + inner * (1 - value / top)
  const every = Math.max(1, Math.ceil(labelWidth / slot))
  const parts = { chart, x, y, linkOf, current }
  return (
    <div ref={box} className={classes['chart']}>
      {width > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be an image.
        <svg width={width} height={height} role="group" aria-label={label} onKeyDown={stepOnArrows}>
          {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it has the focus; the figures have their values as labels. */}
          <g aria-hidden="true">
            {ticks.map((tick) => (
              <g key={tick}>
                <line x1={edge.left} x2={width - edge.right} y1={y(tick)} y2={y(tick)} />
                <text x={edge.left - 8} y={y(tick) + 4} textAnchor="end">
                  {written(tick, unit, true)}
                </text>
              </g>
            ))}
            {chart.share !== undefined &&
              slot >= shareWidth &&
              points.map(({ key }, n) => (
                <text key={key} x={x(n)} y={y(totalOf(values[n])) - 4} textAnchor="middle">
                  {shareAt(chart, n)}
                </text>
              ))}
            {points.map(({ key, label: text }, n) =>
              (points.length - 1 - n) % every === 0 ? (
                <text key={key} x={x(n)} y={height - 8} textAnchor="middle">
                  {text}
                </text>
              ) : null,
            )}
          </g>
          {shape === 'line' ? <Line {...parts} /> : <Bars {...parts} width={Math.min(widest, slot * 0.64)} />}
        </svg>
      )}
      <ChartKey series={series} />
    </div>
  )
}

/** Shows which part has which colour. */
export function ChartKey({ series }: { series: readonly Series[] }) {
  if (series.length < 2) return null
  return (
    <ul className={classes['key']} aria-label={words.parts}>
      {series.map(({ key, name }, n) => (
        <li key={key} style={colourOf(n)}>
          <i />
          {name}
        </li>
      ))}
    </ul>
  )
}

export interface ChartProps {
  chart: Chart
  label: string
  linkOf: LinkOf
  /** The figure whose records are shown. */
  current: { point: string | null; series: string | null }
}

interface PartProps extends Omit<ChartProps, 'label'> {
  x: (n: number) => number
  y: (value: number) => number
}

function Bars({ chart, x, y, linkOf, current, width }: PartProps & { width: number }) {
  const { points, series, values, unit } = chart
  const first = firstFigure(values)
  return points.map((point, n) => {
    let below = 0
    return series.map((part, m) => {
      const value = values[n]?.[m] ?? 0
      if (value <= 0) return null
      const [bottom, end] = [y(below), y(below + value)]
      below += value
      const isTop = totalOf(values[n]?.slice(m + 1)) === 0
      const isCurrent = current.point === point.key && (current.series ?? part.key) === part.key
      return (
        <Figure
          key={part.key}
          href={linkOf(point, series.length > 1 ? part : undefined)}
          label={words.figure(nameOf(point, part, series), written(value, unit))}
          isFirst={first?.[0] === n && first[1] === m}
          isCurrent={isCurrent}
        >
          <rect
            x={x(n) - width / 2}
            y={end}
            width={width}
            // A line of the page's colour separates the parts.
            height={Math.max(1, bottom - end - (m === 0 ? 0 : 1))}
            rx={isTop ? 2 : 0}
            style={colourOf(m)}
          />
        </Figure>
      )
    })
  })
}

function Line({ chart, x, y, linkOf, current }: PartProps) {
  const { points, series, values, unit } = chart
  const found = points.flatMap((point, n) => {
    const value = values[n]?.[0] ?? null
    return value === null ? [] : [{ point, n, value }]
  })
  return (
    <>
      <polyline points={found.map(({ n, value }) => `${x(n)},${y(value)}`).join(' ')} />
      {found.map(({ point, n, value }, place) => (
        <Figure
          key={point.key}
          href={linkOf(point)}
          label={words.figure(nameOf(point, undefined, series), written(value, unit))}
          isFirst={place === 0}
          isCurrent={current.point === point.key}
        >
          <circle className={classes['target']} cx={x(n)} cy={y(value)} r={14} />
          <circle cx={x(n)} cy={y(value)} r={4} />
        </Figure>
      ))}
    </>
  )
}

interface FigureProps {
  href: string
  label: string
  /** The one that Tab reaches. */
  isFirst: boolean
  isCurrent: boolean
  children: ReactNode
}

/** A figure in a chart: a link labelled with its value. */
function Figure({ href, label, isFirst, isCurrent, children }: FigureProps) {
  const [, go] = useLocation()
  return (
    <a
      href={href}
      aria-label={label}
      tabIndex={isFirst ? 0 : -1}
      data-figure
      {...(isCurrent && { 'aria-current': 'true' as const })}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        go(href)
      }}
    >
      <title>{label}</title>
      {children}
    </a>
  )
}

const nameOf = (point: Point, part: Series | undefined, series: readonly Series[]): string =>
  series.length > 1 && part !== undefined ? `${part.name}, ${point.name}` : point.name

function firstFigure(values: Chart['values']): [number, number] | undefined {
  for (const [n, each] of values.entries())
    for (const [m, value] of each.entries()) if ((value ?? 0) > 0) return [n, m]
  return undefined
}

const hues = [245, 52, 150, 295, 88, 345, 190, 22]

/** Every part of a bar has a hue of its own. */
export const colourOf = (n: number): CSSProperties => ({ '--h': hues[n % hues.length] }) as CSSProperties

function stepOnArrows(event: KeyboardEvent<SVGSVGElement>): void {
  const by = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key]
  if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return
  const figures = [...event.currentTarget.querySelectorAll<SVGAElement>('[data-figure]')]
  const at = figures.indexOf(document.activeElement as unknown as SVGAElement)
  event.preventDefault()
  figures[Math.min(Math.max(at + by, 0), figures.length - 1)]?.focus()
}
