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
import { explorerRoutes, once } from './description/explorer.ts'
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
import { NotificationMailer } from './jobs/notification-mail/mailer.ts'
import { PdfPages } from './jobs/previews/pages.ts'
import { openMailer } from './mail/mailer.ts'
import { Outbox } from './mail/outbox.ts'
import { cursorKey } from './query/cursor.ts'
import { calendarFeedRoutes, calendarPaths, calendarTag } from './resources/calendar/feed.ts'
import { Watch } from './resources/changes/watch.ts'
import { addressContentRoutes, addressPaths } from './resources/files/address-content.ts'
import { tusOptions } from './resources/files/tus-headers.ts'
import { Unclaimed } from './resources/files/unclaimed.ts'
import { namesOnPage, readNames } from './resources/names.ts'
import { unsubscribePaths, unsubscribeRoutes } from './resources/notifications/unsubscribe.ts'
import { resourceRoutes } from './resources/routes.ts'
import { visibleIds } from './resources/visible-ids.ts'
import { openWebhooks } from './resources/webhooks/open.ts'
import { oneTimeCodeRoutes } from './sign-in/one-time-code-routes.ts'
import { passwordRoutes } from './sign-in/password-routes.ts'
import { PasswordDesk } from './sign-in/passwords.ts'
import { People } from './sign-in/people.ts'
import { signInRoutes, signOutRoutes } from './sign-in/sign-in-routes.ts'
import { describeSsoCallback, ssoRoutes } from './sign-in/sso-routes.ts'
import { WebApi } from './sign-in/web-api.ts'
import { describeWeb, webTag } from './sign-in/web-description.ts'
import type { Dispatcher } from './webhooks/dispatcher.ts'

interface AppDependencies {
  config: Config
  db: Database
  blobs: BlobStore
  secret: Uint8Array
  /** The number of this process on this machine, if there are several. */
  processNumber?: number
  /** Called with the kinds of records that a write changed, once it is durable. */
  onWritten?: (kinds: ReadonlySet<string>) => void
  /** Called with the companies that have new changes. */
  onNews?: (companies: readonly number[]) => void
  /** Where the built web application is. */
  webFolder?: string
}

export interface App {
  server: FastifyInstance
  operations: readonly Operation[]
  description: OpenApiDocument
  /** Outgoing mail; a job retries what could not be sent. */
  outbox: Outbox
  notificationMailer: NotificationMailer
  /** New changes. `start` it where other processes write, too. */
  hub: Hub
  /** How many requests wait for changes. */
  countReaders: () => number
  dispatcher: Dispatcher
  passwords: PasswordDesk
  /**
   * From now on requests are refused and `/readyz` fails; resolves when those in progress are complete.
   */
  unready: () => Promise<void>
  /** From now on `/readyz` fails, but requests are still served. */
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
  onNews,
  webFolder,
}: AppDependencies): App {
  const limits = {
    fileBytes: config.fileLimit,
    zipBytes: config.zipLimit,
    companyBytes: config.companyQuota,
  }
  const unclaimed = new Unclaimed(config.unclaimed, config.fileLimit)
  const pages = new PdfPages(blobs)
  const fileParts = { db, blobs, limits, unclaimed, pages }
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
  const unsubscribeSeal = new Seal(secret, 'unsubscribe links')
  const { publicUrl } = config
  const notificationMailer = new NotificationMailer({ outbox, publicUrl, seal: unsubscribeSeal })
  const passwords = new PasswordDesk()
  const people = new People({ db, config, secret, gate, bearer, passwords, outbox })
  const auth = { db, gate, authUrl: config.authUrl, authHosts: config.authHosts, bearer }
  const { dispatcher, mount } = openWebhooks(config, { db, secret, outbox, log: app.log })
  const wake = (companies: readonly number[]): void => {
    dispatcher.wake(companies)
    onNews?.(companies)
  }
  const hub = new Hub(db, wake, app.log)
  const readers = new Readers(config.streams)
  const watch = new Watch(db)
  // Otherwise the server would wait for requests that wait.
  app.addHook('preClose', async () => readers.leave())
  app.addHook('onClose', () => dispatcher.stop())
  app.addHook('onClose', () => hub.stop())
  app.addHook('onClose', async () => pages.close())
  const api = new Api(app, {
    db,
    bodyLimits: { bytes: config.bodyLimit, seconds: config.bodyTimeout },
    pace: { idleSeconds: config.idleTimeout, bytesPerSecond: config.uploadRate },
    authenticate: (request, reply) => gate.admit(request, reply),
    recognize: (request) => gate.recognize(request),
    onWritten: (kinds, companyNo) => {
      // "Refused at the next request": cached users, clients and companies must be read again.
      if (['user', 'client', 'clientKey', 'session', 'company'].some((kind) => kinds.has(kind))) {
        bearer.forget()
        void watch.check()
      }
      if (kinds.has('invitation')) outbox.wake()
      if (kinds.has('webhook')) dispatcher.changed(companyNo)
      onWritten?.(kinds)
    },
    site: {
      publicUrl: config.publicUrl,
      cursorKey: cursorKey(secret),
      namesOnPage,
      readNames,
      visibleIds,
    },
  })

  resourceRoutes(api, {
    config,
    db,
    seal: people.ssoSeal,
    outbox,
    hub,
    readers,
    watch,
    fileParts,
    addressSeal,
  })
  paths.addOptionHeaders('/v1/files/uploads', tusOptions(config.fileLimit))
  const webhooks = mount(api)

  tokenRoutes(app, auth)
  tokenCareRoutes(app, auth)
  metadataRoutes(app, config)
  calendarFeedRoutes(app, { db, gate, inProgress: api.inProgress, publicUrl: config.publicUrl })

  addressContentRoutes(app, { ...fileParts, gate, inProgress: api.inProgress, seal: addressSeal })
  unsubscribeRoutes(app, { db, gate, seal: unsubscribeSeal })
  const web = new WebApi(app, people)
  setupRoutes(app, web)
  signInRoutes(web)
  oneTimeCodeRoutes(web)
  passwordRoutes(web)
  ssoRoutes(app, web)
  signOutRoutes(web)

  healthRoutes(app, db, config.backups, fingerprintOf(secret))
  webApplicationRoutes(app, paths, webFolder)
  problemRoutes(app, paths.fallback)
  const site = { publicUrl: config.publicUrl, version }
  // Built on first use: most processes never need it.
  const openapi = once(() =>
    describeApi(api.operations, site, {
      paths: (parts) => ({
        ...oauthPaths,
        ...calendarPaths,
        ...addressPaths,
        ...unsubscribePaths,
        ...describeWeb(web.operations, parts),
        ...describeSsoCallback(parts),
      }),
      tags: [oauthTag, webTag, calendarTag],
      webhooks,
    }),
  )
  explorerRoutes(app, () => ({ openapi: openapi(), swagger: lowerToSwagger2(openapi()) }))

  return {
    server: app,
    operations: api.operations,
    get description() {
      return openapi()
    },
    outbox,
    notificationMailer,
    hub,
    countReaders: () => readers.size,
    dispatcher,
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
