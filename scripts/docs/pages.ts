import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Figures } from '../../bench/figures.ts'
import type { OpenApiDocument } from '../../src/description/openapi/document.ts'
import { errorsPage } from './errors-page.ts'
import { formatted } from './formatted.ts'
import { operationIdsPage, operationIdsPath } from './operation-ids.ts'
import { operationsPage } from './operations-page.ts'
import { performanceChart } from './performance-chart.ts'
import { performancePage } from './performance-page.ts'
import { settingsPage } from './settings-page.ts'
import { snapshotPath } from './snapshot.ts'
import { webRecords } from './web-records.ts'
import { webTypes } from './web-types.ts'

/** The last published measurements. */
const figures = (): Figures =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../docs/performance/figures.json'), 'utf8'))

/** A generated page. */
interface Page {
  path: string
  text: string
}

/** All generated pages. */
export function generatedPages(description: OpenApiDocument): Page[] {
  const page = (path: string, text: string): Page => ({ path, text: formatted(path, text) })
  return [
    page('docs/settings.md', settingsPage()),
    page('docs/errors.md', errorsPage()),
    page('docs/operations.md', operationsPage(description)),
    page('docs/performance/figures.md', performancePage(figures())),
    { path: 'docs/performance/chart.svg', text: performanceChart(figures()) },
    page('web/src/api/types.ts', webTypes(description)),
    page('web/src/api/records.ts', webRecords(description)),
    { path: operationIdsPath, text: operationIdsPage(description) },
    { path: snapshotPath, text: `${JSON.stringify(description, null, 2)}\n` },
  ]
}
