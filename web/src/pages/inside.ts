import { page } from './page.ts'
import { setupPages } from './setup/pages.ts'

/** The pages for those who are signed in; the first is where one begins. */
export const insidePages = [
  page('/workspaces', 'WorkspacesPage', () => import('./workspaces.tsx')),
  ...setupPages,
]
