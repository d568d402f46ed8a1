import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readMetricsText } from '../support/metrics.ts'
import { freePort } from '../support/postgres-server.ts'
import {
  cleanUpProcesses,
  makeFolder,
  root,
  serveReady,
  settingsIn,
  start,
  until,
} from '../support/process.ts'

cleanUpProcesses()

const fileIn = (name: string): string => readFileSync(join(root, 'deploy', name), 'utf8')

test('every metric on the dashboard exists in the service, with the labels it uses', async () => {
  const metricsPort = await freePort()
  const served = await serveReady({ ...settingsIn(makeFolder()), ATRIUM_METRICS_PORT: `${metricsPort}` })
  const read = async (): Promise<string> => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  await until('the jobs have run', async () => /^atrium_job_last_success\w*\{/m.test(await read()))
  const text = await read()
  await served.stop()
  const labels = new Map<string, Set<string>>()
  for (const [, name = ''] of text.matchAll(/^# TYPE (\w+) /gm)) labels.set(name, new Set())
  for (const { name, labels: own } of readMetricsText(text))
    labels.set(name, new Set([...(labels.get(name) ?? []), ...Object.keys(own)]))

  const { panels } = JSON.parse(fileIn('grafana-dashboard.json')) as {
    panels: { title: string; targets?: { expr: string; legendFormat: string }[] }[]
  }
  const asked = panels.flatMap(({ title, targets = [] }) => targets.map((target) => ({ title, ...target })))
  expect(asked.length).toBeGreaterThan(25)
  // A label of the Prometheus target, not of the metric.
  const given = ['job', 'instance', 'le']
  // Reported on PostgreSQL only.
  const elsewhere = new Map([['atrium_database_connections', ['state']]])
  for (const { title, expr, legendFormat } of asked) {
    const names = [...expr.matchAll(/\b(?:atrium|process|nodejs)_\w+/g)].map(([name]) => name)
    expect(names.length, title).toBeGreaterThan(0)
    const known = new Set(given)
    for (const name of names) {
      expect([...labels.keys()], title).toContain(name)
      for (const label of [...(labels.get(name) ?? []), ...(elsewhere.get(name) ?? [])]) known.add(label)
    }
    const [grouping = ''] = [...expr.matchAll(/by \(([^)]*)\)/g)].map(([, inside]) => inside)
    const used = [
      ...grouping.split(', '),
      ...[...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label),
      ...[...expr.matchAll(/(\w+)=~?"/g)].map(([, label = '']) => label),
    ].filter((label) => label !== '')
    expect(
      used.filter((label) => !known.has(label)),
      `${title}: ${expr}`,
    ).toEqual([])
  }
  const alerts = [...fileIn('prometheus-rules.yml').matchAll(/\b(?:atrium|process|nodejs)_\w+/g)]
  expect(alerts.length).toBeGreaterThan(5)
  for (const [name] of alerts) expect([...labels.keys(), ...elsewhere.keys()]).toContain(name)
  // And no metric is missing from the dashboard.
  const shown = JSON.stringify(asked)
  const unseen = [...text.matchAll(/^# TYPE (atrium_\w+) /gm)].map(([, name = '']) => name)
  expect(unseen.filter((name) => !shown.includes(name))).toEqual([])
})

test('the container file starts what the package contains, and its health check shows whether it serves', async () => {
  const text = fileIn('Containerfile')
  const wordsOf = (instruction: RegExp): string[] =>
    JSON.parse(instruction.exec(text)?.[1] ?? '[]') as string[]
  const program = wordsOf(/^ENTRYPOINT (\[.*\])$/m).at(-1) ?? ''
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  expect(existsSync(join(root, program.replace('/opt/atrium/', ''))), program).toBe(true)
  for (const [, script = ''] of text.matchAll(/npm run (\w+)/g)) expect(scripts).toHaveProperty(script)
  // It runs as a user other than root, and writes only to its volume.
  expect(text).toMatch(/^USER node$/m)
  expect(text).toMatch(/ATRIUM_DATA=\/data\b/)
  expect(text).toMatch(/^VOLUME \/data$/m)
  // Neither the packages nor the settings of the checkout get into it.
  const ignored = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n')
  expect(ignored).toEqual(expect.arrayContaining(['**/node_modules', '**/.env*', 'credential.json', 'data']))

  const served = await serveReady(settingsIn(makeFolder()))
  const [, ...check] = wordsOf(/CMD (\["node", .*\])$/m).map((word) =>
    word.replace(':8080', `:${served.port}`),
  )
  expect(check).toHaveLength(2)
  expect((await start(process.execPath, check).ended).code).toBe(0)
  await served.stop()
  expect((await start(process.execPath, check).ended).code).toBe(1)
})
