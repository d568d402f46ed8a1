import { Counter, Gauge, type Registry } from 'prom-client'
import { clock } from '../base/clock.ts'
import { LazyMap, type Series, SeriesHistogram } from './series.ts'
import { topics } from './topics.ts'

const seconds = (milliseconds: number): number => milliseconds / 1000

/** In seconds. */
const requestBuckets = [0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30]
const databaseBuckets = [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5]
const jobBuckets = [0.01, 0.1, 1, 10, 60, 600]

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const operations: ReadonlySet<string> = new Set(['select', 'insert', 'update', 'delete'])

/** The kind of statement, by its first word. */
function operationOf(sql: string): string {
  const word = sql.trimStart().slice(0, 6).toLowerCase()
  // A batched read.
  if (word === 'with p') return 'select'
  return operations.has(word) ? word : 'other'
}

/** How a caller tried to authenticate. */
function wayOf(route = ''): string {
  if (route.startsWith('/oauth2/')) return 'client'
  if (route.startsWith('/auth/')) return 'person'
  return route.startsWith('/calendar/') ? 'calendar' : 'token'
}

/** The responses to one kind of request. */
interface Answers {
  method: string
  route: string
  duration: Series
  /** Not yet collected, by the first digit of the status. */
  pending: number[]
}

/**
 * Counts events. No label takes a value that a caller can choose: the number of series would be unbounded.
 */
