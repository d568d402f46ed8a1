import type { Tables } from '../db/tables.ts'
import type { Kind } from './kind.ts'
import { fileSubscribers, files, fileVersions } from './kinds/files.ts'
import {
  changes,
  clientKeys,
  clients,
  companies,
  oneTimeCodes,
  recoveryCodes,
  roles,
  ssoIdentities,
  users,
} from './kinds/people.ts'
import { accounts, folders, members, workspaceGroups, workspaces } from './kinds/places.ts'
import { events, milestones, reports, tags, tasklists, tasks, timers, times } from './kinds/work.ts'

/** Every table that belongs to a company: in the archive, or why not. Complete, or it does not compile. */
const tables: Readonly<Record<keyof Tables, Kind | string>> = {
  companies,
  users,
  oneTimeCodes,
  recoveryCodes,
  ssoIdentities,
  roles,
  workspaceGroups,
  accounts,
  workspaces,
  members,
  folders,
  milestones,
  events,
  tasklists,
  tags,
  tasks,
  times,
  timers,
  reports,
  files,
  fileVersions,
  fileSubscribers,
  clients,
  clientKeys,
  changes,

  taskAssignees: 'made from tasks',
  taskTags: 'made from tasks',
  taskLinks: 'made from tasks',
  taskMinutes: 'made from times',
  fileTags: 'made from files',
  tagUses: 'made from tasks and files',
  tagTotals: 'made from tasks and files',
  ssoDomains: 'made from companies',
  blobs: 'made from the contents',
  storageUse: 'made from the contents',
  sessions: 'lets somebody in',
  invitations: 'lets somebody in',
  calendarFeeds: 'lets somebody in',
  accessTokens: 'lets somebody in',
  mails: 'lets somebody in',
  deferredAssets: 'is not finished',
  uploadPieces: 'is not finished',
  doomedBlobs: 'belongs to the installation',
  usedAssertions: 'belongs to the installation',
  allowances: 'belongs to the installation',
  throttles: 'belongs to the installation',
  idempotencyKeys: 'belongs to the installation',
  leases: 'belongs to the installation',
  backups: 'belongs to the installation',
}

/** In the order in which they are written and read: what others name comes before them. */
export const kinds: readonly Kind[] = Object.values(tables).filter((each) => typeof each !== 'string')
