import type { FastifyInstance } from 'fastify'
import { Bearer } from './auth/bearer.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import { Api } from './http/api.ts'
import { explorerRoutes } from './http/explorer.ts'
import { healthRoutes } from './http/health.ts'
import { describeApi } from './http/openapi.ts'
import type { Operation } from './http/operation.ts'
import { problemRoutes } from './http/problems-page.ts'
import { buildServer } from './http/server.ts'
import { lowerToSwagger2 } from './http/swagger2.ts'
import { cursorKey } from './query/cursor.ts'
import { companyRoutes } from './resources/company.ts'
import { memberRoutes } from './resources/members.ts'
import { taskRoutes } from './resources/tasks/routes.ts'
import { visibleTaskIds } from './resources/tasks/task.ts'
import { userRoutes, visibleUserIds } from './resources/users.ts'
import { visibleGroupIds, workspaceGroupRoutes } from './resources/workspace-groups.ts'
import { workspaceRoutes } from './resources/workspaces/routes.ts'
import { workspaceStateRoutes } from './resources/workspaces/states.ts'
import { visibleWorkspaceIds } from './resources/workspaces/workspace.ts'
import { version } from './version.ts'

export interface Parts {
  config: Config
  db: Database
  secret: Uint8Array
}

export interface App {
  server: FastifyInstance
  operations: readonly Operation[]
  /** From now on requests are refused and `/readyz` says so. */
  unready: () => void
}

/** All that is mounted, in one list. Tests call this without a port. */
export function buildApp({ config, db, secret }: Parts): App {
  const { app, state } = buildServer(config)
  const bearer = new Bearer(db)
  const api = new Api(app, {
    db,
    bodyLimits: { bytes: config.bodyLimit, seconds: config.bodyTimeout },
    authenticate: (request) => bearer.authenticate(request.headers.authorization, request.id),
    site: {
      publicUrl: config.publicUrl,
      cursorKey: cursorKey(secret),
      visibleIds: {
        user: visibleUserIds,
        workspaceGroup: visibleGroupIds,
        workspace: visibleWorkspaceIds,
        task: visibleTaskIds,
      },
    },
  })

  companyRoutes(api)
  userRoutes(api)
  workspaceGroupRoutes(api)
  workspaceRoutes(api)
  workspaceStateRoutes(api)
  memberRoutes(api)
  taskRoutes(api)

  healthRoutes(app, db)
  problemRoutes(app)
  const openapi = describeApi(api.operations, { publicUrl: config.publicUrl, version })
  explorerRoutes(app, () => ({ openapi, swagger: lowerToSwagger2(openapi) }))

  return {
    server: app,
    operations: api.operations,
    unready: () => {
      state.closing = true
    },
  }
}
