import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type { Config } from '../config.ts'
import { type Problem, problem } from '../errors.ts'
import { stamp } from '../ids.ts'
import { addCommonHeaders } from './common-headers.ts'
import { KnownPaths } from './paths.ts'
import { problemBody, sendProblem } from './problem-reply.ts'

export type ServerConfig = Pick<
  Config,
  'publicUrl' | 'trustedProxies' | 'logLevel' | 'headersTimeout' | 'idleTimeout'
>

/** A filter of 8 KiB, percent-encoded, and a page position must fit. */
const maxHeaderSize = 65_536

/** Secrets never reach the log, whatever is logged. */
const redacted = [
  'authorization',
  'cookie',
  'password',
  'passwordHash',
  'private_key',
  'access_token',
  'assertion',
  'secret',
]

/** The server without its methods: how requests arrive, how they are logged, and how errors leave. */
export function buildServer(config: ServerConfig): { app: FastifyInstance; state: { closing: boolean } } {
  const state = { closing: false }
  const app = Fastify({
    logger: {
      level: config.logLevel,
      redact: {
        paths: redacted.flatMap((name) => [name, `*.${name}`, `*.*.${name}`, `*.headers.${name}`]),
        censor: '[redacted]',
      },
    },
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => stamp().id,
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    // Parameters are read by ourselves: all of them, strictly.
    routerOptions: { querystringParser: () => ({}) },
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    connectionTimeout: config.idleTimeout * 1000,
    keepAliveTimeout: config.idleTimeout * 1000,
    http: {
      maxHeaderSize,
      headersTimeout: config.headersTimeout * 1000,
      requestTimeout: 0,
      connectionsCheckingInterval: 1_000,
    },
    clientErrorHandler: (error, socket) => refuseConnection(error, socket, config.publicUrl),
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id)
      sendProblem(request, reply, error, config.publicUrl)
    },
  })
  app.decorateRequest('actor', undefined)
  // Bodies are read by whoever wants them.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  const paths = new KnownPaths(app)
  addCommonHeaders(app, config)
  app.addHook('onRequest', async (request, reply) => {
    if (state.closing)
      throw problem('unavailable', 'The service is shutting down.', {
        headers: { 'retry-after': '5', connection: 'close' },
      })
    if (request.is404) return paths.answer(request, reply)
    return undefined
  })
  app.setNotFoundHandler((request, reply) => paths.answer(request, reply))
  app.setErrorHandler((error, request, reply) => sendProblem(request, reply, error, config.publicUrl))
  app.addHook('onResponse', async (request, reply) => {
    // The path without its query, which may hold what people typed.
    const [path] = (request.raw.url ?? '').split('?')
    const { actor } = request
    request.log.info(
      {
        method: request.method,
        path,
        status: reply.statusCode,
        milliseconds: Math.round(reply.elapsedTime * 10) / 10,
        ...(actor !== undefined && {
          companyId: actor.companyId,
          userId: actor.userId,
          clientId: actor.clientId,
        }),
      },
      'answered',
    )
  })
  return { app, state }
}

/** What is not even a request is answered in our form, and the connection closed. */
function refuseConnection(error: Error & { code?: string }, socket: Socket, publicUrl: string): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const { status, title, body } = refusalOf(error.code, publicUrl)
  socket.end(
    `HTTP/1.1 ${status} ${title}\r\nContent-Type: application/problem+json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}

function refusalOf(
  code: string | undefined,
  publicUrl: string,
): Pick<Problem, 'status' | 'title'> & { body: string } {
  const fault =
    code === 'HPE_HEADER_OVERFLOW'
      ? problem('headers_too_large', `The address and the headers may have ${maxHeaderSize} bytes in all.`)
      : code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? problem('request_timeout', 'The headers of the request did not arrive in time.')
        : problem('invalid_request', 'This is not an HTTP request.')
  return { status: fault.status, title: fault.title, body: problemBody(fault, publicUrl, stamp().id) }
}
