import type { Seal } from '../base/secret.ts'

/** The person whom a link unsubscribes. */
export interface Subscriber {
  companyNo: number
  userId: string
}

/** A link that unsubscribes a person without signing in. Only this installation can create or read it. */
export function sealUnsubscribeLink(
  seal: Seal,
  publicUrl: string,
  { companyNo, userId }: Subscriber,
): string {
  return `${publicUrl}/unsubscribe/${seal.seal(`${companyNo} ${userId}`)}`
}

/** Undefined if it is not the end of such a link. */
export function openUnsubscribeLink(seal: Seal, sealed: string): Subscriber | undefined {
  // Decoding ignores what is not base64url.
  if (Buffer.from(sealed, 'base64url').toString('base64url') !== sealed) return undefined
  const [companyNo, userId] = seal.open(sealed)?.split(' ') ?? []
  return userId === undefined ? undefined : { companyNo: Number(companyNo), userId }
}
