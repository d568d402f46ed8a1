import type { Socket } from 'node:net'
import { hostname } from 'node:os'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { callerId } from '../base/actor.ts'
import type { Config } from '../base/config.ts'
import { CountedProblem, type Problem, problem } from '../base/errors.ts'
import { newId } from '../base/ids.ts'
import { LogOutput } from '../base/output.ts'
import { type RequestFact, topics } from '../observe/topics.ts'
import { addCommonHeaders, commonHeaders, routePath } from './common-headers.ts'
import { AnswersInProgress, endAfterUpgrade, isAfterUpgrade, limitReading, limitRest } from './connections.ts'
import { loggedError, loggedPath, withoutSecrets } from './log-redaction.ts'
import { KnownPaths } from './paths.ts'
import { problemBody, sendProblem } from './problem-reply.ts'
import { pathOf } from './query-string.ts'
import { demandShortHeaders } from './short-headers.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The event published for a request, if anybody listens. */
    fact: RequestFact | undefined
  }
}

type ServerConfig = Pick<
  Config,
  'publicUrl' | 'trustedProxies' | 'logLevel' | 'headersTimeout' | 'bodyTimeout' | 'idleTimeout'
>

/** An 8 KiB filter, percent-encoded, and a page position must fit. */
const maxHeaderSize = 65_536

/** Routes that identify their caller and count its requests and failures themselves. */
const countsItself = /^\/(v1|search|calendar|content)\//

/** Knows callers, and how often each may be refused. */
interface Guard {
  /** Throws unless the caller has a token. */
  admit: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
  /** Counts a refusal against the caller; throws 429 after too many. */
  countRefusal: (reply: FastifyReply, caller: string) => Promise<void>
  /** Throws if the address sends too many requests that need no token. */
  limit?: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
}

function noSchemas(): never {
  throw new Error('Routes do not use schemas here')
}

/**
 * The server without its methods: how requests arrive, how they are logged, and how errors are sent.
 */
