import {
  choice,
  computed,
  type Field,
  field,
  integer,
  mayBeGone,
  onlyNew,
  optional,
  optionalInteger,
  optionalMoment,
  readOnly,
  unfolded,
} from '../fields/fields.ts'
import { optionalReference, reference, references, texts } from '../fields/reference.ts'
import { name, notes, rawText } from '../fields/text.ts'
import { type RowOf, resource } from '../resource.ts'

const webhookStatuses = ['Active', 'Paused', 'Disabled'] as const
const statusReasons = ['paused', 'copied', 'ownerInactive', 'gone', 'failing'] as const
const deliveryStates = ['Pending', 'Delivered', 'Failed', 'Skipped'] as const

export type StatusReason = (typeof statusReasons)[number]
export type DeliveryState = (typeof deliveryStates)[number]

const count = (sentence: string) => computed(integer(sentence, 0, Number.MAX_SAFE_INTEGER))
const stored = (sentence: string) => readOnly(integer(sentence, 0, Number.MAX_SAFE_INTEGER))

/** Sealed; it never leaves the service. */
const sealedText = (sentence: string): Field<string, 'read', 'plain'> => ({
  ...rawText(sentence, { max: 20_000 }),
  secret: true,
})

export const webhook = resource(
  'webhook',
  'An address to which the service sends changes as they happen, signed as Standard Webhooks describes.',
  {
    name: name('What the webhook is for.', { example: 'Mirror to the data warehouse' }),
    url: unfolded(
      name(
        'Where changes are sent by POST: an https address on the public internet, or in a private network that the operator has allowed.',
        { max: 2_048, example: 'https://hooks.example.com/atrium' },
      ),
    ),
    types: texts(
      'The types of changes to send, such as `task.updated`, or `task.*` for all of a kind. Empty: all types.',
      { example: ['task.*', 'file.created'] },
    ),
    workspaceIds: mayBeGone(
      references(
        'Sends only changes in these workspaces, including moves into and out of them. Empty: all changes.',
        'workspace',
      ),
    ),
    fields: texts(
      'Sends an update only if one of these fields has changed. Changes without a list of fields, such as `task.created`, are always sent.',
      { example: ['status', 'dueDate'] },
    ),
    payload: choice(
      '`thin` sends the change; `record` also sends the record as it is when the request is sent, as far as the owner may see it.',
      ['thin', 'record'],
      { fallback: 'thin' },
    ),
    order: choice(
      'Which deliveries wait for each other: `record` sends the changes of one record in order, `all` sends everything in order, `none` sends everything as soon as possible.',
      ['record', 'all', 'none'],
      { fallback: 'record' },
    ),
    status: readOnly(
      choice(
        '`Paused` and `Disabled` webhooks send nothing, and continue where they stopped when they are resumed. A webhook is `Disabled` when its receiver responds with 410, or has not accepted anything for 120 hours.',
        webhookStatuses,
      ),
    ),
    statusReason: readOnly(
      optional(
        choice(
          'Why it is not `Active`: `paused` by a person, `copied` by a restore, move or import, `ownerInactive`, `gone` (the receiver asked to stop), or `failing` for 120 hours.',
          statusReasons,
        ),
      ),
    ),
    publicKey: readOnly(
      optional(
        unfolded(
          name(
            'The key (`whpk_…`) that verifies the `v1a` signature of each request; null after an import, until a new secret is created.',
            {
              example: 'whpk_HvPOSNL5nr6CqW0CfN1Nbfd3vXHiaaPrHLCXOo3LT4g=',
            },
          ),
        ),
      ),
    ),
    position: computed(
      unfolded(
        name('The position in `GET /v1/changes` up to which deliveries exist.', { example: 'k3Jq9xLm.4711' }),
      ),
    ),
    pending: count('The number of deliveries waiting to be sent; at most 2,000 are prepared at a time.'),
    failed: count('The number of failed deliveries that are still in the log.'),
    delivered: stored('The number of changes delivered so far.'),
    lastSuccessAt: optionalMoment('When the receiver last accepted a request.'),
    failingSince: optionalMoment('When requests began to fail; null if the last one succeeded.'),
    pausedUntil: optionalMoment('The receiver asked for a pause until then.'),
  },
  {
    table: 'webhooks',
    list: { sort: ['name'], filter: ['name', 'status'] },
    hidden: {
      clientId: mayBeGone(
        readOnly(optionalReference('The API client that created it, if one did.', 'client')),
      ),
      secrets: sealedText('The signing keys, sealed.'),
      seq: stored('The number of the last change for which deliveries exist.'),
      replayAfter: readOnly(
        optionalInteger('The number after which changes are sent again.', 0, Number.MAX_SAFE_INTEGER),
      ),
      replayUntil: readOnly(
        optionalInteger('The number of the last change to send again.', 0, Number.MAX_SAFE_INTEGER),
      ),
      replayTypes: readOnly(texts('The types of changes to send again; if empty, all types of the webhook.')),
      touchedAt: rawText(
        'When a caller last changed it or its deliveries, so that the sending process reloads it.',
      ),
    },
  },
)

