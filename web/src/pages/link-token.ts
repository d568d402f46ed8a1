import { useQuery } from '@tanstack/react-query'
import { auth } from '../api/client.ts'

/** The token behind the `#` of a link. Browsers do not send it, so it is in no log. */
export const tokenInAddress = (): string => window.location.hash.slice(1)

/** Reads what a link is for. */
export function useLink<M extends 'POST /auth/setup-links' | 'POST /auth/invitations'>(
  method: M,
  token: string,
) {
  return useQuery({
    queryKey: ['link', method, token],
    // A link without a token gets the same response as a damaged one.
    queryFn: () => auth(method, { token: token === '' ? '-' : token }),
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
}
