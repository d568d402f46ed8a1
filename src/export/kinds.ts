import { createPublicKey } from 'node:crypto'
import type { Tables } from '../db/tables.ts'
import { fingerprintOf } from '../schema/fields/credentials.ts'
import { account, deepestAccount } from '../schema/records/account.ts'
import { client, clientKey } from '../schema/records/client.ts'
import { company } from '../schema/records/company.ts'
import { event } from '../schema/records/event.ts'
import { type FileRow, file, fileVersion } from '../schema/records/file.ts'
import { deepestFolder, folder } from '../schema/records/folder.ts'
import { milestone } from '../schema/records/milestone.ts'
import { report } from '../schema/records/report.ts'
import { role } from '../schema/records/role.ts'
import { settings } from '../schema/records/settings.ts'
import { stage } from '../schema/records/stage.ts'
import { step } from '../schema/records/step.ts'
import { tag } from '../schema/records/tag.ts'
import { deepestTask, task } from '../schema/records/task.ts'
import { tasklist } from '../schema/records/tasklist.ts'
import { time } from '../schema/records/time.ts'
import { timer } from '../schema/records/timer.ts'
import { user } from '../schema/records/user.ts'
import { workspace } from '../schema/records/workspace.ts'
import { workspaceGroup } from '../schema/records/workspace-group.ts'
import { type Kind, oneOf, recordKind } from './kind.ts'
import {
  changes,
  fileSubscribers,
  members,
  oneTimeCodes,
  recoveryCodes,
  ssoIdentities,
  taskBlockers,
} from './table-kinds.ts'

type PlacedFile = Pick<FileRow, 'workspaceId' | 'folderId' | 'taskId' | 'milestoneId'>

const placeOf = ({ workspaceId, folderId, taskId, milestoneId }: PlacedFile): string =>
  folderId ?? taskId ?? milestoneId ?? workspaceId

/** Whether http:// will do depends on a setting, which counts when the provider is asked. */
function ssoFault({ ssoIssuer, ssoClientId }: Readonly<Record<string, unknown>>): string | undefined {
  if (ssoIssuer === null) return undefined
  const issuer = String(ssoIssuer)
  if (!/^https?:\/\//.test(issuer) || !URL.canParse(issuer))
    return 'must have an "ssoIssuer" that begins with https://'
  return ssoClientId === null ? 'must have an "ssoClientId" with its "ssoIssuer"' : undefined
}

/** Every table: how it is exported, or why it is not. The types require all of them. */
const tables: Readonly<Record<keyof Tables, Kind | string>> = {
  // A deleted company that is imported is there again.
  companies: recordKind(company, { fault: ssoFault, derived: { deletedAt: () => null } }),
  users: recordKind(user, { unique: [oneOf('emailKey')] }),
  settings: recordKind(settings, { unique: [oneOf('userHash')] }),
  oneTimeCodes,
  recoveryCodes,
  ssoIdentities,
  roles: recordKind(role, { unique: [oneOf('title')] }),
  workspaceGroups: recordKind(workspaceGroup, {
    unique: [{ what: 'notGrouped', of: ({ notGrouped }) => (notGrouped === true ? 'true' : undefined) }],
  }),
  accounts: recordKind(account, { tree: { parent: 'parentAccountId', deepest: deepestAccount } }),
  workspaces: recordKind(workspace, { unique: [oneOf('urlShortNameKey')] }),
  members,
  folders: recordKind(folder, {
    unique: [oneOf('workspaceId', 'parentFolderId', 'folderNameKey')],
    tree: { parent: 'parentFolderId', deepest: deepestFolder },
  }),
  milestones: recordKind(milestone, {
    fault: ({ startDate, dueDate }) =>
      startDate !== null && dueDate !== null && String(dueDate) < String(startDate)
        ? 'has a "dueDate" before its "startDate"'
        : undefined,
  }),
  events: recordKind(event, {
    fault: ({ startsAt, endsAt }) =>
      String(endsAt) < String(startsAt) ? 'has an "endsAt" before its "startsAt"' : undefined,
  }),
  tasklists: recordKind(tasklist),
  stages: recordKind(stage),
  tags: recordKind(tag, { unique: [oneOf('tagNameKey')] }),
  tasks: recordKind(task, {
    tree: { parent: 'parentTaskId', deepest: deepestTask },
    // Lists rely on this.
    fault: ({ status, completedAt }) =>
      (status === 'Completed') === (completedAt !== null)
        ? undefined
        : 'must have a "completedAt" exactly when its "status" is Completed',
  }),
  steps: recordKind(step),
  taskBlockers,
  times: recordKind(time),
  timers: recordKind(timer, { unique: [oneOf('userHash')] }),
  reports: recordKind(report),
  files: recordKind(file, {
    unique: [oneOf('placeId', 'fileNameKey')],
    derived: { placeId: (row) => placeOf(row as unknown as PlacedFile) },
  }),
  fileVersions: {
    ...recordKind(fileVersion, { unique: [oneOf('fileId', 'version')] }),
    key: ['fileId', 'id'],
  },
  fileSubscribers,
  clients: recordKind(client),
  clientKeys: recordKind(clientKey, {
    fault: ({ publicKey, fingerprint }) =>
      fingerprint === fingerprintOf(createPublicKey(String(publicKey)))
        ? undefined
        : 'must have the "fingerprint" of its "publicKey"',
  }),
  changes,

  feed: 'derived from changes',
  unnumbered: 'derived from changes',
  searchEntries: 'derived from the records',
  taskAssignees: 'derived from tasks',
  taskTags: 'derived from tasks',
  taskLinks: 'derived from tasks',
  taskMinutes: 'derived from times',
  fileTags: 'derived from files',
  tagUses: 'derived from tasks and files',
  tagTotals: 'derived from tasks and files',
  ssoDomains: 'derived from companies',
  blobs: 'derived from the content of files',
  storageUse: 'derived from the content of files',
  sessions: 'gives access',
  invitations: 'gives access',
  calendarFeeds: 'gives access',
  accessTokens: 'gives access',
  mails: 'gives access',
  deferredAssets: 'is unfinished',
  uploadPieces: 'is unfinished',
  doomedBlobs: 'belongs to the installation',
  usedAssertions: 'belongs to the installation',
  allowances: 'belongs to the installation',
  throttles: 'belongs to the installation',
  idempotencyKeys: 'belongs to the installation',
  leases: 'belongs to the installation',
  installation: 'belongs to the installation',
  backups: 'belongs to the installation',
}

/** In the order in which they are written and read: records follow the records they refer to. */
export const kinds: readonly Kind[] = Object.values(tables).filter((each) => typeof each !== 'string')
