import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { haveDebian } from '../support/debian.ts'
import { cleanUpProcesses, makeFolder, root } from '../support/process.ts'

cleanUpProcesses()

const promtool = '/usr/bin/promtool'
const rules = join(root, 'deploy', 'prometheus-rules.yml')

/** For each alert, series that set it off: the values that a minute each has. */
const alarming: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  AtriumDown: { 'up{job="atrium"}': '0x60' },
  AtriumErrors: {
    'atrium_http_requests_total{status="5xx"}': '0+2x60',
    'atrium_http_requests_total{status="2xx"}': '0+98x60',
  },
  AtriumSlow: {
    'atrium_http_request_duration_seconds_bucket{le="1"}': '0+90x60',
    'atrium_http_request_duration_seconds_bucket{le="5"}': '0+100x60',
    'atrium_http_request_duration_seconds_bucket{le="+Inf"}': '0+100x60',
  },
  AtriumEventLoopLag: { 'nodejs_eventloop_lag_p99_seconds{process="1"}': '0.3x60' },
  AtriumRestarts: { 'process_start_time_seconds{job="atrium"}': '0+10x60' },
  AtriumDatabaseConnections: { 'atrium_database_connections{state="waiting"}': '3x60' },
  AtriumMailWaits: { 'atrium_queue_length{queue="mail"}': '21x60' },
  AtriumFeedLate: { atrium_feed_lag_seconds: '30x60' },
  AtriumJobsStalled: { 'atrium_job_last_success_timestamp_seconds{name="send-mail"}': '-7200x60' },
  AtriumBackupOverdue: { atrium_backup_last_good_timestamp_seconds: '-140000x60' },
}

/** Series of a service that is well; each alert looks at one of them. */
const quiet: Readonly<Record<string, string>> = {
  'up{job="atrium"}': '1x60',
  'atrium_http_requests_total{status="5xx"}': '0x60',
  'atrium_http_requests_total{status="2xx"}': '0+100x60',
  'atrium_http_request_duration_seconds_bucket{le="1"}': '0+100x60',
  'atrium_http_request_duration_seconds_bucket{le="+Inf"}': '0+100x60',
  'nodejs_eventloop_lag_p99_seconds{process="1"}': '0.02x60',
  'process_start_time_seconds{job="atrium"}': '5x60',
  'atrium_database_connections{state="waiting"}': '0x60',
  'atrium_queue_length{queue="mail"}': '0x60',
  atrium_feed_lag_seconds: '0x60',
  'atrium_job_last_success_timestamp_seconds{name="send-mail"}': '0+60x60',
  atrium_backup_last_good_timestamp_seconds: '0x60',
}

const names = Object.keys(alarming)

/** The names of the alerts that are on after an hour, by Prometheus itself. */
function alertsAfter(folder: string, series: Readonly<Record<string, string>>): string[] {
  return names.filter((name) => {
    const file = join(folder, `${name}.yml`)
    const input = Object.entries(series).map(([one, values]) => ({ series: one, values }))
    const expr = `count(ALERTS{alertname="${name}",alertstate="firing"})`
    const query = { expr, eval_time: '59m', exp_samples: [] }
    // JSON is YAML. Without the alert the expression has no samples, and the test passes.
    const tests = [{ interval: '1m', input_series: input, promql_expr_test: [query] }]
    writeFileSync(file, JSON.stringify({ rule_files: [rules], evaluation_interval: '1m', tests }))
    try {
      execFileSync(promtool, ['test', 'rules', file], { stdio: 'pipe' })
      return false
    } catch (error) {
      const { stdout = '', stderr = '' } = error as { stdout?: Buffer; stderr?: Buffer }
      expect(`${stdout}${stderr}`).toContain('FAILED')
      return true
    }
  })
}

test('Prometheus accepts the rules; each alert has its cause, and a sound service sets off none', (context) => {
  if (!haveDebian(promtool, 'prometheus'))
    context.skip('Prometheus is not installed and cannot be installed here')
  const said = execFileSync(promtool, ['check', 'rules', rules], { encoding: 'utf8' })
  expect(said).toContain(`SUCCESS: ${names.length} rules found`)
  const folder = makeFolder()
  expect(alertsAfter(folder, quiet)).toEqual([])
  for (const [name, series] of Object.entries(alarming))
    expect(alertsAfter(folder, { ...quiet, ...series }), name).toEqual([name])
})
