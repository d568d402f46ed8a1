import { companyPermissions } from '../../base/actor.ts'
import { ssoCreates } from '../../db/rows/people.ts'
import { workspaceRoles } from '../../db/rows/places.ts'
import {
  choice,
  id,
  integer,
  json,
  moment,
  nameText,
  optional,
  reference,
  text,
  textList,
  texts,
  truth,
} from '../columns.ts'
import { kind, oneOf, record, uniqueKey } from '../kind.ts'

const permissionNames: readonly string[] = companyPermissions
const clientStatuses = ['Active', 'Revoked'] as const

export const companies = kind('companies', {
  columns: {
    ...record,
    companyName: text({ pattern: /\S/ }),
    organization: choice(['accounts', 'workspaceGroups']),
    oneTimeCodesRequired: truth,
    ssoIssuer: optional(text({ max: 512 })),
    ssoClientId: optional(text()),
    ssoClientSecret: optional(text({ max: 1_024 })),
    ssoDomains: textList,
    ssoCreates: choice(ssoCreates),
    fileStatuses: optional(textList),
  },
})

export const users = kind('users', {
  columns: {
    ...record,
    email: text({ max: 254, pattern: /^[^\s@]+@[^\s@]+$/, folded: true }),
    fullName: nameText(),
    userType: choice(['Internal', 'External']),
    status: choice(['Active', 'Inactive']),
    permissions: json(
      (value) => texts(value) && value.every((each) => permissionNames.includes(each)),
      `a list of ${permissionNames.join(', ')}`,
    ),
    timeZone: text(),
    lastSeenAt: optional(moment),
    passwordHash: optional(text({ max: 512 })),
  },
  unique: [uniqueKey, oneOf('emailKey')],
})

/** There only where the archive was made with what people sign in by; then the seed is in the clear. */
export const oneTimeCodes = kind('oneTimeCodes', {
  key: ['userId'],
  columns: {
    userId: reference('users'),
    seed: text({ pattern: /^[\w-]{16,}$/ }),
    confirmedAt: optional(moment),
    lastStep: integer(0),
  },
})

export const recoveryCodes = kind('recoveryCodes', {
  key: ['userId', 'hash'],
  columns: { userId: reference('users'), hash: text() },
})

export const ssoIdentities = kind('ssoIdentities', {
  key: ['issuer', 'subject'],
  columns: {
    issuer: text({ max: 512, raw: true }),
    subject: text({ max: 4_096, raw: true }),
    userId: reference('users'),
    createdAt: moment,
  },
})

export const roles = kind('roles', {
  columns: { ...record, title: { ...choice(workspaceRoles), folded: true } },
  unique: [uniqueKey, oneOf('title')],
})

export const clients = kind('clients', {
  columns: {
    ...record,
    name: nameText(),
    actAs: reference('users'),
    compatibility: truth,
    status: choice(clientStatuses),
    lastUsedAt: optional(moment),
  },
  unique: [uniqueKey],
})

export const clientKeys = kind('clientKeys', {
  columns: {
    ...record,
    clientId: reference('clients'),
    publicKey: text({ max: 8_192, pattern: /^-----BEGIN PUBLIC KEY-----\n/ }),
    fingerprint: text(),
    status: choice(clientStatuses),
    lastUsedAt: optional(moment),
  },
})

/** What it tells of may be long gone. */
export const changes = kind<'changes', 'seq'>('changes', {
  columns: {
    id,
    createdAt: moment,
    type: text({ raw: true }),
    kind: text({ raw: true }),
    recordId: text({ raw: true }),
    workspaceId: optional(id),
    otherWorkspaceId: optional(id),
    userId: optional(id),
    clientId: optional(id),
    requestId: text({ raw: true }),
    address: optional(text({ raw: true })),
    fields: textList,
  },
  // Numbered anew by the feed of the installation.
  derive: () => ({ seq: null }),
})
