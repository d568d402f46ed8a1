import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { openAllowances } from './auth/allowances.ts'
import { Bearer } from './auth/bearer.ts'
import { Gate } from './auth/gate.ts'
import { metadataRoutes } from './auth/metadata.ts'
import { oauthPaths, oauthTag } from './auth/oauth-description.ts'
import { tokenCareRoutes } from './auth/token-care.ts'
import { tokenRoutes } from './auth/token-endpoint.ts'
import type { Config } from './base/config.ts'
import { fingerprintOf, Seal } from './base/secret.ts'
import { version } from './base/version.ts'
import { setupRoutes } from './company/first-start.ts'
import type { Database } from './db/database.ts'
import { explorerRoutes } from './description/explorer.ts'
import type { OpenApiDocument } from './description/openapi/document.ts'
import { describeApi } from './description/openapi/openapi.ts'
import { problemRoutes } from './description/problems-page.ts'
import { lowerToSwagger2 } from './description/swagger2/swagger2.ts'
import { Hub } from './feed/hub.ts'
import { Readers } from './feed/readers.ts'
import type { BlobStore } from './file-store/store.ts'
import { Api } from './http/api.ts'
import { healthRoutes } from './http/health.ts'
import type { Operation } from './http/operation.ts'
import { buildServer } from './http/server.ts'
import { webApplicationRoutes } from './http/web-application.ts'
import { openMailer } from './mail/mailer.ts'
import { Outbox } from './mail/outbox.ts'
import { cursorKey } from './query/cursor.ts'
import { accountRoutes } from './resources/accounts/routes.ts'
import { auditRoutes } from './resources/audit.ts'
import { bulkRoutes } from './resources/bulk/routes.ts'
import { calendarFeedRoutes, calendarPaths, calendarTag } from './resources/calendar/feed.ts'
import { calendarRoutes } from './resources/calendar/routes.ts'
import { changeRoutes } from './resources/changes/routes.ts'
import { Watch } from './resources/changes/watch.ts'
import { clientKeyRoutes } from './resources/clients/keys.ts'
import { clientRoutes } from './resources/clients/routes.ts'
import { companyRoutes } from './resources/company.ts'
import { companyBackupRoutes } from './resources/company-backup.ts'
import { companyDeletionRoutes } from './resources/company-deletion.ts'
import { eventRoutes } from './resources/events.ts'
import { addressContentRoutes, addressPaths } from './resources/files/address-content.ts'
import { addressRoutes } from './resources/files/addresses.ts'
import { claimRoutes } from './resources/files/claim.ts'
import { contentRoutes } from './resources/files/content-routes.ts'
import { lockRoutes } from './resources/files/locks.ts'
import { fileListRoutes, fileRoutes } from './resources/files/routes.ts'
import { subscriberRoutes } from './resources/files/subscribers.ts'
import { fileTrashRoutes } from './resources/files/trash.ts'
import { tusOptions } from './resources/files/tus-headers.ts'
import { tusRoutes } from './resources/files/tus-routes.ts'
import { Unclaimed } from './resources/files/unclaimed.ts'
import { uploadRoutes } from './resources/files/upload-routes.ts'
import { folderRoutes } from './resources/folders/routes.ts'
import { folderTrashRoutes } from './resources/folders/trash.ts'
import { historyRoutes } from './resources/history.ts'
import { invitationRoutes } from './resources/invitations.ts'
import { memberRoutes } from './resources/members/routes.ts'
import { milestoneRoutes } from './resources/milestones.ts'
import { readNames } from './resources/names.ts'
import { reportRoutes } from './resources/reports/routes.ts'
import { roleRoutes } from './resources/roles.ts'
import { searchRoutes } from './resources/search/routes.ts'
import { sessionRoutes } from './resources/sessions.ts'
import { settingsRoutes } from './resources/settings.ts'
import { stageRoutes } from './resources/stages/routes.ts'
import { stepRoutes } from './resources/steps/routes.ts'
import { tagRoutes } from './resources/tags/routes.ts'
import { tasklistRoutes } from './resources/tasklists/routes.ts'
import { blockerRoutes } from './resources/tasks/blockers.ts'
import { taskChangeRoutes } from './resources/tasks/change.ts'
import { taskRoutes } from './resources/tasks/routes.ts'
import { taskStateRoutes } from './resources/tasks/states.ts'
import { taskTrashRoutes } from './resources/tasks/trash.ts'
import { timeRoutes } from './resources/times/routes.ts'
import { timeSummaryRoutes } from './resources/times/summary.ts'
import { timerRoutes } from './resources/times/timer.ts'
import { userSignInRoutes } from './resources/user-sign-in.ts'
import { userRoutes } from './resources/users.ts'
import { visibleIds } from './resources/visible-ids.ts'
import { workspaceGroupRoutes } from './resources/workspace-groups.ts'
import { placedWorkspaceRoutes } from './resources/workspaces/placed.ts'
import { workspaceRoutes } from './resources/workspaces/routes.ts'
import { workspaceStateRoutes } from './resources/workspaces/states.ts'
import { workspaceTrashRoutes } from './resources/workspaces/trash.ts'
import { oneTimeCodeRoutes } from './sign-in/one-time-code-routes.ts'
import { passwordRoutes } from './sign-in/password-routes.ts'
import { PasswordDesk } from './sign-in/passwords.ts'
import { People } from './sign-in/people.ts'
import { signInRoutes, signOutRoutes } from './sign-in/sign-in-routes.ts'
import { describeSsoCallback, ssoRoutes } from './sign-in/sso-routes.ts'
import { WebApi } from './sign-in/web-api.ts'
import { describeWeb, webTag } from './sign-in/web-description.ts'