export function buildServer(
  config: ServerConfig,
  guard: Guard,
  processNumber?: number,
): {
  app: FastifyInstance
  paths: KnownPaths
  unready: () => Promise<void>
  drain: () => void
  leave: () => void
} {
  let closing = false
  let draining = false
  let leaving = false
  const inProgress = new AnswersInProgress()
  const refused = new WeakSet<Socket>()
  const app = Fastify({
    logger: {
      level: config.logLevel,
      stream: new LogOutput(),
      // If several processes share a log, each line has the number of the one that wrote it.
      ...(processNumber !== undefined && {
        base: { pid: process.pid, hostname: hostname(), process: processNumber },
      }),
      formatters: { log: (fields) => withoutSecrets(fields) },
      serializers: { err: loggedError },
    },
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => newId(),
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    // Query parameters are parsed in `query-string.ts`: all of them, strictly.
    routerOptions: { querystringParser: () => ({}) },
    // An absolute request target names a host, which nothing here may be built from (RFC 9112, section
    // 3.2.2).
    rewriteUrl: ({ url = '/' }) => {
      // An existing client joins a base address that ends with a slash and a path that begins with one.
      if (url.startsWith('//v1/')) return url.slice(1)
      return url.startsWith('/')
        ? url
        : (/^https?:\/\/[^/?#]*(.*)/is.exec(url)?.[1] || url).replace(/^\?/, '/?')
    },
    // Validation and serialization are done in this folder; Fastify's compilers are not even loaded.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    keepAliveTimeout: config.idleTimeout * 1000,
    http: {
      maxHeaderSize,
      headersTimeout: config.headersTimeout * 1000,
      requestTimeout: 0,
      connectionsCheckingInterval: 1_000,
      // Handled here, with a problem.
      requireHostHeader: false,
    },
    clientErrorHandler: async (error, socket) => {
      if (refused.has(socket)) return
      refused.add(socket)
      await inProgress.whenNoMore(socket)
      refuseConnection(app, error, socket, config.publicUrl)
    },
    frameworkErrors: (error, request, reply) => {
      reply.headers({ ...commonHeaders(request.id, routePath(request), config), connection: 'close' })
      reply.raw.once('finish', () => logAnswer(request, reply))
      sendProblem(request, reply, error, config.publicUrl)
    },
  })
  app.decorateRequest('actor', undefined)
  app.decorateRequest('plainErrors', false)
  // Each route reads its own body.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  app.decorateRequest('fact', undefined)
  app.addHook('onRequest', (request, _reply, done) => {
    // No response may leave after the shutdown.
    if (!isAfterUpgrade(request.raw)) done()
  })
  app.addHook('onRequest', (request, reply, done) => {
    if (!topics.requestBegun.hasSubscribers) {
      done()
      return
    }
    const fact = factOf(request)
    request.fact = fact
    // Also if the client disconnected before the response.
    reply.raw.once('close', () =>
      topics.requestAnswered.publish(
        Object.assign(fact, { status: reply.statusCode, milliseconds: reply.elapsedTime }),
      ),
    )
    topics.requestBegun.publishAround(fact, done)
  })
  const paths = new KnownPaths(app)
  addCommonHeaders(app, config)
  app.addHook('onRequest', async (request, reply) => {
    if (closing || (draining && request.routeOptions.url === '/readyz'))
      throw problem('unavailable', 'The service is shutting down.', { headers: { 'retry-after': '5' } })
    demandShortHeaders(request.headers)
    // RFC 9112, section 3.2: exactly one Host header.
    if (request.raw.httpVersion === '1.1' && count(request.raw.rawHeaders, 'host') !== 1)
      throw problem('invalid_request', 'A request must have one Host header.')
    if (!request.is404 && !paths.isPassedBy(request)) {
      if (!countsItself.test(request.routeOptions.url ?? '')) await guard.limit?.(request, reply)
      return undefined
    }
    // "Everything under `/v1` and `/search`" needs a token, even paths that do not exist; a preflight has
    // none.
    if (request.method !== 'OPTIONS' && /^\/(v1|search)(\/|$)/.test(routePath(request)))
      await guard.admit(request, reply)
    else await guard.limit?.(request, reply)
    return paths.answer(request, reply)
  })
  app.setNotFoundHandler((request, reply) => paths.answer(request, reply))
  app.setErrorHandler(async (error, request, reply) => {
    const shown = await counted(guard, error, request, reply)
    return sendProblem(request, reply, shown, config.publicUrl)
  })
  app.addHook('onSend', async (_request, reply) => {
    if (closing || draining || leaving) reply.header('connection', 'close')
    limitReading(reply.raw, config.idleTimeout)
  })
  app.addHook('onResponse', async (request, reply) => {
    limitRest(request.raw, config.bodyTimeout)
    logAnswer(request, reply)
  })
  // Before anything waits: otherwise garbage in the same packet would get its response before the request is
  // tracked.
  app.server.prependListener('request', (request, response) => {
    if (!closing) inProgress.add(request, response)
    endAfterUpgrade(request, response)
  })
  // Unknown expectations are ignored.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  return {
    app,
    paths,
    drain: () => {
      draining = true
    },
    leave: () => {
      leaving = true
    },
    unready: () => {
      closing = true
      return inProgress.whenDone()
    },
  }
}

/** Counts an error that must not be repeated freely. Returns the error to send: itself, or a 429 after too many. */
async function counted(
  guard: Guard,
  error: unknown,
  { actor }: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  if (!(error instanceof CountedProblem) || actor === undefined) return error
  return guard.countRefusal(reply, callerId(actor)).then(
    () => error,
    (limit: unknown) => limit,
  )
}

/** The matched pattern, never the path, which holds ids. */
function factOf({ method, id: requestId, headers, is404, routeOptions }: FastifyRequest): RequestFact {
  return {
    method,
    route: is404 ? undefined : routeOptions.url,
    requestId,
    headers,
    status: 0,
    milliseconds: 0,
  }
}

/** How many times a header was sent; raw headers alternate names and values. */
function count(rawHeaders: readonly string[], header: string): number {
  let found = 0
  for (let n = 0; n < rawHeaders.length; n += 2) if (rawHeaders[n]?.toLowerCase() === header) found += 1
  return found
}

function logAnswer(request: FastifyRequest, reply: FastifyReply): void {
  // The path without its query, which may hold user input.
  const path = pathOf(request.raw)
  const { actor } = request
  request.log.info(
    {
      method: request.method,
      path: loggedPath(path, request.routeOptions?.url),
      status: reply.statusCode,
      milliseconds: Math.round(reply.elapsedTime * 10) / 10,
      // Of the caller, not of a trusted proxy.
      address: request.ip,
      ...(actor !== undefined && {
        companyId: actor.companyId,
        userId: actor.userId,
        clientId: actor.clientId,
      }),
    },
    'answered',
  )
}

/** Responds to an invalid HTTP request in the usual form and closes the connection. */
function refuseConnection(
  app: FastifyInstance,
  error: Error & { code?: string },
  socket: Socket,
  publicUrl: string,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const id = newId()
  const fault = refusalOf(error.code)
  const body = problemBody(fault, publicUrl, id)
  const headers = {
    ...commonHeaders(id, '', { publicUrl }),
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${fault.status} ${fault.title}\r\n${lines.join('')}\r\n${body}`, () =>
    socket.destroy(),
  )
  app.log.info({ requestId: id, status: fault.status, reason: error.code }, 'refused a connection')
}

function refusalOf(code: string | undefined): Problem {
  if (code === 'HPE_HEADER_OVERFLOW')
    return problem(
      'headers_too_large',
      `The address and the headers together may have at most ${maxHeaderSize} bytes.`,
    )
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return problem('request_timeout', 'The request headers did not arrive in time.')
  if (code === 'HPE_INVALID_EOF_STATE')
    return problem('invalid_request', 'The connection ended in the middle of a request.')
  return problem('invalid_request', 'This is not an HTTP request.')
}
