import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type AuthBody, type AuthPath, auth, forgetAccessToken } from './client.ts'
import { type Session, setSession, useSessionState } from './session-state.ts'

const queryKey = ['session']

/** Who is signed in with this browser, if anybody; undefined until it is known. */
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

/** What is done once somebody has come in, or has come a step further. */
export function useArrive(): (session: Session) => void {
  const client = useQueryClient()
  return (session) => {
    forgetAccessToken()
    // What was kept for somebody else is not shown to them. The link that they came by is used up.
    client.removeQueries({ predicate: ({ queryKey: [kind] }) => kind !== 'session' && kind !== 'link' })
    client.setQueryData(queryKey, session)
    setSession(session)
  }
}

/** A method by which people get in, as a form uses it. */
export function useAuth<P extends AuthPath>(path: P) {
  return useMutation({ mutationFn: (body: AuthBody) => auth(`POST ${path}`, body) })
}

export function useSignOut() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => auth('POST /auth/sign-out'),
    onSuccess: () => {
      forgetAccessToken()
      setSession(undefined)
      client.clear()
      window.location.assign('/sign-in')
    },
  })
}
