import { Problem, type ProblemCode, problem } from '../../base/errors.ts'
import { attempt } from '../../db/savepoint.ts'
import type { Change, Write } from '../../db/write.ts'
import { type Answer, ok } from '../../http/answer.ts'
import type { Api } from '../../http/api.ts'
import type { WriteContext } from '../../http/context.ts'
import type { QueryParameter } from '../../http/operation.ts'
import type { JsonSchema } from '../../schema/json-schema.ts'
import { mostFaults } from '../../schema/pointer.ts'
import { withTimes } from '../times/attached-times.ts'
import { type BulkOperation, operations } from './operations.ts'

const schema: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['responses'],
  properties: {
    responses: {
      type: 'array',
      description: 'One for each operation, in the same order.',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['requestId', 'status', 'body'],
        properties: {
          requestId: { type: 'string', description: 'The `requestId` of the operation.' },
          status: { type: 'integer', description: 'The status of the equivalent single request.' },
          body: {
            type: ['string', 'null'],
            description: 'The id of the created record, or the error message, or null.',
          },
        },
      },
    },
  },
}

const atomic: QueryParameter = {
  sentence: '`true`: all or nothing. If one operation is refused, the whole request is.',
  schema: { type: 'boolean', default: false },
}

/** The problems that an operation may fail with. */
const problems: readonly ProblemCode[] = ['forbidden', 'not_found', 'archived', 'duplicate', 'conflict']

type Handler = (ctx: WriteContext<Record<string, string>>) => Promise<Answer>

interface Refusal {
  n: number
  operation: BulkOperation
  error: Problem
}

interface Work {
  all: readonly BulkOperation[]
  /** By method, or for a part of the record's path by that. */
  handlers: ReadonlyMap<string, Handler>
  /** The path parameter that identifies the record. */
  parameter: string
}

interface Outcome {
  responses: { requestId: string; status: number; body: string | null }[]
  changes: Change[]
  refusals: Refusal[]
}

/**
 * Runs the operations in order in one transaction, each like its single request. Most requests succeed, so the
 * first attempt uses one savepoint for everything; if an operation is refused, it rolls back and runs again
 * with a savepoint for each operation.
 */
async function carryOut(ctx: WriteContext, work: Work): Promise<Answer> {
  // No bulk operation changes workspaces, members or users, so lookups can be cached.
  const tx = { ...ctx.tx, lookups: ctx.tx.lookups ?? new Map<string, unknown>() }
  const { responses, changes, refusals } = await attempt(ctx.tx, () =>
    doEach(ctx, tx, work, { oneByOne: false }),
  ).catch((error: unknown) => {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    return doEach(ctx, tx, work, { oneByOne: true })
  })
  if (ctx.flag('atomic')) demandNone(refusals)
  for (const change of changes) ctx.tx.log(change)
  return { ...ok({ responses }), parts: responses.map(({ status }) => status) }
}

async function doEach(
  ctx: WriteContext,
  shared: Write,
  { all, handlers, parameter }: Work,
  { oneByOne }: { oneByOne: boolean },
): Promise<Outcome> {
  const outcome: Outcome = { responses: [], changes: [], refusals: [] }
  for (const [n, operation] of all.entries()) {
    const { requestId, method, id, path, body } = operation
    const handler = handlers.get(path ?? method)
    if (handler === undefined) throw new Error(`There is no ${path ?? method}`)
    const changes: Change[] = []
    const tx = { ...shared, log: (change: Change) => void changes.push(change) }
    const params: Record<string, string> = id === undefined ? {} : { [parameter]: id }
    const handle = (): Promise<Answer> => ctx.operation(tx, params, body).run(handler)
    try {
      const { status, createdId = null } = await (oneByOne ? attempt(tx, handle) : handle())
      outcome.changes.push(...changes)
      outcome.responses.push({ requestId, status, body: createdId })
    } catch (error) {
      if (!oneByOne || !(error instanceof Problem) || error.status >= 500) throw error
      outcome.refusals.push({ n, operation, error })
      outcome.responses.push({ requestId, status: error.status, body: error.message })
    }
  }
  return outcome
}

/**
 * "All or nothing": the request fails with the problem of the first refused operation and lists the others too.
 */
function demandNone(refusals: readonly Refusal[]): void {
  const [first] = refusals
  if (first === undefined) return
  const detail = `Nothing was changed, because the operation ${JSON.stringify(first.operation.requestId)} failed: ${first.error.message}`
  const faults = refusals.flatMap(({ n, error }) =>
    error.faults.length === 0
      ? [{ pointer: `/operations/${n}`, detail: error.message }]
      : error.faults.map((fault) => ({
          ...fault,
          pointer: `/operations/${n}/body${fault.pointer ?? ''}`,
        })),
  )
  throw problem(first.error.code, detail, { faults: faults.slice(0, mostFaults) })
}

/** The bulk endpoint of a collection. It uses the handlers of the single requests. */
function bulkRoute(
  api: Api,
  collection: string,
  parameter: string,
  noun: string,
  {
    query = {},
    paths = [],
    example,
  }: { query?: Readonly<Record<string, QueryParameter>>; paths?: readonly string[]; example: object },
): void {
  const record = `${collection}/:${parameter}`
  const handlers = new Map([
    ['POST', api.handlerOf('POST', collection)],
    ['PUT', api.handlerOf('PUT', record)],
    ['DELETE', api.handlerOf('DELETE', record)],
    ...paths.map((path) => [path, api.handlerOf('PUT', `${record}/${path}`)] as const),
  ])
  const members = { operations: operations([{ requestId: '1', method: 'POST', body: example }], paths) }
  api.post(
    `${collection}/bulk`,
    {
      summary: `Creates, changes and deletes up to 1,000 ${noun} in one request, independently or all or nothing.`,
      needs: 'Each operation needs the permission of its single request.',
      query: { atomic, ...query },
      body: { members },
      answer: { ok: schema, sentence: 'The result of each operation.' },
      problems,
      heavy: true,
    },
    async (ctx) => carryOut(ctx, { all: (await ctx.members(members)).operations, handlers, parameter }),
  )
}

export function bulkRoutes(api: Api): void {
  bulkRoute(api, '/v1/tasks', 'taskId', 'tasks', {
    query: { withTimes },
    paths: ['place'],
    example: { title: 'Write the press release', workspaceId: '034xoOp7QM7UE5C1GyMpSt' },
  })
  bulkRoute(api, '/v1/times', 'timeId', 'time entries', {
    example: { date: '2026-03-02', minutes: 90, workspaceId: '034xoOp7QM7UE5C1GyMpSt' },
  })
}
