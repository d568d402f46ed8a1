import { invalid, problem } from '../base/errors.ts'
import { findRow, type RecordChanges } from '../db/records.ts'
import { type Author, type Write, write } from '../db/write.ts'
import { linkMail } from '../mail/link-mail.ts'
import { foldText } from '../query/fields.ts'
import { optional } from '../schema/fields/fields.ts'
import { email, name, timeZone } from '../schema/fields/text.ts'
import { type UserRow, user } from '../schema/records/user.ts'
import { closeLink, findLink, makeLink } from './links.ts'
import { passwordFault } from './passwords.ts'
import type { People } from './people.ts'
import { newPassword, presentOpened, secretText, sessionState } from './session-state.ts'
import { findByEmail, noteFailure } from './sign-in-routes.ts'
import {
  demandPatience,
  forgive,
  secondsToWait,
  throttleKey,
  triedAccount,
  triedAddress,
  unblock,
} from './throttle.ts'
import type { WebApi } from './web-api.ts'

const state = { sentence: 'The current session.', schema: sessionState }
const token = secretText('The part of the link after the `#`.', 128)

/** Refuses a weak password. */
export function demandGoodPassword(
  password: string,
  { email: address, fullName }: Pick<UserRow, 'email' | 'fullName'>,
  companyName: string,
): void {
  const fault = passwordFault(password, [address, fullName, companyName])
  if (fault !== undefined) throw invalid([{ pointer: '/password', detail: fault }])
}

/** Stores a password. The caller ends the person's sessions with `letIn`. */
async function setPassword(
  tx: Write,
  before: UserRow,
  changes: RecordChanges<typeof user>,
): Promise<UserRow> {
  const { row, fields, previous } = await tx.update(user, before, changes)
  tx.log({ verb: 'passwordChanged', kind: 'user', recordId: row.id })
  const named = fields.filter((field) => field !== 'passwordHash')
  if (named.length > 0) tx.log({ verb: 'updated', kind: 'user', recordId: row.id, fields: named, previous })
  return row
}

export function passwordRoutes(web: WebApi): void {
  const { people } = web
  const { db } = people

  web.post(
    '/auth/invitations',
    {
      summary: 'Shows whom a link is for: an invitation, or a new password.',
      needs: 'Anyone who has the link.',
      session: 'nothing',
      body: { token },
      answer: {
        sentence: 'What the link is for.',
        schema: {
          type: 'object',
          additionalProperties: false,
          required: ['purpose', 'email', 'fullName', 'companyName', 'expiresAt'],
          properties: {
            purpose: { type: 'string', enum: ['Invitation', 'Password reset'] },
            email: { type: 'string', description: 'The address of the person.' },
            fullName: { type: 'string', description: 'The name of the person.' },
            companyName: { type: 'string', description: 'The company they belong to.' },
            expiresAt: { type: 'string', format: 'date-time' },
          },
        },
      },
      problems: ['not_found', 'link_gone'],
    },
    async ({ request, reply, body }) => {
      const { invitation, user } = await linkOf(people, request, reply, body.token)
      const { companyName } = await companyOf(people, user)
      const { purpose, email: address, expiresAt } = invitation
      return { purpose, email: address, fullName: user.fullName, companyName, expiresAt }
    },
  )

  web.post(
    '/auth/invitations/accept',
    {
      summary: 'Uses a link: sets the password and signs in. The person’s other sessions end.',
      needs: 'Anyone who has the link.',
      session: 'nothing',
      body: {
        token,
        ...newPassword,
        fullName: optional(
          name('The person’s name, if they want to change it.', {
            required: false,
            example: 'Ada Lovelace',
          }),
        ),
        timeZone: optional(timeZone('The person’s time zone, if known.')),
      },
      answer: state,
      problems: ['not_found', 'link_gone'],
    },
    async ({ request, reply, body }) => {
      const { user } = await linkOf(people, request, reply, body.token)
      const { companyName } = await companyOf(people, user)
      demandGoodPassword(body.password, { ...user, fullName: body.fullName ?? user.fullName }, companyName)
      const passwordHash = await people.passwords.hash(body.password)
      const opened = await write(db, people.authorOf(request, user), async (tx) => {
        // If two requests use the link concurrently, the second finds it used.
        const { invitation, user: now } = await findLink(tx, body.token)
        await closeLink(tx, invitation.companyNo, invitation.id, 'Accepted')
        const row = await setPassword(tx, now, {
          passwordHash,
          ...(body.fullName !== null && {
            fullName: body.fullName,
            fullNameKey: foldText(body.fullName),
          }),
          ...(body.timeZone !== null && { timeZone: body.timeZone }),
        })
        await forgive(tx, triedAccount(row.email))
        return people.letIn(tx, request, row, invitation.purpose, { everywhere: true })
      })
      unblock(db, triedAccount(opened.user.email))
      people.setCookies(reply, opened)
      return presentOpened(people, opened)
    },
  )

  web.post(
    '/auth/password-resets',
    {
      summary:
        'Mails a link for choosing a new password, if the address belongs to someone. The response does not reveal whether it does.',
      needs: 'Anyone, if the installation sends mail.',
      session: 'nothing',
      body: { email: email('The email address that the person signs in with.') },
      answer: 'nothing',
      problems: ['conflict'],
    },
    async ({ request, body }) => {
      if (!people.outbox.sends)
        throw problem('conflict', 'This installation does not send mail. Ask an administrator for a link.')
      await demandPatience(db, triedAddress('mailer', request.ip))
      const { log, id: requestId, ip: address } = request
      // Respond before any lookup, so that timing does not reveal whether the address is known.
      setImmediate(() => {
        mailReset(people, body.email, { requestId, address }).catch((error: unknown) =>
          log.error({ err: error }, 'Could not create a password reset link.'),
        )
      })
      return undefined
    },
  )

  web.postSignedIn(
    '/auth/password',
    {
      summary: 'Changes your own password. Your other sessions end.',
      needs: 'Anyone who has signed in and knows the current password.',
      session: 'done',
      body: { currentPassword: secretText('The current password.'), ...newPassword },
      answer: state,
      problems: ['sign_in_failed', 'conflict'],
    },
    async ({ request, reply, body, signedIn: { user, session, company } }) => {
      await demandPassword(people, request, user, body.currentPassword)
      demandGoodPassword(body.password, user, company.companyName)
      const passwordHash = await people.passwords.hash(body.password)
      const opened = await write(db, people.authorOf(request, user), async (tx) => {
        const now = await findRow(tx, 'users', user.companyNo, user.id)
        if (now === undefined) throw problem('conflict', 'The person no longer exists.')
        const row = await setPassword(tx, now, { passwordHash })
        return people.letIn(tx, request, row, session.method, { past: true, everywhere: true })
      })
      people.setCookies(reply, opened)
      return presentOpened(people, opened)
    },
  )
}

