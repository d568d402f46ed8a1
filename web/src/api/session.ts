import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type AuthBody, type AuthPath, auth, forgetAccessToken } from './client.ts'
import { forgetDrafts } from './drafts.ts'
import { forgetKeptUploads } from './kept-uploads.ts'
import { type Session, setSession, useSessionState } from './session-state.ts'
import { forgetRecords } from './store.ts'
import { forgetActs } from './undo.ts'

const queryKey = ['session']

/** The session of this browser; undefined until it is loaded. */
export function useSession() {
  const session = useSessionState()
  const { error, refetch } = useQuery({
    queryKey,
    queryFn: async () => {
      const found = await auth('GET /auth/session')
      setSession(found)
      return found
    },
    staleTime: 60_000,
  })
  return { session, error, refetch: () => void refetch() }
}

/** Stores the new session after a step of signing in. */
export function useArrive(): (session: Session) => void {
  const client = useQueryClient()
  return (session) => {
    forgetAccessToken()
    // Cached data may belong to another person. The link stays cached, because it cannot be read twice.
    forgetRecords()
    forgetActs()
    client.removeQueries({ predicate: ({ queryKey: [kind] }) => kind !== 'session' && kind !== 'link' })
    client.setQueryData(queryKey, session)
    setSession(session)
  }
}

/** A mutation for a method under `/auth`. */
export function useAuth<P extends AuthPath>(path: P) {
  return useMutation({ mutationFn: (body: AuthBody) => auth(`POST ${path}`, body) })
}

export function useSignOut() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => auth('POST /auth/sign-out'),
    onSuccess: async () => {
      forgetAccessToken()
      forgetDrafts()
      await forgetKeptUploads()
      setSession(undefined)
      client.clear()
      window.location.assign('/sign-in')
    },
  })
}
