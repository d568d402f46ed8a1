import type { Actor } from '../base/actor.ts'
import { version } from '../base/version.ts'
import type { NumberedChange } from '../db/change-log/feed.ts'
import type { SignedRequest } from './send.ts'
import type { Signer } from './sign.ts'

/** The record of a change as an actor may see it now; undefined if they may not. */
export type ReadRecords = (actor: Actor, change: NumberedChange) => Promise<unknown>

/** Longer requests are sent without the record. */
const mostBytes = 65_536

export interface Payload {
  type: string
  timestamp: string
  data: Readonly<Record<string, unknown>>
}

/** The body of a request: the item of `GET /v1/changes`, and the record if the webhook is set to send it. */
export async function payloadOf(
  { type, createdAt: timestamp }: NumberedChange,
  item: Readonly<Record<string, unknown>>,
  readRecord: (() => Promise<unknown>) | undefined,
): Promise<Payload> {
  if (readRecord === undefined) return { type, timestamp, data: item }
  const data = { ...item, record: (await readRecord()) ?? null }
  if (Buffer.byteLength(JSON.stringify(data)) <= mostBytes) return { type, timestamp, data }
  return { type, timestamp, data: { ...item, record: null, truncated: true } }
}

interface RequestParts {
  url: string
  id: string
  payload: Payload
  position: string
  attempt: number
  signer: Signer
  /** Milliseconds. */
  now: number
}

export function buildRequest({
  url,
  id,
  payload,
  position,
  attempt,
  signer,
  now,
}: RequestParts): SignedRequest {
  const body = JSON.stringify(payload)
  return {
    url,
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': `Atrium/${version}`,
      ...(position !== '' && { 'atrium-position': position }),
      'atrium-attempt': String(attempt),
      ...signer.headers(id, body, now),
    },
  }
}
