import { page } from '../page.ts'

/** The pages of Company Setup. */
export const setupPages = [
  page('/setup', 'GeneralPage', () => import('./general/general.tsx')),
  page('/setup/people', 'PeoplePage', () => import('./people/people.tsx')),
  page('/setup/people/:userHash', 'PersonPage', () => import('./people/person.tsx')),
  page('/setup/workspaces', 'SetupWorkspacesPage', () => import('./places/workspaces.tsx')),
  page('/setup/workspaces/:workspaceId', 'SetupWorkspacePage', () => import('./places/workspace.tsx')),
  page('/setup/advanced/api', 'ApiPage', () => import('./api.tsx')),
  page('/setup/advanced/api/:clientId', 'ApiClientPage', () => import('./api-client.tsx')),
  page('/setup/advanced/audit', 'AuditPage', () => import('./audit/audit.tsx')),
  page('/setup/advanced/security', 'SecurityPage', () => import('./security/security.tsx')),
]
