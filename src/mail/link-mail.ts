import type { InvitationRow } from '../schema/records/invitation.ts'
import type { Mail } from './outbox.ts'

/** Mails with a link are plain text: they look the same everywhere and hide nothing. */
export function linkMail(
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
        ? `${companyName} has invited you. Open this link to choose a password and sign in:`
        : 'Open this link to choose a new password:',
      '',
      link,
      '',
      `The link works once, until ${until}.`,
      invited
        ? 'If you did not expect this, you can ignore this mail.'
        : 'If you did not ask for this, you can ignore this mail: your password stays the same.',
      '',
    ].join('\n'),
  }
}
