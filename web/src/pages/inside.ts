import { page } from './page.ts'
import { setupPages } from './setup/pages.ts'

/** The pages for those who are signed in; the first is where one begins. */
export const insidePages = [
  page('/workspaces', 'WorkspacesPage', () => import('./work/workspaces.tsx')),
  page('/tasks', 'MyTasksPage', () => import('./work/my-tasks.tsx')),
  page('/p/workspace/:id', 'WorkspacePage', () => import('./work/workspace.tsx')),
  page('/p/:kind/:id', 'RecordPage', () => import('./records/record-page.tsx')),
  page('/explorer', 'LeaveForExplorer', () => import('./leave-for-explorer.tsx')),
  ...setupPages,
]
