import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ProblemCode, problem } from '../base/errors.ts'
import { demandUnpacked, hasBody, readBody } from '../http/body.ts'
import { parseJson } from '../http/json.ts'
import { type BodyRules, parseNew } from '../schema/body.ts'
import type { Field } from '../schema/fields/fields.ts'
import type { JsonSchema } from '../schema/json-schema.ts'
import type { Fields, Values } from '../schema/resource.ts'
import type { People } from './people.ts'
import { demandCsrfToken, demandSameSite } from './same-site.ts'
import { hasCodes } from './second-step.ts'
import type { SignedIn } from './sessions.ts'

const limits = { bytes: 16_384, seconds: 30 }

/**
 * The session that a method requires: none (`nothing`); one with the password entered (`started`); one that is
 * signed in but may still have to set up one-time codes (`done`); or one with every step done (`complete`).
 */
type SessionNeed = 'nothing' | 'started' | 'done' | 'complete'

/** The declaration of a method of the web application. The API description is generated from it. */
interface WebSpec<F extends Fields> {
  summary: string
  needs: string
  session: SessionNeed
  body?: F
  answer: { sentence: string; schema: JsonSchema } | 'nothing'
  problems?: readonly ProblemCode[]
}

export interface WebOperation extends WebSpec<Readonly<Record<string, Field<unknown>>>> {
  method: 'GET' | 'POST'
  path: string
}

interface WebAsk<F extends Fields> {
  request: FastifyRequest
  reply: FastifyReply
  body: Values<F, 'create' | 'write'>
}

type Handling<F extends Fields> = (ctx: WebAsk<F>) => Promise<object | undefined>
type HandlingSession<F extends Fields> = (
  ctx: WebAsk<F> & { signedIn: SignedIn },
) => Promise<object | undefined>

/** The step that is missing before a person is signed in. */
export type NextStep = 'oneTimeCode' | 'enrolment' | null

export async function nextStep(people: People, { session, user, company }: SignedIn): Promise<NextStep> {
  if (session.step === 'code') return 'oneTimeCode'
  const required = company.oneTimeCodesRequired && session.method !== 'Single sign-on'
  return required && !(await hasCodes(people.db, user)) ? 'enrolment' : null
}

/**
 * Mounts the sign-in methods: outside `/v1`, for pages of the same origin, with a cookie instead of a token.
 * Refuses requests from other sites before anything else.
 */
export class WebApi {
  readonly operations: WebOperation[] = []
  readonly people: People
  readonly #app: FastifyInstance

  constructor(app: FastifyInstance, people: People) {
    this.#app = app
    this.people = people
  }

  get(path: string, spec: WebSpec<Record<never, never>>, handler: Handling<Record<never, never>>): void {
    this.operations.push({ ...spec, method: 'GET', path })
    this.#app.get(path, async (request, reply) => send(reply, await handler({ request, reply, body: {} })))
  }

  /** Methods without a session. */
  post<const F extends Fields>(path: string, spec: WebSpec<F> & { body: F }, handler: Handling<F>): void {
    this.#mount(path, spec, handler)
  }

  /** Methods for people who have signed in, or started to. */
  postSignedIn<const F extends Fields = Record<never, never>>(
    path: string,
    spec: WebSpec<F>,
    handler: HandlingSession<F>,
  ): void {
    this.#mount(path, spec, async (ctx) => {
      const signedIn = await this.people.findSession(ctx.request)
      if (signedIn === undefined) throw notSignedIn()
      demandCsrfToken(ctx.request, this.people.csrfTokenOf(ctx.request) ?? '')
      await this.#demandStep(signedIn, spec.session)
      return handler({ ...ctx, signedIn })
    })
  }

  #mount<F extends Fields>(path: string, spec: WebSpec<F>, handler: Handling<F>): void {
    this.operations.push({ ...spec, method: 'POST', path })
    this.#app.post(path, async (request, reply) => {
      reply.header('cache-control', 'no-store')
      demandSameSite(request, this.people.config.publicUrl)
      const body = await readMembers(request, spec.body)
      return send(reply, await handler({ request, reply, body: body as Values<F, 'create' | 'write'> }))
    })
  }

  async #demandStep(signedIn: SignedIn, need: SessionNeed): Promise<void> {
    if (need === 'nothing' || need === 'started') return
    const next = await nextStep(this.people, signedIn)
    if (next === 'oneTimeCode')
      throw problem('step_required', 'Send your one-time code first: POST /auth/sign-in/code.')
    if (next === 'enrolment' && need === 'complete')
      throw problem('step_required', 'Your company requires one-time codes. Set them up first.')
  }
}

export function notSignedIn(): Error {
  return problem('not_signed_in', 'You are not signed in, or your session has ended.', {
    headers: { 'www-authenticate': 'Session realm="atrium"' },
  })
}

/** "Takes application/json" and nothing else: a form on another site cannot send that. */
async function readMembers(request: FastifyRequest, fields: Fields | undefined): Promise<object> {
  if (!hasBody(request.raw)) return parseNew(fields ?? {}, {}, rules)
  const type = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json')
    throw problem('unsupported_media_type', 'The body must be sent as application/json.')
  demandUnpacked(request.raw)
  const bytes = await readBody(request.raw, limits)
  return parseNew(fields ?? {}, bytes.length === 0 ? {} : parseJson(bytes), rules)
}

/** The caller is not known yet, so the method looks up ids itself. */
const rules: BodyRules = { lenient: false, lookUp: async (_kind, ids) => new Set(ids) }

function send(reply: FastifyReply, body: object | undefined): FastifyReply {
  reply.header('cache-control', 'no-store')
  if (reply.sent) return reply
  if (body === undefined) return reply.code(204).send()
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(body))
}
