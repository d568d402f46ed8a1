import type { NumberedChange } from '../../db/change-log/feed.ts'
import { changeTypeNames } from '../../db/change-log/types.ts'
import { formatPosition } from '../../feed/position.ts'
import { idPattern, type JsonSchema } from '../../schema/json-schema.ts'

/** A change as callers see it. */
interface ChangeItem {
  id: string
  position: string
  type: string
  kind: string
  recordId: string
  workspaceId: string | null
  otherWorkspaceId: string | null
  at: string
  userHash: string | null
  clientId: string | null
  requestId: string
  fields: string[]
  previous: Record<string, unknown>
}

export function presentChange(epoch: string, change: NumberedChange): ChangeItem {
  const { id, seq, type, kind, recordId, workspaceId, otherWorkspaceId, createdAt, userId, clientId } = change
  return {
    ...{ id, position: formatPosition({ epoch, seq }), type, kind, recordId, workspaceId, otherWorkspaceId },
    ...{ at: createdAt, userHash: userId, clientId, requestId: change.requestId },
    fields: JSON.parse(change.fields),
    previous: JSON.parse(change.previous ?? '{}'),
  }
}

const optionalId: JsonSchema = { type: ['string', 'null'], pattern: idPattern }

export const itemSchema: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: [
    ...['id', 'position', 'type', 'kind', 'recordId', 'workspaceId', 'otherWorkspaceId', 'at', 'userHash'],
    ...['clientId', 'requestId', 'fields', 'previous'],
  ],
  properties: {
    id: { type: 'string', pattern: idPattern, description: 'The id of the change.' },
    position: {
      type: 'string',
      description: 'The position after this change, to continue from.',
      examples: ['k3Vw9xQa.1042'],
    },
    type: {
      type: 'string',
      description: 'The kind of the record and what happened to it.',
      examples: changeTypeNames.filter((name) => name === 'task.updated'),
    },
    kind: { type: 'string', description: 'The kind of the record.' },
    recordId: { type: 'string', description: 'The id of the record; for a member, of the person.' },
    workspaceId: {
      ...optionalId,
      description: 'The workspace of the record; null if there is none, or you do not see it.',
    },
    otherWorkspaceId: {
      ...optionalId,
      description: 'For a move: the workspace that the record came from; null if you do not see it.',
    },
    at: { type: 'string', format: 'date-time', description: 'When it happened, by the clock of the host.' },
    userHash: { ...optionalId, description: 'Who did it; null if it was the service.' },
    clientId: { ...optionalId, description: 'The API client that acted for them, if any.' },
    requestId: { type: 'string', description: 'The id of the request.' },
    fields: { type: 'array', items: { type: 'string' }, description: 'The fields that changed.' },
    previous: {
      type: 'object',
      description:
        'The values of those fields before the change. A value of more than 1,024 characters of JSON is `{"omitted": <length>}`.',
    },
    record: {
      type: ['object', 'null'],
      description: 'With `include=record`: the record as you see it now; null if you do not, or it is gone.',
    },
  },
}
