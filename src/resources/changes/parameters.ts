import { problem } from '../../base/errors.ts'
import { isId } from '../../base/ids.ts'
import { readEpoch, readNewest } from '../../db/change-log/feed.ts'
import { changeTypeNames } from '../../db/change-log/types.ts'
import type { Database } from '../../db/database.ts'
import { readPosition } from '../../feed/position.ts'
import type { Selection } from '../../feed/read.ts'
import type { ReadContext } from '../../http/context.ts'
import type { QueryParameter } from '../../http/operation.ts'
import { idPattern } from '../../schema/json-schema.ts'

/** Seconds; below the usual timeouts of proxies. */
const longestWait = 50
const most = { items: 500, withRecords: 100 }

export const changeParameters: Readonly<Record<string, QueryParameter>> = {
  after: {
    sentence:
      'A position from an earlier response; `start` for the first change (the default), `now` for the newest. Positions never expire.',
    schema: { type: 'string', maxLength: 40 },
    example: 'start',
  },
  limit: {
    sentence: `How many changes at most; up to ${most.withRecords} with \`include=record\`.`,
    schema: { type: 'integer', minimum: 1, maximum: most.items, default: 100 },
    example: 100,
  },
  wait: {
    sentence: 'If there are no changes yet, wait for one for this many seconds.',
    schema: { type: 'integer', minimum: 0, maximum: longestWait, default: 0 },
    example: 0,
  },
  types: {
    sentence: 'Only changes of these types, separated by commas; `task.*` is every type of a kind.',
    schema: { type: 'string', maxLength: 4_096 },
    example: 'task.*,file.updated',
  },
  workspaceId: {
    sentence: 'Only changes in this workspace, and moves out of it.',
    schema: { type: 'string', pattern: idPattern },
  },
  recordId: { sentence: 'Only changes of this record.', schema: { type: 'string', pattern: idPattern } },
  include: {
    sentence: '`record`: each change has its record as you see it now.',
    schema: { type: 'string', enum: ['record'] },
    example: 'record',
  },
  excludeOwn: {
    sentence: 'Leave out the changes that you made with the same API client, or without one.',
    schema: { type: 'boolean', default: false },
    example: true,
  },
}

export interface ChangeRequest {
  epoch: string
  after: number
  limit: number
  waitSeconds: number
  selection: Selection
  withRecords: boolean
}

const fault = (parameter: string, detail: string): Error =>
  problem('invalid_request', `The parameter ${parameter} ${detail}`, { faults: [{ parameter, detail }] })

/** The parameters of a request for changes. `lastEventId` wins over `after`. */
export async function readChangeRequest(
  ctx: ReadContext,
  db: Database,
  lastEventId: string | undefined,
): Promise<ChangeRequest> {
  const { companyNo, userId, clientId } = ctx.actor
  const include = ctx.parameter('include')
  if (include !== undefined && include !== 'record') throw fault('include', 'must be record.')
  const withRecords = include === 'record'
  const limit = readWhole(ctx, 'limit', 1, withRecords ? most.withRecords : most.items, 100)
  const waitSeconds = readWhole(ctx, 'wait', 0, longestWait, 0)
  const types = readTypes(ctx.parameter('types'))
  const selection = {
    types,
    workspaceId: readId(ctx, 'workspaceId'),
    recordId: readId(ctx, 'recordId'),
    exceptBy: ctx.flag('excludeOwn') ? { userId, clientId } : undefined,
  }
  const epoch = await readEpoch(db, companyNo)
  const after = await readAfter(ctx, db, epoch, lastEventId)
  return {
    epoch,
    after,
    limit: Math.min(limit, withRecords ? most.withRecords : limit),
    waitSeconds,
    selection,
    withRecords,
  }
}

async function readAfter(
  ctx: ReadContext,
  db: Database,
  epoch: string,
  lastEventId: string | undefined,
): Promise<number> {
  const after = lastEventId ?? ctx.parameter('after') ?? 'start'
  if (after === 'start') return 0
  const newest = await readNewest(db, ctx.actor.companyNo)
  if (after === 'now') return newest
  const parameter = lastEventId === undefined ? 'after' : 'Last-Event-ID'
  return readPosition(after, { epoch, seq: newest }, { parameter })
}

function readWhole(ctx: ReadContext, name: string, least: number, largest: number, fallback: number): number {
  const text = ctx.parameter(name)
  if (text === undefined) return Math.min(fallback, largest)
  const value = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= least && value <= largest))
    throw fault(name, `must be a whole number from ${least} to ${largest}.`)
  return value
}

function readId(ctx: ReadContext, name: string): string | undefined {
  const text = ctx.parameter(name)
  if (text !== undefined && !isId(text)) throw fault(name, 'must be an id.')
  return text
}

const known: ReadonlySet<string> = new Set(
  changeTypeNames.flatMap((name) => [name, `${name.split('.')[0]}.*`]),
)

function readTypes(text: string | undefined): Set<string> | undefined {
  if (text === undefined) return undefined
  const names = text.split(',').map((name) => name.trim())
  const unknown = names.find((name) => !known.has(name))
  if (unknown !== undefined)
    throw fault(
      'types',
      `names "${unknown.slice(0, 80)}", which is not a type of change. GET /v1/changeTypes lists them.`,
    )
  return new Set(names)
}
