import fastify, { type FastifyInstance } from 'fastify'
import { sendProblem } from '../../src/http/problem-reply.ts'
import { site } from './sample-operations.ts'

/** An app with our error responses and nothing mounted: these pages need neither a token nor a database. */
export function publicApp(): FastifyInstance {
  const app = fastify()
  app.setErrorHandler((error, request, reply) => sendProblem(request, reply, error, site.publicUrl))
  return app
}
