import type { Config } from '../base/config.ts'
import type { Seal } from '../base/secret.ts'
import type { Database } from '../db/database.ts'
import type { Hub } from '../feed/hub.ts'
import type { Readers } from '../feed/readers.ts'
import type { Api } from '../http/api.ts'
import type { Outbox } from '../mail/outbox.ts'
import { accountRoutes } from './accounts/routes.ts'
import { auditRoutes } from './audit.ts'
import { bulkRoutes } from './bulk/routes.ts'
import { calendarRoutes } from './calendar/routes.ts'
import { activityRoutes } from './changes/activity.ts'
import { changeRoutes } from './changes/routes.ts'
import type { Watch } from './changes/watch.ts'
import { clientKeyRoutes } from './clients/keys.ts'
import { clientRoutes } from './clients/routes.ts'
import { commentRoutes } from './comments/routes.ts'
import { companyRoutes } from './company.ts'
import { companyBackupRoutes } from './company-backup.ts'
import { companyDeletionRoutes } from './company-deletion.ts'
import { eventRoutes } from './events.ts'
import { recentRoutes } from './favorites/recent.ts'
import { favoriteRoutes } from './favorites/routes.ts'
import { addressRoutes } from './files/addresses.ts'
import { claimRoutes } from './files/claim.ts'
import { contentRoutes } from './files/content-routes.ts'
import { copyRoutes } from './files/copies.ts'
import { lockRoutes } from './files/locks.ts'
import type { FileParts } from './files/parts.ts'
import { fileListRoutes, fileRoutes } from './files/routes.ts'
import { fileSummaryRoutes } from './files/summary.ts'
import { fileTrashRoutes } from './files/trash.ts'
import { tusRoutes } from './files/tus-routes.ts'
import { uploadRoutes } from './files/upload-routes.ts'
import { folderRoutes } from './folders/routes.ts'
import { folderTrashRoutes } from './folders/trash.ts'
import { zipRoutes } from './folders/zip.ts'
import { invitationRoutes } from './invitations.ts'
import { memberInvitationRoutes } from './members/invitations.ts'
import { memberRoutes } from './members/routes.ts'
import { milestoneRoutes } from './milestones.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { notificationSettingsRoutes } from './notifications/settings.ts'
import { reportRoutes } from './reports/routes.ts'
import { roleRoutes } from './roles.ts'
import { searchRoutes } from './search/routes.ts'
import { sessionRoutes } from './sessions.ts'
import { settingsRoutes } from './settings.ts'
import { stageRoutes } from './stages/routes.ts'
import { stepRoutes } from './steps/routes.ts'
import { subscriberRoutes } from './subscribers.ts'
import { tagRoutes } from './tags/routes.ts'
import { tasklistRoutes } from './tasklists/routes.ts'
import { blockerRoutes } from './tasks/blockers.ts'
import { boardRoutes } from './tasks/board.ts'
import { taskChangeRoutes } from './tasks/change.ts'
import { taskRoutes } from './tasks/routes.ts'
import { taskStateRoutes } from './tasks/states.ts'
import { taskSummaryRoutes } from './tasks/summary.ts'
import { taskTrashRoutes } from './tasks/trash.ts'
import { timeRoutes } from './times/routes.ts'
import { timeSummaryRoutes } from './times/summary.ts'
import { timerRoutes } from './times/timer.ts'
import { timesheetRoutes } from './timesheets/routes.ts'
import { userSignInRoutes } from './user-sign-in.ts'
import { userRoutes } from './users.ts'
import { workspaceGroupRoutes } from './workspace-groups.ts'
import { placedWorkspaceRoutes } from './workspaces/placed.ts'
import { workspaceRoutes } from './workspaces/routes.ts'
import { workspaceStateRoutes } from './workspaces/states.ts'
import { workspaceTrashRoutes } from './workspaces/trash.ts'

/** The services that some of the methods need. */
interface ResourceParts {
  config: Config
  db: Database
  /** Seals the secrets of single sign-on. */
  seal: Seal
  outbox: Outbox
  hub: Hub
  readers: Readers
  watch: Watch
  fileParts: FileParts
  addressSeal: Seal
}

/** Mounts the methods of every resource, in the order of the description. */
export function resourceRoutes(api: Api, parts: ResourceParts): void {
  const { config, db, outbox, hub, readers, watch, fileParts, addressSeal } = parts
  const { limits } = fileParts
  companyRoutes(api, { seal: parts.seal, privateAddresses: config.ssoPrivateAddresses }, limits)
  companyDeletionRoutes(api, limits)
  companyBackupRoutes(api, config.backups)
  userRoutes(api)
  settingsRoutes(api)
  notificationSettingsRoutes(api, outbox.sends)
  favoriteRoutes(api)
  recentRoutes(api)
  accountRoutes(api)
  userSignInRoutes(api)
  invitationRoutes(api, config, outbox)
  sessionRoutes(api)
  auditRoutes(api)
  changeRoutes(api, { db, hub, readers, watch })
  workspaceGroupRoutes(api)
  workspaceRoutes(api)
  placedWorkspaceRoutes(api)
  workspaceStateRoutes(api)
  workspaceTrashRoutes(api)
  memberRoutes(api)
  memberInvitationRoutes(api, config, outbox)
  folderRoutes(api)
  folderTrashRoutes(api)
  milestoneRoutes(api)
  eventRoutes(api)
  roleRoutes(api)
  tasklistRoutes(api)
  stageRoutes(api)
  taskRoutes(api)
  taskSummaryRoutes(api, db)
  boardRoutes(api, db)
  taskChangeRoutes(api)
  taskStateRoutes(api)
  taskTrashRoutes(api)
  blockerRoutes(api)
  stepRoutes(api)
  commentRoutes(api)
  tagRoutes(api)
  timeRoutes(api)
  timeSummaryRoutes(api, db)
  timerRoutes(api)
  timesheetRoutes(api)
  bulkRoutes(api)
  reportRoutes(api)
  searchRoutes(api)
  calendarRoutes(api)
  fileListRoutes(api)
  fileRoutes(api)
  fileSummaryRoutes(api, db)
  fileTrashRoutes(api)
  claimRoutes(api)
  copyRoutes(api)
  lockRoutes(api)
  contentRoutes(api, fileParts)
  addressRoutes(api, addressSeal)
  zipRoutes(api, fileParts, addressSeal)
  subscriberRoutes(api)
  notificationRoutes(api)
  uploadRoutes(api, fileParts)
  tusRoutes(api, fileParts)
  activityRoutes(api)
  clientRoutes(api, config)
  clientKeyRoutes(api, config)
}
