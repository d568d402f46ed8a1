import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { expect, test } from 'vitest'

const reports = join(import.meta.dirname, '../../web/src/pages/reports')

/** The files that draw charts: bars, stacked bars, lines, and bars by name. */
const charts = ['time-chart.tsx', 'row-chart.tsx']

test('the charts of reports are at most 6 kB of compressed script and style', async () => {
  const output = (await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      target: 'es2023',
      cssCodeSplit: true,
      rolldownOptions: {
        input: charts.map((name) => join(reports, name)),
        preserveEntrySignatures: 'strict',
        // What they share with the rest of the application is loaded already.
        external: (id, importer) =>
          importer !== undefined && !/^\.\/[\w.-]+$/.test(id) && !id.startsWith(reports),
      },
    },
  })) as Rolldown.RolldownOutput
  const parts = output.output.map((part) => (part.type === 'chunk' ? part.code : part.source))
  expect(parts.length).toBeGreaterThanOrEqual(charts.length)
  const bytes = parts.reduce((sum, part) => sum + gzipSync(part).length, 0)
  expect(bytes).toBeGreaterThan(1_000)
  expect(bytes).toBeLessThanOrEqual(6_000)
})
