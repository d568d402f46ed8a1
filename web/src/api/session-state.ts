import { useSyncExternalStore } from 'react'

/** What is known of the session: who is signed in, and what they have still to do. */
export interface SessionState {
  csrfToken?: string
  signedIn: boolean
}

let state: SessionState | undefined
const listeners = new Set<() => void>()

export const csrfToken = (): string | undefined => state?.csrfToken

export function setSession(next: SessionState | undefined): void {
  state = next
  for (const listener of listeners) listener()
}

/** The service no longer knows the session: the page asks to sign in again, and comes back to where it was. */
export function signedOut(): void {
  setSession({ signedIn: false })
}

export function useSessionState(): SessionState | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => state,
  )
}
