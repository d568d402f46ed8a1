import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { auth, forgetAccessToken } from './client.ts'
import { setSession } from './session-state.ts'

/** The answer of `GET /auth/session`. */
export interface Session {
  signedIn: boolean
  csrfToken?: string
  /** What has still to be done before one is in. */
  next?: 'oneTimeCode' | 'enrolment' | null
}

export function useSession() {
  return useQuery({
    queryKey: ['session'],
    queryFn: async () => {
      const session = await auth<Session>('GET', '/auth/session')
      setSession(session)
      return session
    },
    staleTime: 60_000,
  })
}

export function useSignOut() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => auth('POST', '/auth/sign-out'),
    onSettled: () => {
      forgetAccessToken()
      setSession(undefined)
      client.clear()
      window.location.assign('/sign-in')
    },
  })
}
