import { sized } from '../parts/sizes.ts'

/** What the kinds of records are called. A kind that is not here yet is called by its own name, in words. */
const kinds: Readonly<Record<string, readonly [one: string, many: string]>> = {
  account: ['Account', 'Accounts'],
  auditEntry: ['Audit entry', 'History'],
  calendarFeed: ['Calendar address', 'Calendar addresses'],
  client: ['API client', 'API clients'],
  clientKey: ['Key', 'Keys'],
  company: ['Company', 'Companies'],
  event: ['Event', 'Events'],
  file: ['File', 'Files'],
  fileVersion: ['Version', 'Versions'],
  folder: ['Folder', 'Folders'],
  invitation: ['Invitation', 'Invitations'],
  member: ['Member', 'Members'],
  milestone: ['Milestone', 'Milestones'],
  report: ['Report', 'Reports'],
  role: ['Role', 'Roles'],
  session: ['Session', 'Sessions'],
  subscriber: ['Subscriber', 'Subscribers'],
  tag: ['Tag', 'Tags'],
  task: ['Task', 'Tasks'],
  tasklist: ['Task list', 'Task lists'],
  time: ['Time entry', 'Time'],
  timer: ['Timer', 'Timers'],
  trashedFile: ['File in the trash', 'Files in the trash'],
  trashedFolder: ['Folder in the trash', 'Folders in the trash'],
  trashedTask: ['Task in the trash', 'Tasks in the trash'],
  trashedWorkspace: ['Workspace in the trash', 'Workspaces in the trash'],
  upload: ['Upload', 'Uploads'],
  user: ['Person', 'People'],
  workspace: ['Workspace', 'Workspaces'],
  workspaceGroup: ['Workspace group', 'Workspace groups'],
}

/** Labels of fields where the words of their names would not say it as people do. */
const fields: Readonly<Record<string, string>> = {
  actAs: 'Acts as',
  allDay: 'All day',
  accountId: 'Account',
  clientId: 'API client',
  completedAt: 'Completed',
  createdAt: 'Made',
  createdBy: 'Made by',
  dueDate: 'Due',
  email: 'Email',
  endsAt: 'Ends',
  estimateMinutes: 'Estimate',
  expiresAt: 'Ends',
  externalId: 'External id',
  folderId: 'Folder',
  folderName: 'Name',
  fileName: 'Name',
  fullName: 'Name',
  lastSeenAt: 'Last seen',
  lastUsedAt: 'Last use',
  lockExpiresAt: 'Locked until',
  milestoneId: 'Milestone',
  mimeType: 'Type',
  parentAccountId: 'In account',
  parentFolderId: 'In folder',
  parentTaskId: 'Part of',
  recordId: 'Record',
  sha256: 'SHA-256',
  spentMinutes: 'Time spent',
  startDate: 'Start',
  startedAt: 'Started',
  startsAt: 'Begins',
  taskId: 'Task',
  reportName: 'Name',
  tagName: 'Name',
  taskCount: 'Tasks',
  fileCount: 'Files',
  tasklistId: 'Task list',
  tasklistName: 'Name',
  timeZone: 'Time zone',
  type: 'What happened',
  updatedAt: 'Changed',
  urlShortName: 'Short name',
  userHash: 'Person',
  userType: 'Kind of person',
  workspaceGroupId: 'Workspace group',
  workspaceGroupName: 'Name',
  workspaceId: 'Workspace',
  workspaceName: 'Name',
  workspaceType: 'Type',
  accountName: 'Name',
  companyName: 'Name',
}

/** "urlShortName" becomes "Url short name". */
const inWords = (name: string): string => {
  const words = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const emptyHints: Readonly<Record<string, string>> = {
  task: 'A task says what is to be done, by whom and until when.',
  tasklist: 'A task list keeps together tasks that belong together.',
  milestone: 'A milestone is a point that the work is to reach.',
  event: 'An event stands in the calendar of the workspace.',
  folder: 'A folder keeps the files of the workspace in order.',
  member: 'Members see what is in the workspace.',
  workspace: 'A workspace holds the tasks, files and time of people who work together.',
}

/** The texts of the pages that show one record. */
export const recordTexts = {
  one: (kind: string): string => kinds[kind]?.[0] ?? inWords(kind),
  many: (kind: string): string => kinds[kind]?.[1] ?? `${inWords(kind)}s`,
  parts: (kind: string): string => `Sub${recordTexts.many(kind).toLowerCase()}`,
  field: (name: string): string => fields[name] ?? inWords(name),
  emptyTitle: (kind: string): string =>
    kind === 'auditEntry' ? 'Nothing has happened yet' : `No ${recordTexts.many(kind).toLowerCase()} yet`,
  emptyHint: (kind: string): string => emptyHints[kind] ?? 'Whatever is added will be listed here.',
  details: 'Details',
  none: 'None',
  yes: 'Yes',
  no: 'No',
  minutes: (minutes: number): string => {
    const hours = Math.floor(minutes / 60)
    const rest = minutes % 60
    return [...(hours > 0 ? [`${hours} h`] : []), ...(rest > 0 || hours === 0 ? [`${rest} min`] : [])].join(
      ' ',
    )
  },
  bytes: sized,
  priority: (priority: number): string => `Priority ${priority} of 5`,
  forPrograms: 'For programs',
  id: 'Id',
  externalId: 'External id',
  permalink: 'Permalink',
  json: 'As JSON',
  customFields: 'Custom fields',
  hidden: 'Not open to you',
  shownWithOthers: 'It is shown with what it belongs to. Open that first, and choose it in the list there.',
  unknownKind: (kind: string): string => `There is no kind of record called ${kind}`,
  unknownKindHint: 'The address may be mistyped, or come from a newer version.',
} as const
