import { randomUUID } from 'node:crypto'
import type { Random } from '../../bench/random.ts'
import type { Organization } from '../../src/base/actor.ts'
import type { Engine } from '../../src/db/database.ts'
import type { OpenApiDocument } from '../../src/description/openapi/document.ts'
import { idPattern } from '../../src/schema/json-schema.ts'
import { contentRequest } from '../../test/support/content-requests.ts'
import type { Faults } from '../proof.ts'
import type { Service } from '../service.ts'
import type { Described } from '../subject/described.ts'
import { Judge } from '../subject/judge.ts'
import { readLog } from '../subject/log.ts'
import { processorTime } from '../subject/processor-time.ts'
import { none, Records } from '../subject/records.ts'
import type { Sample } from '../subject/sample.ts'
import { type Answer, type Sent, Wire } from '../subject/wire.ts'
import { methodCases, pathCases, queryCases } from './addresses.ts'
import { bodyCases, memberCases } from './bodies.ts'
import { type Case, json, rightCase, type Target } from './case.ts'
import { headerCases } from './headers.ts'
import { mustSucceed } from './right.ts'

/** Methods that are slow on purpose: they hash a password or generate a key. */
const unhurried = /^POST (\/auth\/|\/v1\/clients$|\/v1\/clients\/[^/]+\/keys$)/

const mostMilliseconds = 50

/**
 * How often a slow request is repeated, so that other load on the machine does not count. On SQLite one thread does all
 * the work, so its CPU time is more accurate than the clock; on PostgreSQL another process does, so the clock counts,
 * and the request is repeated more often.
 */
const triesForTime = { sqlite: 6, postgres: 10 }

interface Given {
  engine: Engine
  service: Service
  samples: Readonly<Record<Organization, Sample>>
  description: OpenApiDocument
  operations: readonly Described[]
  random: Random
  faults: Faults
}

/** Sends all wrong requests one after another, and checks every answer. */
export class Round {
  readonly wire: Wire
  readonly given: Given
  readonly #judge: Judge
  readonly #records: Readonly<Record<Organization, Records>>
  /** The requests, by the id that the service gave them. */
  readonly #sent = new Map<string, Sent>()
  /** Session headers, by the method that is called in the session. */
  readonly #sessions = new Map<string, Record<string, string>>()
  count = 0

