import { boolean, choice, type Field, moment, onlyNew, optionalMoment, readOnly } from '../fields/fields.ts'
import { reference } from '../fields/reference.ts'
import { email, rawText } from '../fields/text.ts'
import { type RowOf, resource } from '../resource.ts'

const invitationPurposes = ['Invitation', 'Password reset'] as const
export type InvitationPurpose = (typeof invitationPurposes)[number]

const invitationStatuses = ['Pending', 'Accepted', 'Revoked'] as const

/** Stored as `userId`. */
const userHash: Field<string, 'create', 'none'> = {
  ...onlyNew(reference('Who it is for.', 'user', { required: true })),
  storage: 'none',
}

export const invitation = resource(
  'invitation',
  'A link that lets one person choose a password, once: their first, or a new one.',
  {
    userHash,
    email: readOnly(email('The address of the person when it was created.')),
    purpose: readOnly(
      choice('`Invitation` for people without a password, `Password reset` for others.', invitationPurposes),
    ),
    status: readOnly(
      choice(
        '`Pending` until it is used or revoked. After `expiresAt` it cannot be used.',
        invitationStatuses,
      ),
    ),
    expiresAt: moment('Until when it can be used.'),
    acceptedAt: optionalMoment('When it was used.'),
    mailed: onlyNew(
      boolean('Whether to mail it to the person, if the installation sends mail.', { fallback: true }),
    ),
  },
  {
    table: 'invitations',
    list: {
      sort: ['email', 'expiresAt'],
      filter: ['userHash', 'email', 'purpose', 'status', 'expiresAt'],
      filterIndexes: ['userHash', 'externalId'],
    },
    hidden: {
      userId: { ...readOnly(reference('Who it is for.', 'user')), presentedAs: 'userHash' },
      hash: rawText('The hash of the token in the link.'),
    },
  },
)

export type InvitationRow = RowOf<typeof invitation>
