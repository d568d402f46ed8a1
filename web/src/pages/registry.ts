import { IconBriefcase, IconChecklist, IconSettings } from '../parts/icons.tsx'
import { type Page, type PageInfo, page } from '../site/page.ts'
import { pageTitles as titles } from '../texts/pages.ts'

/** A page that needs no session. */
const open = (path: string): PageInfo => ({ path, access: 'everybody' })

/** A page of Company Setup. */
const setup = (path: string, info: Omit<PageInfo, 'path'> = {}): PageInfo => ({
  path: `/setup${path}`,
  access: 'admins',
  section: titles.setup.section,
  ...info,
})

/** A page of the service outside the application, so the browser has to load it. */
const outside = (path: string, title: string): Page =>
  page({ path, title }, 'LeaveApplication', () => import('./leave-application.tsx'))

/**
 * Every page. The router, the navigation, the palette, the keyboard shortcuts and the titles follow from this list. The
 * first page whose path matches is shown; the first that people may open is where they start.
 */
export const pages: readonly Page[] = [
  page(
    {
      path: '/workspaces',
      title: titles.workspaces,
      icon: IconBriefcase,
      navigation: 'main',
      shortcut: 'w',
      lists: 'workspace',
    },
    'WorkspacesPage',
    () => import('./work/workspaces.tsx'),
  ),
  page(
    { path: '/tasks', title: titles.tasks, icon: IconChecklist, navigation: 'main', shortcut: 't' },
    'MyTasksPage',
    () => import('./work/my-tasks.tsx'),
  ),
  page({ path: '/p/workspace/:id' }, 'WorkspacePage', () => import('./work/workspace.tsx')),
  page({ path: '/p/:kind/:id' }, 'RecordPage', () => import('./records/record-page.tsx')),
  page({ path: '/account', title: titles.account }, 'AccountPage', () => import('./account/account.tsx')),

  page(
    setup('', {
      title: titles.setup.general,
      icon: IconSettings,
      navigation: 'foot',
      shortcut: 's',
      lists: 'company',
    }),
    'GeneralPage',
    () => import('./setup/general/general.tsx'),
  ),
  page(
    setup('/people', { title: titles.setup.people, lists: 'user' }),
    'PeoplePage',
    () => import('./setup/people/people.tsx'),
  ),
  page(setup('/people/:userHash'), 'PersonPage', () => import('./setup/people/person.tsx')),
  page(
    setup('/workspaces', { title: titles.setup.workspaces }),
    'SetupWorkspacesPage',
    () => import('./setup/places/workspaces.tsx'),
  ),
  page(setup('/workspaces/:workspaceId'), 'SetupWorkspacePage', () => import('./setup/places/workspace.tsx')),
  page(
    setup('/advanced/api', { title: titles.setup.api, group: titles.setup.advanced, lists: 'client' }),
    'ApiPage',
    () => import('./setup/api.tsx'),
  ),
  page(setup('/advanced/api/:clientId'), 'ApiClientPage', () => import('./setup/api-client.tsx')),
  page(
    setup('/advanced/audit', {
      title: titles.setup.audit,
      group: titles.setup.advanced,
      lists: 'auditEntry',
    }),
    'AuditPage',
    () => import('./setup/audit/audit.tsx'),
  ),
  page(
    setup('/advanced/security', {
      title: titles.setup.security,
      group: titles.setup.advanced,
      lists: 'session',
    }),
    'SecurityPage',
    () => import('./setup/security/security.tsx'),
  ),

  outside('/explorer', titles.explorer),
  outside('/problems', titles.problems),

  page(open('/welcome'), 'WelcomePage', () => import('./welcome.tsx')),
  page(open('/sign-in'), 'SignInPage', () => import('./sign-in/sign-in.tsx')),
  page(open('/sign-in/forgotten'), 'ForgottenPage', () => import('./sign-in/forgotten.tsx')),
  page(open('/invitation'), 'LinkPage', () => import('./links/link.tsx')),
  page(open('/password-reset'), 'LinkPage', () => import('./links/link.tsx')),
]
