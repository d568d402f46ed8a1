import {
  IconBriefcase,
  IconCalendar,
  IconChartBar,
  IconChecklist,
  IconClock,
  IconHome,
  IconInbox,
  IconSettings,
} from '../parts/icons.tsx'
import { UnreadCount } from '../parts/unread-count.tsx'
import { goTo } from '../site/key-table.ts'
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
      path: '/home',
      title: titles.home,
      icon: IconHome,
      navigation: 'main',
      shortcut: goTo.home,
      onPhone: true,
    },
    'HomePage',
    () => import('./home/home.tsx'),
  ),
  page(
    {
      path: '/inbox',
      title: titles.inbox,
      icon: IconInbox,
      navigation: 'main',
      shortcut: goTo.inbox,
      count: UnreadCount,
      onPhone: true,
    },
    'InboxPage',
    () => import('./inbox/inbox.tsx'),
  ),
  page(
    {
      path: '/workspaces',
      title: titles.workspaces,
      icon: IconBriefcase,
      navigation: 'main',
      shortcut: goTo.workspaces,
      lists: 'workspace',
    },
    'WorkspacesPage',
    () => import('./work/workspaces.tsx'),
  ),
  page(
    { path: '/tasks', title: titles.tasks, icon: IconChecklist, navigation: 'main', shortcut: goTo.tasks },
    'MyTasksPage',
    () => import('./tasks/my-tasks.tsx'),
  ),
  page(
    { path: '/time', title: titles.time, icon: IconClock, navigation: 'main', shortcut: goTo.time },
    'TimePage',
    () => import('./time/time-page.tsx'),
  ),
  page(
    {
      path: '/calendar',
      title: titles.calendar,
      icon: IconCalendar,
      navigation: 'main',
      shortcut: goTo.calendar,
    },
    'CalendarPage',
    () => import('./calendar/calendar-page.tsx'),
  ),
  page(
    {
      path: '/reports',
      title: titles.reports,
      icon: IconChartBar,
      navigation: 'main',
      shortcut: goTo.reports,
    },
    'ReportsPage',
    () => import('./reports/reports.tsx'),
  ),
  page({ path: '/time/approvals' }, 'ApprovalsPage', () => import('./time/approvals.tsx')),
  page({ path: '/p/workspace/:id/:tab?' }, 'WorkspacePage', () => import('./work/workspace.tsx')),
  page({ path: '/p/task/:id' }, 'TaskPage', () => import('./tasks/task-page.tsx')),
  page({ path: '/p/file/:id' }, 'FilePage', () => import('./files/file-page.tsx')),
  page({ path: '/p/:kind/:id' }, 'RecordPage', () => import('./records/record-page.tsx')),
  page({ path: '/find', title: titles.find }, 'FindPage', () => import('./find/find.tsx')),
  page({ path: '/trash', title: titles.trash }, 'TrashPage', () => import('./trash/trash.tsx')),
  page({ path: '/account', title: titles.account }, 'AccountPage', () => import('./account/account.tsx')),
  page({ path: '/account/:tab' }, 'AccountPage', () => import('./account/account.tsx')),

  page(
    setup('', {
      title: titles.setup.general,
      icon: IconSettings,
      navigation: 'foot',
      shortcut: goTo.setup,
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
    setup('/tags', { title: titles.setup.tags, lists: 'tag' }),
    'TagsPage',
    () => import('./setup/tags/tags.tsx'),
  ),
  page(
    setup('/advanced/api', { title: titles.setup.api, group: titles.setup.advanced, lists: 'client' }),
    'ApiPage',
    () => import('./setup/api.tsx'),
  ),
  page(setup('/advanced/api/:clientId'), 'ApiClientPage', () => import('./setup/api-client.tsx')),
  page(
    setup('/advanced/webhooks', {
      title: titles.setup.webhooks,
      group: titles.setup.advanced,
      lists: 'webhook',
    }),
    'WebhooksPage',
    () => import('./setup/webhooks/webhooks.tsx'),
  ),
  page(setup('/advanced/webhooks/:webhookId'), 'WebhookPage', () => import('./setup/webhooks/webhook.tsx')),
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
