import { useSyncExternalStore } from 'react'
import { keepDraftsOf } from './drafts.ts'
import { Listeners } from './listeners.ts'
import { forgetNames } from './names.ts'
import type { AuthAnswers } from './types.ts'

/** Who is signed in, and which step of signing in is still missing. */
export type Session = AuthAnswers['GET /auth/session']

let session: Session | undefined
/** Whether the session ended without the person signing out. */
let ended = false
/** The person who signed in last. */
let person: string | undefined
const listeners = new Listeners()

export const csrfToken = (): string | undefined => session?.csrfToken ?? undefined

/** The id of the person who is signed in, or who was until the session ended. */
export const signedInPerson = (): string | undefined => person

export const hasEnded = (): boolean => ended

export function setSession(next: Session | undefined): void {
  if (next?.signedIn) ended = false
  if (next?.signedIn && next.next === null && next.user !== null && next.user.userHash !== person) {
    person = next.user.userHash
    keepDraftsOf(person)
    forgetNames()
  }
  session = next
  listeners.notify()
}

/** The session has ended. The application asks the person to sign in again, and returns to the current page. */
export function signedOut(): void {
  if (session?.signedIn) ended = true
  const { hasSingleSignOn = false } = session ?? {}
  setSession({
    ...{ signedIn: false, next: null, csrfToken: null, user: null },
    hasCompany: true,
    hasSingleSignOn,
  })
}

export function useSessionState(): Session | undefined {
  return useSyncExternalStore(listeners.subscribe, () => session)
}