/** Changes to one's own account require the password again, if the person has one. */
export async function demandPassword(
  people: People,
  request: Parameters<People['authorOf']>[0],
  user: UserRow,
  password: string,
): Promise<void> {
  const tried = triedAccount(user.email)
  await demandPatience(people.db, tried)
  if (await people.passwords.verify(user.passwordHash, password)) {
    await people.db.transaction((tx) => forgive(tx, tried))
    unblock(people.db, tried)
    return
  }
  await noteFailure(people, request, user, throttleKey(tried), 'password')
  throw problem('sign_in_failed', 'The password is wrong.', {
    headers: { 'www-authenticate': 'Session realm="atrium"' },
  })
}

type Request = Parameters<People['authorOf']>[0]

/** Guessing links is throttled like guessing passwords. */
async function linkOf(
  people: People,
  request: Request,
  reply: Parameters<People['clearSession']>[0],
  secret: string,
): ReturnType<typeof findLink> {
  try {
    return await findLink(people.db, secret)
  } catch (error) {
    await people.gate.countFailure(reply, request.ip)
    throw error
  }
}

async function companyOf({ db }: People, { companyNo }: UserRow): Promise<{ companyName: string }> {
  return db.query
    .selectFrom('companies')
    .select('companyName')
    .where('companyNo', '=', companyNo)
    .executeTakeFirstOrThrow()
}

async function mailReset(
  people: People,
  address: string,
  from: { requestId: string; address: string },
): Promise<void> {
  const user = await findByEmail(people, address)
  if (user?.status !== 'Active') return
  // Limits how much mail a person can receive.
  if ((await secondsToWait(people.db, [{ what: 'mail', whose: user.id }])) > 0) return
  const { companyName } = await companyOf(people, user)
  const author: Author = { companyNo: user.companyNo, userId: null, clientId: undefined, ...from }
  await write(people.db, author, async (tx) => {
    const { row, link } = await makeLink(tx, { user, createdBy: null, mailed: true }, people.config)
    await people.outbox.add(tx, user.companyNo, linkMail(row, { fullName: user.fullName, companyName, link }))
  })
  people.outbox.wake()
}
