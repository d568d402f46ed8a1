import type { Compared } from './compare.ts'
import type { ListFigures } from './figures.ts'
import type { Measured } from './measure.ts'
import type { Processes } from './processes.ts'

const right = (value: number, digits: number, width: number): string => value.toFixed(digits).padStart(width)
const failed = (bad: number): string => (bad > 0 ? `  ${bad} failed` : '')

export const caseHead =
  'engine   case                   conns     ours    limit  ratio  cpu µs  (lim.)   pg µs    bare  ratio  cpu µs   pg µs  p50 ms   p99 ms  rss MB held ms'

export function caseRow(measured: Measured): string {
  const { engine, case: name, connections, ours, limit, ratio } = measured
  const cells = [
    engine.padEnd(8),
    name.padEnd(22),
    String(connections).padStart(5),
    right(ours.perSecond, 0, 8),
    right(limit.perSecond, 0, 8),
    right(ratio, 2, 6),
    right(ours.cpuMicroseconds, 0, 7),
    right(limit.cpuMicroseconds, 0, 7),
    ...bareCells(measured),
    right(ours.p50, 2, 8),
    right(ours.p99, 2, 8),
    right(measured.rssMegabytes, 0, 6),
    right(measured.heldMostMilliseconds, 1, 7),
    failed(ours.bad),
  ]
  return cells.join(' ')
}

/** PostgreSQL's processor time, and the comparison with the bare driver. */
function bareCells({ ours, bare, bareRatio = 0 }: Measured): string[] {
  const ofPostgres = ours.postgresCpuMicroseconds ?? 0
  if (ofPostgres === 0) return [''.padStart(7), ''.padStart(30)]
  if (bare === undefined) return [right(ofPostgres, 0, 7), ''.padStart(30)]
  return [
    right(ofPostgres, 0, 7),
    right(bare.perSecond, 0, 7),
    right(bareRatio, 2, 6),
    right(bare.cpuMicroseconds, 0, 7),
    right(bare.postgresCpuMicroseconds ?? 0, 0, 7),
  ]
}

export const compareHead =
  'engine   case                   conns     ours   theirs  ratio  p50 ms  (their)  p99 ms  (their)'

export function compareRow({ engine, case: name, connections, ours, theirs, ratio }: Compared): string {
  const cells = [
    engine.padEnd(8),
    name.padEnd(22),
    String(connections).padStart(5),
    right(ours.perSecond, 0, 8),
    right(theirs.perSecond, 0, 8),
    right(ratio, 2, 6),
    right(ours.p50, 2, 7),
    right(theirs.p50, 2, 8),
    right(ours.p99, 2, 7),
    right(theirs.p99, 2, 8),
    failed(ours.bad),
  ]
  return cells.join(' ')
}

export function processLine({ engine, one, two, ratio, connections }: Processes): string {
  return `${engine}: two processes ${two.perSecond.toFixed(0)}/s, one ${one.perSecond.toFixed(0)}/s, with ${connections} connections in all: ${ratio.toFixed(2)} ×`
}

export function listLines(figures: ListFigures): string[] {
  const { engine, count, over50, over500, equalOver50, medianMilliseconds, heldMostMilliseconds, slowest } =
    figures
  return [
    `${engine}: ${count} lists, ${over50} over 50 ms (${equalOver50} of them without a range), ${over500} over 500 ms, median ${medianMilliseconds.toFixed(1)} ms, held at most ${heldMostMilliseconds.toFixed(1)} ms`,
    ...slowest.flatMap(({ scope, sort, filter, milliseconds, cpuMilliseconds, heldMilliseconds, plan }) => [
      `  ${milliseconds.toFixed(1)} ms (${cpuMilliseconds.toFixed(1)} of a processor, held ${heldMilliseconds.toFixed(1)}) ${scope} sort=${sort} filter=${filter}`,
      ...plan.map((line) => `      ${line}`),
    ]),
  ]
}