export type WebhookRow = RowOf<typeof webhook>

/** One attempt to deliver a change. */
export interface Attempt {
  at: string
  status: number | null
  error: string | null
  milliseconds: number
}

const attempts = readOnly(
  field<Attempt[], 'json'>(
    'The attempts so far, oldest first.',
    {
      schema: {
        type: 'array',
        maxItems: 12,
        items: {
          type: 'object',
          additionalProperties: false,
          required: ['at', 'status', 'error', 'milliseconds'],
          properties: {
            at: { type: 'string', format: 'date-time' },
            status: {
              type: ['integer', 'null'],
              description: 'The status of the response, if there was one.',
            },
            error: { type: ['string', 'null'], description: 'Why the attempt failed, if it did.' },
            milliseconds: { type: 'integer' },
          },
        },
      },
      filterType: undefined,
      example: [
        { at: '2026-03-31T09:30:00.000Z', status: 503, error: 'The response was 503.', milliseconds: 87 },
      ],
      parse: () => [],
    },
    {},
    'json',
  ),
)

export const delivery = resource(
  'delivery',
  'A change on its way to a webhook. Deliveries stay in the log for 30 days.',
  {
    changeId: readOnly(unfolded(name('The id of the change, sent as `webhook-id` with every attempt.'))),
    type: readOnly(unfolded(name('The type of the change.', { example: 'task.updated' }))),
    recordId: readOnly(unfolded(name('The record that changed.'))),
    position: computed(unfolded(name('The position of the change.', { example: 'k3Jq9xLm.4711' }))),
    state: readOnly(
      choice(
        '`Pending` waits for its next attempt; `Delivered` got a 2xx response; `Failed` used up its 12 attempts; `Skipped` is not sent, because the owner may no longer see the change or skipped it.',
        deliveryStates,
      ),
    ),
    dueAt: optionalMoment('When the next attempt is due; null if there will be none.'),
    attempts,
    lastStatus: readOnly(optionalInteger('The status of the last response.', 100, 999)),
    lastError: readOnly(notes('Why the last attempt failed.', { max: 255, example: 'Connection refused.' })),
    response: readOnly(
      notes('The first 1,024 characters of the last response.', { max: 1_024, example: 'ok' }),
    ),
  },
  {
    table: 'deliveries',
    list: {
      sort: [],
      filter: ['state', 'type', 'recordId', 'changeId'],
      sortIndexes: [],
      filterIndexes: [],
    },
    hidden: {
      webhookId: onlyNew(reference('The webhook.', 'webhook')),
      seq: stored('The number of the change.'),
    },
  },
)

export type DeliveryRow = RowOf<typeof delivery>