interface AppDependencies {
  config: Config
  db: Database
  blobs: BlobStore
  secret: Uint8Array
  /** The number of this process on this machine, if there are several. */
  processNumber?: number
  /** Called with the kinds of records that a write changed, once it is durable. */
  onWritten?: (kinds: ReadonlySet<string>) => void
  /** Where the built web application is. */
  webFolder?: string
}

export interface App {
  server: FastifyInstance
  operations: readonly Operation[]
  description: OpenApiDocument
  /** Outgoing mail; a job retries what could not be sent at once. */
  outbox: Outbox
  /** New changes. `start` it where other processes write, too. */
  hub: Hub
  passwords: PasswordDesk
  /**
   * From now on requests are refused and `/readyz` fails; resolves when the ones in progress are answered.
   */
  unready: () => Promise<void>
  /** From now on `/readyz` fails, but requests are still answered. */
  drain: () => void
  /** From now on each connection closes after its next response. */
  leave: () => void
}

/** Everything that is mounted. Tests call this without a port. */
export function buildApp({
  config,
  db,
  blobs,
  secret,
  processNumber,
  onWritten,
  webFolder,
}: AppDependencies): App {
  const limits = { fileBytes: config.fileLimit, companyBytes: config.companyQuota }
  const unclaimed = new Unclaimed(config.unclaimed, config.fileLimit)
  const fileParts = { db, blobs, limits, unclaimed }
  const addressSeal = new Seal(secret, 'content addresses')
  const bearer = new Bearer(db)
  const gate = new Gate(bearer, openAllowances(db), config.rates)
  const guard = {
    admit: (request: FastifyRequest, reply: FastifyReply) => gate.admit(request, reply),
    countRefusal: (reply: FastifyReply, caller: string) => gate.countRefusal(reply, caller),
    limit: (request: FastifyRequest, reply: FastifyReply) =>
      gate.countAnonymous(request, reply, people.browsers.findAny(request)),
  }
  const { app, paths, unready, drain, leave } = buildServer(config, guard, processNumber)
  const outbox = new Outbox(db, new Seal(secret, 'mail'), openMailer(config), app.log)
  const passwords = new PasswordDesk()
  const people = new People({ db, config, secret, gate, bearer, passwords, outbox })
  const auth = { db, gate, authUrl: config.authUrl, authHosts: config.authHosts, bearer }
  const hub = new Hub(db)
  const readers = new Readers(config.streams)
  const watch = new Watch(db)
  // Otherwise the server would wait for requests that wait.
  app.addHook('preClose', async () => readers.leave())
  app.addHook('onClose', () => hub.stop())
  const api = new Api(app, {
    db,
    bodyLimits: { bytes: config.bodyLimit, seconds: config.bodyTimeout },
    pace: { idleSeconds: config.idleTimeout, bytesPerSecond: config.uploadRate },
    authenticate: (request, reply) => gate.admit(request, reply),
    recognize: (request) => gate.recognize(request),
    onWritten: (kinds) => {
      // "Refused at the next request": cached users, clients and companies must be read again.
      if (['user', 'client', 'clientKey', 'session', 'company'].some((kind) => kinds.has(kind)))
        bearer.forget()
      if (['user', 'client', 'clientKey', 'session', 'company'].some((kind) => kinds.has(kind)))
        void watch.check()
      if (kinds.has('invitation')) outbox.wake()
      onWritten?.(kinds)
    },
    site: {
      publicUrl: config.publicUrl,
      cursorKey: cursorKey(secret),
      readNames,
      visibleIds,
    },
  })

  companyRoutes(api, { seal: people.ssoSeal, privateAddresses: config.ssoPrivateAddresses }, limits)
  companyDeletionRoutes(api, limits)
  companyBackupRoutes(api, config.backups)
  userRoutes(api)
  settingsRoutes(api)
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
  folderRoutes(api)
  folderTrashRoutes(api)
  milestoneRoutes(api)
  eventRoutes(api)
  roleRoutes(api)
  tasklistRoutes(api)
  stageRoutes(api)
  taskRoutes(api)
  taskChangeRoutes(api)
  taskStateRoutes(api)
  taskTrashRoutes(api)
  blockerRoutes(api)
  stepRoutes(api)
  tagRoutes(api)
  timeRoutes(api)
  timeSummaryRoutes(api, db)
  timerRoutes(api)
  bulkRoutes(api)
  reportRoutes(api)
  searchRoutes(api)
  calendarRoutes(api)
  fileListRoutes(api)
  fileRoutes(api)
  fileTrashRoutes(api)
  claimRoutes(api)
  lockRoutes(api)
  contentRoutes(api, fileParts)
  addressRoutes(api, addressSeal)
  subscriberRoutes(api)
  uploadRoutes(api, fileParts)
  tusRoutes(api, fileParts)
  historyRoutes(api)
  paths.addOptionHeaders('/v1/files/uploads', tusOptions(config.fileLimit))
  clientRoutes(api, config)
  clientKeyRoutes(api, config)

  tokenRoutes(app, auth)
  tokenCareRoutes(app, auth)
  metadataRoutes(app, config)
  calendarFeedRoutes(app, { db, gate, inProgress: api.inProgress, publicUrl: config.publicUrl })

  addressContentRoutes(app, { ...fileParts, gate, inProgress: api.inProgress, seal: addressSeal })
  const web = new WebApi(app, people)
  setupRoutes(app, web)
  signInRoutes(web)
  oneTimeCodeRoutes(web)
  passwordRoutes(web)
  ssoRoutes(app, web)
  signOutRoutes(web)

  healthRoutes(app, db, config.backups, fingerprintOf(secret))
  webApplicationRoutes(app, paths, webFolder)
  problemRoutes(app)
  const site = { publicUrl: config.publicUrl, version }
  const openapi = describeApi(api.operations, site, {
    paths: (parts) => ({
      ...oauthPaths,
      ...calendarPaths,
      ...addressPaths,
      ...describeWeb(web.operations, parts),
      ...describeSsoCallback(parts),
    }),
    tags: [oauthTag, webTag, calendarTag],
  })
  explorerRoutes(app, () => ({ openapi, swagger: lowerToSwagger2(openapi) }))

  return {
    server: app,
    operations: api.operations,
    description: openapi,
    outbox,
    hub,
    passwords,
    // Streams end first: they would hold up the shutdown, and their readers continue elsewhere.
    unready: () => {
      readers.leave()
      return unready()
    },
    drain: () => {
      readers.leave()
      drain()
    },
    leave: () => {
      readers.leave()
      leave()
    },
  }
}