export function countEvents(registry: Registry): () => void {
  const registers = [registry]
  const counter = (name: string, help: string, labelNames: string[] = []): Counter =>
    new Counter({ name, help, labelNames, registers })
  const gauge = (name: string, help: string, labelNames: string[] = []): Gauge =>
    new Gauge({ name, help, labelNames, registers })
  const histogram = (name: string, help: string, bounds: readonly number[]): SeriesHistogram =>
    new SeriesHistogram(name, help, bounds).registerIn(registry)

  // Only counts are split by status: durations too would be thousands of series, and slow to export.
  const durations = histogram(
    'atrium_http_request_duration_seconds',
    'Request duration, by method and route pattern.',
    requestBuckets,
  )
  const answers: Answers[] = []
  const answersTo = new LazyMap(
    (route: string) =>
      new LazyMap((method: string) => {
        const created = {
          method,
          route,
          duration: durations.series({ method, route }),
          pending: [0, 0, 0, 0, 0, 0],
        }
        answers.push(created)
        return created
      }),
  )
  new Counter({
    name: 'atrium_http_requests_total',
    help: 'Completed requests, by method, route pattern and status class.',
    labelNames: ['method', 'route', 'status'],
    registers,
    collect() {
      for (const { method, route, pending } of answers)
        for (const [n, count] of pending.entries())
          if (count > 0) {
            this.inc({ method, route, status: `${n}xx` }, count)
            pending[n] = 0
          }
    },
  })
  let inProgress = 0
  new Gauge({
    name: 'atrium_http_requests_in_progress',
    help: 'Requests in progress.',
    registers,
    collect() {
      this.set(inProgress)
    },
  })
  const statements = histogram(
    'atrium_database_statement_duration_seconds',
    'Statement duration, by kind of statement.',
    databaseBuckets,
  )
  const statementsBy = new LazyMap((operation: string) => statements.series({ operation }))
  const statementFailures = counter('atrium_database_statement_failures_total', 'Failed statements.')
  const transactions = histogram(
    'atrium_database_transaction_duration_seconds',
    'Transaction duration, until the commit was durable or the transaction failed.',
    databaseBuckets,
  )
  const doneOnes = transactions.series({ outcome: 'done' })
  const failedOnes = transactions.series({ outcome: 'failed' })
  const waits = histogram(
    'atrium_database_transaction_wait_seconds',
    'Time that transactions waited for their turn or for a connection.',
    databaseBuckets,
  ).series()
  const retries = counter(
    'atrium_database_transaction_retries_total',
    'Transactions that ran again after a conflict with another one (PostgreSQL), or after another one failed in the same commit (SQLite).',
  )
  const commits = histogram(
    'atrium_database_commit_size',
    'Transactions per commit (SQLite).',
    [1, 2, 4, 8, 16, 32, 64, 128],
  ).series()
  const jobs = histogram(
    'atrium_job_duration_seconds',
    'Duration of job runs in this process, by job and outcome.',
    jobBuckets,
  )
  const jobsBy = new LazyMap(
    (name: string) => new LazyMap((outcome: string) => jobs.series({ name, outcome })),
  )
  const lastSuccess = gauge(
    'atrium_job_last_success_timestamp_seconds',
    'When the job last succeeded in this process.',
    ['name'],
  )
  const refusals = counter('atrium_rate_limit_refusals_total', 'Requests refused with 429, by limit.', [
    'limit',
  ])
  const attempts = counter(
    'atrium_failed_attempts_total',
    'Failed authentication attempts: people, API clients, access tokens, calendar addresses.',
    ['way'],
  )
  const contents = counter('atrium_content_bytes_total', 'Bytes of file content received and sent.', [
    'direction',
  ])
  const mails = counter('atrium_mails_total', 'Attempts to send a mail, by outcome.', ['outcome'])
  const deliveries = counter('atrium_webhook_attempts_total', 'Attempts to deliver a change, by outcome.', [
    'outcome',
  ])
  const unnumbered = counter(
    'atrium_feed_failures_total',
    'Failed attempts to number changes for the feed; each is retried.',
  )
  const routed = counter(
    'atrium_replica_reads_total',
    'Reads that a replica may serve, by the server they were sent to first.',
    ['server'],
  )
  for (const limit of ['requests', 'failures', 'tokens', 'tries', 'pages']) refusals.inc({ limit }, 0)
  for (const way of ['person', 'client', 'token', 'calendar']) attempts.inc({ way }, 0)
  for (const direction of ['in', 'out']) contents.inc({ direction }, 0)
  for (const server of ['replica', 'primary']) routed.inc({ server }, 0)
  for (const outcome of ['sent', 'failed']) mails.inc({ outcome }, 0)
  for (const outcome of ['delivered', 'failed']) deliveries.inc({ outcome }, 0)

  const ends = [
    topics.requestBegun.subscribe(() => {
      inProgress += 1
    }),
    topics.requestAnswered.subscribe(({ method, route = 'none', status, milliseconds }) => {
      inProgress -= 1
      const { duration, pending } = answersTo.of(route).of(methods.has(method) ? method : 'other')
      const kind = Math.floor(status / 100)
      pending[kind] = (pending[kind] ?? 0) + 1
      duration.observe(seconds(milliseconds))
    }),
    // The begin topic needs a listener although only the end is counted: without one, nothing is published.
    topics.transactionBegun.subscribe(() => undefined),
    topics.transactionEnded.subscribe(({ failed, waited, attempts: runs, milliseconds }) => {
      const kind = failed ? failedOnes : doneOnes
      kind.observe(seconds(milliseconds))
      waits.observe(seconds(waited))
      if (runs > 1) retries.inc(runs - 1)
    }),
    topics.statementRun.subscribe(({ sql, failed, milliseconds }) => {
      statementsBy.of(operationOf(sql)).observe(seconds(milliseconds))
      if (failed) statementFailures.inc()
    }),
    topics.batchCommitted.subscribe(({ size }) => commits.observe(size)),
    // Not "job": Prometheus uses that label itself.
    topics.jobEnded.subscribe(({ job: name, failed, milliseconds }) => {
      jobsBy
        .of(name)
        .of(failed ? 'failed' : 'done')
        .observe(seconds(milliseconds))
      if (!failed) lastSuccess.set({ name }, clock.now() / 1000)
    }),
    topics.rateRefused.subscribe(({ limit }) => refusals.inc({ limit })),
    topics.attemptFailed.subscribe(({ route }) => attempts.inc({ way: wayOf(route) })),
    topics.contentMoved.subscribe(({ direction, bytes }) => contents.inc({ direction }, bytes)),
    topics.deliveryTried.subscribe(({ delivered }) =>
      deliveries.inc({ outcome: delivered ? 'delivered' : 'failed' }),
    ),
    topics.numberingFailed.subscribe(() => unnumbered.inc()),
    topics.readRouted.subscribe(({ toReplica }) => routed.inc({ server: toReplica ? 'replica' : 'primary' })),
    topics.mailTried.subscribe(({ sent }) => mails.inc({ outcome: sent ? 'sent' : 'failed' })),
  ]
  return () => {
    for (const end of ends) end()
  }
}
