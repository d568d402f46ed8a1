import { useSyncExternalStore } from 'react'
import type { AuthAnswers } from './types.ts'

/** What is known of the session: who is signed in, and what they have still to do. */
export type Session = AuthAnswers['GET /auth/session']

let session: Session | undefined
/** Whether somebody was signed in here and is not any more, without having wished it. */
let ended = false
const listeners = new Set<() => void>()

export const csrfToken = (): string | undefined => session?.csrfToken ?? undefined

export const hasEnded = (): boolean => ended

export function setSession(next: Session | undefined): void {
  if (next?.signedIn) ended = false
  session = next
  for (const listener of listeners) listener()
}

/** The service no longer knows the session: the page asks to sign in again, and comes back to where it was. */
export function signedOut(): void {
  if (session?.signedIn) ended = true
  setSession({ signedIn: false, next: null, csrfToken: null, user: null, hasCompany: true })
}

export function useSessionState(): Session | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => session,
  )
}
