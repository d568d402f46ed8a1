import { Button, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link, useSearchParams } from 'wouter'
import { api } from '../../api/client.ts'
import { keepNames } from '../../api/names.ts'
import { useWorkspaceNames } from '../../api/workspace-names.ts'
import { today } from '../../parts/days.ts'
import { download } from '../../parts/download.ts'
import { IconDownload } from '../../parts/icons.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Empty, Failed, Loading } from '../../parts/states.tsx'
import { UntilLoaded } from '../../parts/until-loaded.tsx'
import { VisuallyHidden } from '../../parts/visually-hidden.tsx'
import { keyHint, useKeyActions } from '../../site/keys.ts'
import { lazyPart } from '../../site/load-when-back.ts'
import { reportTexts as words } from '../../texts/reports.ts'
import { viewTexts } from '../../texts/views.ts'
import { SavedViews } from '../views/saved-views.tsx'
import { useViews } from '../views/view-acts.ts'
import { type Chart, type LinkOf, totalOf } from './chart-data.ts'
import { ChartTable, csvOf } from './chart-table.tsx'
import { filterOf, others, type ReportName, reports, type Scope, type Sums } from './definitions.ts'
import { addressOfReport, isOfReports, periods, reportNames, usualPeriod, viewOf } from './report-views.ts'
import classes from './reports.module.css'
import { Rows } from './rows.tsx'
import { lastWeeks } from './weeks.ts'

const TimeChart = lazyPart(async () => (await import('./time-chart.tsx')).TimeChart)
const RowChart = lazyPart(async () => (await import('./row-chart.tsx')).RowChart)

