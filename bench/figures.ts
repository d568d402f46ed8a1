import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname } from 'node:path'
import type { Compared } from './compare.ts'
import type { ListTime } from './lists.ts'
import type { Measured } from './measure.ts'
import type { Processes } from './processes.ts'

/** The lists of one engine: how many there are, and the slowest. */
export interface ListFigures {
  engine: string
  count: number
  /** How many took longer than 50 ms, and than 500 ms. */
  over50: number
  over500: number
  /** How many without a range took longer than 50 ms. */
  equalOver50: number
  medianMilliseconds: number
  heldMostMilliseconds: number
  slowest: (ListTime & { plan: string[] })[]
}

/** All measurements; each part is replaced when it is measured again. */
export interface Figures {
  tasks: number
  cores: number
  node: string
  cases: Measured[]
  processes: Processes[]
  lists: ListFigures[]
  compared: Compared[]
}

function emptyFigures(tasks: number): Figures {
  const about = { tasks, cores: availableParallelism(), node: process.version }
  return { ...about, cases: [], processes: [], lists: [], compared: [] }
}

/** The measurements in the file, unless they belong to other data. */
export function readFigures(file: string, tasks: number): Figures {
  if (!existsSync(file)) return emptyFigures(tasks)
  const kept: Figures = JSON.parse(readFileSync(file, 'utf8'))
  return kept.tasks === tasks ? kept : emptyFigures(tasks)
}

/** Replaces measurements of the same thing. */
export function replaced<T>(old: readonly T[], now: readonly T[], nameOf: (figure: T) => string): T[] {
  const names = new Set(now.map(nameOf))
  return [...old.filter((figure) => !names.has(nameOf(figure))), ...now]
}

export function writeFigures(file: string, figures: Figures): void {
  mkdirSync(dirname(file), { recursive: true })
  const rounded = (_key: string, value: unknown): unknown =>
    typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value
  writeFileSync(file, `${JSON.stringify(figures, rounded, 2)}\n`)
}
