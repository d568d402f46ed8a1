import { publicKey } from '../fields/credentials.ts'
import {
  boolean,
  choice,
  computed,
  field,
  onlyNew,
  optionalMoment,
  readOnly,
  unfolded,
} from '../fields/fields.ts'
import { reference } from '../fields/reference.ts'
import { name } from '../fields/text.ts'
import { type RowOf, resource } from '../resource.ts'

const statuses = ['Active', 'Revoked'] as const

const fingerprint = 'SHA-256 of the public key, to tell keys apart.'

/** The keys of a client, shown with it. */
const keys = computed(
  field<never[]>(
    'The keys that the client signs with, oldest first.',
    {
      schema: {
        type: 'array',
        items: {
          type: 'object',
          additionalProperties: false,
          required: ['keyId', 'fingerprint', 'status', 'createdAt', 'lastUsedAt'],
          properties: {
            keyId: { type: 'string', description: 'The id of the key.' },
            fingerprint: { type: 'string', description: fingerprint },
            status: { type: 'string', enum: statuses },
            createdAt: { type: 'string', format: 'date-time' },
            lastUsedAt: { type: ['string', 'null'], format: 'date-time' },
          },
        },
      },
      filterType: undefined,
      example: [],
      parse: () => [],
    },
    {},
  ),
)

export const client = resource(
  'client',
  'An API client: a program that acts as one user, with exactly that user’s permissions.',
  {
    name: name('What the client is for.', { example: 'Nightly import' }),
    actAs: reference(
      'The user it acts as (a userHash), who must have the permissions to create workspaces and manage accounts.',
      'user',
      { required: true },
    ),
    compatibility: onlyNew(
      boolean(
        'For integrations written for the earlier service: bare ids and plain-text messages, unknown members ignored. Set when the client is created.',
        { fallback: false },
      ),
    ),
    keys,
    lastUsedAt: optionalMoment('When the client last got a token, to the minute.'),
    status: readOnly(choice('`Revoked` clients get no tokens any more.', statuses)),
  },
  { table: 'clients', list: { sort: ['name', 'lastUsedAt'], filter: ['name', 'lastUsedAt', 'status'] } },
)

export type ClientRow = RowOf<typeof client>

export const clientKey = resource(
  'clientKey',
  'A key that an API client signs with. The service stores only its public half.',
  {
    clientId: readOnly(reference('The client.', 'client')),
    fingerprint: readOnly(unfolded(name(fingerprint))),
    status: readOnly(choice('`Revoked` keys get no tokens any more.', statuses)),
    lastUsedAt: optionalMoment('When the key last got a token, to the minute.'),
  },
  {
    table: 'clientKeys',
    list: { sort: ['lastUsedAt'], filter: ['status'], sortIndexes: [], filterIndexes: ['clientId'] },
    hidden: {
      publicKey: publicKey('The public key: SPKI, as PEM.'),
    },
  },
)

export type ClientKeyRow = RowOf<typeof clientKey>