  constructor(given: Given) {
    const { service, samples, description, operations } = given
    this.given = given
    this.wire = new Wire(service.port)
    this.#judge = new Judge(description)
    const recordsOf = ({ token }: Sample): Records => new Records(service.url, token, operations)
    this.#records = {
      workspaceGroups: recordsOf(samples.workspaceGroups),
      accounts: recordsOf(samples.accounts),
    }
  }

  /**
   * Methods under `/auth` are called by pages of a user who has signed in: each has its own session, because some end
   * it. They sign in before wrong passwords slow down everyone.
   */
  async signIn(): Promise<void> {
    const { operations } = this.given
    for (const { name, path } of operations)
      if (path.startsWith('/auth/')) this.#sessions.set(name, await this.#newSession())
  }

  async #newSession(): Promise<Record<string, string>> {
    const { email, password } = this.given.samples.workspaceGroups
    const headers = { ...json, origin: 'http://localhost' }
    const body = JSON.stringify({ email, password })
    const reply = await this.wire.send({ method: 'POST', target: '/auth/sign-in', headers, body })
    if (reply.status !== 200) throw new Error(`The sign-in answered ${reply.status}: ${reply.text}`)
    const cookie = [reply.headers['set-cookie'] ?? []].flat().map((each) => each.split(';')[0])
    return {
      origin: 'http://localhost',
      cookie: cookie.join('; '),
      'x-csrf-token': String(JSON.parse(reply.text).csrfToken),
    }
  }

  /** Sends a request and checks the answer. */
  async ask(
    sent: Sent & { what?: string },
    name = `${sent.method} ${sent.target.slice(0, 200)}`,
  ): Promise<Answer> {
    const { faults } = this.given
    const about = `${name}${sent.what === undefined ? '' : `, where ${sent.what}`}`
    this.count += 1
    let answer: Answer
    try {
      answer = await this.wire.send(sent)
    } catch (error) {
      faults.add(`${about}: no answer (${error instanceof Error ? error.message : error})`)
      return { status: 0, headers: {}, rawHeaders: [], text: '' }
    }
    this.#sent.set(String(answer.headers['x-request-id']), sent)
    for (const fault of this.#judge.faultsOf(sent, answer)) faults.add(`${about}: the answer ${fault}`)
    return answer
  }

  /** Runs every operation with this many requests per kind of fault; archiving comes late, deleting last. */
  async askAll(each: number, onProgress: (share: number) => void): Promise<void> {
    const { operations } = this.given
    const ordered = operations.toSorted((a, b) => harmOf(a) - harmOf(b))
    const taken = new Map<string, Set<string>>()
    for (const { path, method } of operations) taken.set(path, (taken.get(path) ?? new Set()).add(method))
    for (const [n, operation] of ordered.entries()) {
      const target = await this.targetOf(operation)
      if (operation.method !== 'DELETE' && target.target.includes(none))
        this.given.faults.add(`The sample has no record for ${operation.path}`)
      const ways = [
        memberCases(target),
        bodyCases(target),
        headerCases(target),
        queryCases(target),
        pathCases(target),
        methodCases(target, taken.get(operation.path) ?? new Set()),
      ]
      await this.#askRight(rightCase(target), operation)
      for (const cases of ways)
        for (const one of this.#some(cases, each)) await this.#askFresh(one, operation)
      onProgress((n + 1) / ordered.length)
    }
  }

  #some(cases: readonly Case[], count: number): readonly Case[] {
    if (cases.length <= count) return cases
    return Array.from({ length: count }, () => cases[this.given.random.below(cases.length)] as Case)
  }

  async #askRight(one: Case, operation: Described): Promise<void> {
    const { status, text } = await this.#askFresh(one, operation)
    if (status >= 400 && mustSucceed(operation))
      this.given.faults.add(`${operation.name}, where ${one.what}, answered ${status}: ${text}`)
  }

  async #askFresh(one: Case, operation: Described): Promise<Answer> {
    const answer = await this.ask(one, operation.name)
    const { status } = answer
    if (one.isWrong && status > 0 && status < 400)
      this.given.faults.add(`${operation.name}, where ${one.what}, is taken: ${status}`)
    // The next request cannot use a deleted record.
    if (status < 300 && (one.method === 'DELETE' || operation.path.endsWith('/archive')))
      for (const records of Object.values(this.#records)) records.forget()
    return answer
  }

  recordsFor({ path }: Pick<Described, 'path'>): Records {
    return this.#records[path.startsWith('/v1/accounts') ? 'accounts' : 'workspaceGroups']
  }

  authorizationFor({ path }: Pick<Described, 'path'>): Record<string, string> {
    const { samples } = this.given
    const { token } = samples[path.startsWith('/v1/accounts') ? 'accounts' : 'workspaceGroups']
    return { authorization: `Bearer ${token}` }
  }

  /** A valid request to an operation. */
  async targetOf(operation: Described): Promise<Target> {
    const { path, method, body } = operation
    const records = this.recordsFor(operation)
    const { body: content, headers } = contentRequest({ method: method as 'GET', path })
    const media = body['application/json']
    return {
      operation,
      target: await records.fill(path),
      headers: {
        ...(path.startsWith('/auth/')
          ? this.#sessions.get(operation.name)
          : this.authorizationFor(operation)),
        ...headers,
      },
      content,
      members: media === undefined ? undefined : await membersFor(operation, records),
      references: await this.#badReferences(),
    }
  }

  async #badReferences(): Promise<string[]> {
    const { workspaceGroups: own, accounts: theirs } = this.#records
    const [user, task, foreign] = await Promise.all([
      own.idOf('userHash'),
      own.idOf('taskId'),
      theirs.idOf('taskId'),
    ])
    return [
      '7',
      '""',
      '"x"',
      '{}',
      '"\\u0000"',
      ...[none, user, task, foreign].map((id) => JSON.stringify(id)),
    ]
  }

  /** Uses the times in the service's log: slow requests are repeated, and the best time counts. */
  async askSlowAgain(): Promise<{ slowest: number; again: number }> {
    const { engine, faults, service } = this.given
    let slowest = 0
    let again = 0
    for (const [id, took] of this.#times()) {
      const sent = this.#sent.get(id)
      if (sent === undefined || unhurried.test(`${sent.method} ${sent.target.split('?')[0]}`)) continue
      let best = took
      for (let n = 0; best > mostMilliseconds && n < triesForTime[engine]; n += 1) {
        const before = processorTime(service.pid).had
        const began = performance.now()
        await this.wire.send(sent)
        const wall = performance.now() - began
        again += 1
        const own = processorTime(service.pid).had - before
        best = Math.min(best, wall, engine === 'postgres' || Number.isNaN(own) ? wall : own)
      }
      slowest = Math.max(slowest, best)
      if (best > mostMilliseconds)
        faults.addSlow(
          `${sent.method} ${sent.target.slice(0, 100)} with ${sent.body?.length ?? 0} bytes takes ${best.toFixed(0)} ms`,
        )
    }
    return { slowest, again }
  }

  #times(): Map<string, number> {
    const lines = readLog(this.given.service).lines
    return new Map(lines.map(({ requestId = '', milliseconds = 0 }) => [requestId, milliseconds]))
  }
}

/** An archived record can only be read, and a deleted one not even that. */
function harmOf({ method, path }: Described): number {
  if (path.endsWith('/archive')) return 1
  return method === 'DELETE' ? 2 : 0
}

/** The required members, from the example in the description, with ids of existing records. */
async function membersFor(operation: Described, records: Records): Promise<Record<string, unknown>> {
  const { schema, example } = operation.body['application/json'] ?? { schema: {}, example: {} }
  const examples = { ...(example as Record<string, unknown>) }
  // A time entry needs its workspace or its task, but neither is required alone.
  const needed =
    operation.path === '/v1/times' ? [...(schema.required ?? []), 'workspaceId'] : schema.required
  const members: Record<string, unknown> = {}
  for (const name of needed ?? []) {
    const { pattern, items } = schema.properties?.[name] ?? {}
    if (pattern === idPattern) members[name] = await records.idOf(name)
    else if (items?.pattern === idPattern) members[name] = [await records.idOf(name)]
    else members[name] = unique[name]?.() ?? examples[name]
  }
  return members
}

/** Values that must be unique. */
const unique: Readonly<Record<string, () => string>> = {
  email: () => `${randomUUID()}@example.com`,
  tagName: () => randomUUID(),
  folderName: () => randomUUID(),
}