/** The reports that every company has. The address determines which, about what, and which figure is open. */
export function ReportsPage() {
  const { search, set, addressWith } = useAddress()
  const name = reportNames.find((each) => each === search.get('report')) ?? 'hours'
  const count = periods.find((each) => String(each) === search.get('weeks')) ?? usualPeriod
  const workspaceId = search.get('workspace')
  const isTable = search.get('view') === 'table'
  const report = reports[name]
  const scope: Scope = useMemo(
    () => ({ workspaceId, weeks: lastWeeks(count), today: today() }),
    [workspaceId, count],
  )
  const views = useViews('layout="chart"', 'reportName').filter(isOfReports)
  const workspaces = useWorkspaceNames()
  const { data, error, refetch } = useSums(name, scope)
  const chart = useMemo(() => data && report.chart(data, scope), [data, report, scope])
  const current = { point: search.get('at'), series: search.get('by') }
  const closeRows = (): void => {
    document.querySelector<HTMLElement | SVGElement>('[data-chart] [aria-current="true"]')?.focus()
    set({ at: null, by: null })
  }
  useKeyActions({
    chartTable: () => set({ view: isTable ? null : 'table' }),
    ...(current.point !== null && { back: closeRows }),
  })
  const linkOf: LinkOf = (point, series) =>
    // A filter cannot leave people out, so the others open the entries of everybody.
    addressWith({ at: point.key, by: series === undefined || series.key === others ? null : series.key })
  const hasPeriod = report.source !== 'files'
  const isEmpty = chart !== undefined && isNothing(chart)
  return (
    <div className={classes['page']}>
      <PageHead />
      <nav className={classes['names']} aria-label={words.reports}>
        {reportNames.map((each) => (
          <Link
            key={each}
            href={addressWith({ report: each === 'hours' ? null : each, at: null, by: null, saved: null })}
            {...(each === name && { 'aria-current': 'page' as const })}
          >
            {words.names[each]}
          </Link>
        ))}
      </nav>
      <div className={classes['tools']}>
        <SavedViews
          views={views}
          openId={search.get('saved')}
          {...viewOf(name, scope)}
          addressOf={addressOfReport}
          plain={{ name: viewTexts.reports, href: addressWith({ saved: null }) }}
        />
        <Select
          aria-label={words.workspace}
          placeholder={words.everywhere}
          size="xs"
          clearable
          searchable
          w={{ base: '100%', sm: 200 }}
          data={[...workspaces].map(([value, label]) => ({ value, label }))}
          value={workspaceId}
          onChange={(value) => set({ workspace: value, at: null, by: null })}
        />
        {hasPeriod && (
          <Select
            aria-label={words.period}
            size="xs"
            w={{ base: '100%', sm: 160 }}
            allowDeselect={false}
            data={periods.map((each) => ({ value: String(each), label: words.weeks(each) }))}
            value={String(count)}
            onChange={(value) =>
              set({ weeks: value === String(usualPeriod) ? null : value, at: null, by: null })
            }
          />
        )}
        <fieldset className={classes['segment']}>
          <VisuallyHidden component="legend">{words.layout}</VisuallyHidden>
          {[false, true].map((each) => (
            <button
              key={String(each)}
              type="button"
              aria-pressed={isTable === each}
              title={`${each ? words.table : words.chart} (${keyHint('chartTable')})`}
              onClick={() => set({ view: each ? 'table' : null })}
            >
              {each ? words.table : words.chart}
            </button>
          ))}
        </fieldset>
        <span />
        {chart !== undefined && !isEmpty && (
          <>
            <Button
              variant="subtle"
              color="gray"
              size="compact-sm"
              leftSection={<IconDownload size={16} />}
              data-export
              onClick={() => download([csvOf(chart, hasWeeks(chart))], `${name}-${today()}.csv`, 'text/csv')}
            >
              {words.csv}
            </Button>
            <Button variant="subtle" color="gray" size="compact-sm" onClick={() => window.print()}>
              {words.print}
            </Button>
          </>
        )}
      </div>
      {error !== null && chart === undefined ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : chart === undefined ? (
        <Loading rows={8} />
      ) : isEmpty ? (
        <Empty
          title={words.nothing}
          hint={words.nothingHint[report.source]}
          {...(hasPeriod &&
            count !== 52 && {
              action: (
                <Button variant="default" onClick={() => set({ weeks: '52' })}>
                  {words.longer}
                </Button>
              ),
            })}
        />
      ) : (
        <section aria-label={words.about[name]} data-chart>
          <h2 className={classes['about']}>{words.about[name]}</h2>
          <dl className={classes['numbers']}>
            {chart.numbers.map(({ label, text }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
          {isTable ? (
            <ChartTable
              chart={chart}
              label={words.table}
              linkOf={linkOf}
              current={current}
              byWeek={hasWeeks(chart)}
            />
          ) : (
            <UntilLoaded fallback={<Loading rows={6} />}>
              {chart.shape === 'rows' ? (
                <RowChart chart={chart} label={words.about[name]} linkOf={linkOf} current={current} />
              ) : (
                <TimeChart chart={chart} label={words.about[name]} linkOf={linkOf} current={current} />
              )}
            </UntilLoaded>
          )}
          {current.point !== null && (
            <Rows
              key={`${current.point} ${current.series}`}
              source={report.source}
              title={titleOf(chart, current.point, current.series)}
              filter={filterOf(scope, report.behind(scope, current.point, current.series))}
              closed={addressWith({ at: null, by: null })}
              onClose={closeRows}
            />
          )}
        </section>
      )}
    </div>
  )
}

/** A line may be at zero, so only its absence counts. */
const isNothing = ({ shape, values }: Chart): boolean =>
  values.every((each) => (shape === 'line' ? each[0] === null : totalOf(each) === 0))

const hasWeeks = ({ shape }: Chart): boolean => shape !== 'rows'

function titleOf({ points, series }: Chart, point: string, part: string | null): string {
  const place = points.find(({ key }) => key === point)?.name ?? point
  const whose = part === null ? undefined : series.find(({ key }) => key === part)?.name
  return whose === undefined ? place : `${whose}, ${place}`
}

function useSums(name: ReportName, scope: Scope) {
  const { source, groupBy, filter } = reports[name]
  const all = filterOf(scope, filter(scope))
  const query = new URLSearchParams({
    ...{ groupBy: groupBy(scope), expand: 'names' },
    ...(all !== '' && { filter: all }),
  })
  const address = `/v1/${source}/summary?${query}`
  return useQuery({
    queryKey: ['one', address],
    queryFn: async ({ signal }) => {
      const sums = await api<Sums>('GET', address, { signal })
      keepNames(sums.names)
      return sums
    },
  })
}

type Parameter = 'report' | 'workspace' | 'weeks' | 'view' | 'at' | 'by' | 'saved'
type Changes = Partial<Record<Parameter, string | null>>

/** The state of the page is its address, so that it can be shared, reloaded and gone back to. */
function useAddress() {
  const [search, setSearch] = useSearchParams()
  const changed = (changes: Changes): URLSearchParams => {
    const next = new URLSearchParams(search)
    for (const [name, value] of Object.entries(changes))
      if (value === null) next.delete(name)
      else next.set(name, value)
    return next
  }
  return {
    search,
    set: (changes: Changes): void => setSearch(changed(changes)),
    addressWith: (changes: Changes): string => {
      const text = changed(changes).toString()
      return text === '' ? '/reports' : `/reports?${text}`
    },
  }
}
