/** What the pages are called, wherever they are named. */
export const pageTitles = {
  workspaces: 'Workspaces',
  tasks: 'My tasks',
  account: 'Your account',
  explorer: 'API explorer',
  problems: 'API errors',
  setup: {
    section: 'Company Setup',
    general: 'General',
    people: 'People',
    workspaces: 'Workspaces',
    advanced: 'Advanced',
    api: 'API',
    audit: 'Audit',
    security: 'Sessions and security',
  },
} as const
