import type { Figures } from '../../bench/figures.ts'

const number = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en-US') : value.toPrecision(2).replace(/\.0$/, '')
const share = (value: number): string => value.toFixed(2)

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

const engineNames: Readonly<Record<string, string>> = { sqlite: 'SQLite', postgres: 'PostgreSQL' }
const nameOf = (engine: string): string => engineNames[engine] ?? engine

function casesOf({ cases }: Figures, engine: string): string {
  const rows = cases
    .filter((each) => each.engine === engine)
    .map(({ case: name, connections, ours, limit, ratio, rssMegabytes, heldMostMilliseconds }) => [
      name,
      String(connections),
      number(ours.perSecond),
      number(limit.perSecond),
      share(ratio),
      share(limit.cpuMicroseconds / ours.cpuMicroseconds),
      number(ours.cpuMicroseconds),
      number(ours.p50),
      number(ours.p99),
      number(rssMegabytes),
      number(heldMostMilliseconds),
    ])
  const head = [
    'Case',
    'Connections',
    'Requests/s',
    'Limit/s',
    'Of the limit',
    'By processor time',
    'µs of a processor',
    'p50 ms',
    'p99 ms',
    'Memory MB',
    'Held ms',
  ]
  return `## ${nameOf(engine)}\n\n${table(head, rows)}`
}

function processesOf({ processes }: Figures): string[] {
  if (processes.length === 0) return []
  const rows = processes.map(({ engine, one, two, ratio }) => [
    nameOf(engine),
    number(one.perSecond),
    number(two.perSecond),
    share(ratio),
  ])
  return ['## Two processes', table(['Engine', 'One, pages/s', 'Two, pages/s', 'Times as many'], rows)]
}

function listsOf({ lists }: Figures): string[] {
  if (lists.length === 0) return []
  const summary = lists.map((each) => [
    nameOf(each.engine),
    number(each.count),
    number(each.medianMilliseconds),
    String(each.over50),
    String(each.equalOver50),
    String(each.over500),
    number(each.heldMostMilliseconds),
  ])
  const slowest = lists.flatMap((each) =>
    each.slowest.map(({ engine, scope, sort, filter, milliseconds, heldMilliseconds }) => [
      nameOf(engine),
      scope,
      sort === '' ? '' : `\`${sort}\``,
      filter === '' ? '' : `\`${filter}\``,
      number(milliseconds),
      number(heldMilliseconds),
    ]),
  )
  return [
    '## Every sort × every filter of tasks',
    'For an administrator, in the workspace that holds a tenth of all, and for a member of three workspaces; each asked once.',
    table(
      [
        'Engine',
        'Lists',
        'Median ms',
        'Over 50 ms',
        'Of them without a range',
        'Over 500 ms',
        'Held at most, ms',
      ],
      summary,
    ),
    'The slowest:',
    table(['Engine', 'For', 'Sort', 'Filter', 'ms', 'Held ms'], slowest),
  ]
}

function comparedOf({ compared }: Figures): string[] {
  return [...new Set(compared.map(({ revision }) => revision))].flatMap((revision) => {
    const rows = compared
      .filter((each) => each.revision === revision)
      .map(({ engine, case: name, connections, ours, theirs, ratio }) => [
        nameOf(engine),
        name,
        String(connections),
        number(theirs.perSecond),
        number(ours.perSecond),
        share(ratio),
      ])
    const head = ['Engine', 'Case', 'Connections', 'Before, requests/s', 'Now, requests/s', 'Times as many']
    return [`## Beside revision ${revision}`, table(head, rows)]
  })
}

/** The tables of what `npm run bench` has measured. */
export function performancePage(figures: Figures): string {
  const engines = [...new Set(figures.cases.map(({ engine }) => engine))]
  return [
    '# Figures',
    `Made by \`npm run docs\` from \`figures.json\` beside it, which \`npm run bench\` has measured: ${figures.tasks.toLocaleString('en-US')} tasks, ${figures.cores} cores that the service shares with the benchmark, the database and whatever else ran, Node ${figures.node}. [What they mean](../performance.md).`,
    '![How much of the limit each case reaches](chart.svg)',
    ...engines.map((engine) => casesOf(figures, engine)),
    ...processesOf(figures),
    ...listsOf(figures),
    ...comparedOf(figures),
    '',
  ].join('\n\n')
}
