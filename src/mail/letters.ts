import type { InvitationRow } from '../schema/records/invitation.ts'
import type { Mail } from './outbox.ts'

/** The mail with a link, as plain text: it looks the same everywhere and hides nothing. */
export function linkLetter(
  { email, purpose, expiresAt }: InvitationRow,
  { fullName, companyName, link }: { fullName: string; companyName: string; link: string },
): Mail {
  const until = `${expiresAt.slice(0, 16).replace('T', ' ')} UTC`
  const invited = purpose === 'Invitation'
  return {
    to: email,
    subject: invited ? `Your invitation to ${companyName}` : `A new password for ${companyName}`,
    text: [
      `Hello ${fullName},`,
      '',
      invited
        ? `${companyName} has invited you. Open this link to choose a password and come in:`
        : 'Open this link to choose a new password:',
      '',
      link,
      '',
      `It works once, until ${until}.`,
      invited
        ? 'If you did not expect this, do nothing.'
        : 'If you did not ask for this, do nothing: your password stays as it is.',
      '',
    ].join('\n'),
  }
}
