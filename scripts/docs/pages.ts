import type { OpenApiDocument } from '../../src/http/openapi/document.ts'
import { errorsPage } from './errors-page.ts'
import { formatted } from './formatted.ts'
import { operationsPage } from './operations-page.ts'
import { settingsPage } from './settings-page.ts'
import { snapshotPath } from './snapshot.ts'

/** A page that is made from code. */
export interface Page {
  path: string
  text: string
}

/** All pages that are made from code. */
export function madePages(description: OpenApiDocument): Page[] {
  const page = (path: string, text: string): Page => ({ path, text: formatted(path, text) })
  return [
    page('docs/settings.md', settingsPage()),
    page('docs/errors.md', errorsPage()),
    page('docs/operations.md', operationsPage(description)),
    { path: snapshotPath, text: `${JSON.stringify(description, null, 2)}\n` },
  ]
}
