import { useQuery } from '@tanstack/react-query'
import { auth } from '../api/client.ts'

/** What stands behind the `#` of a link: the browser keeps it to itself, so no log has it. */
export const tokenInAddress = (): string => window.location.hash.slice(1)

/** Asks what a link is for, before anything is typed. */
export function useLink<M extends 'POST /auth/setup-links' | 'POST /auth/invitations'>(
  method: M,
  token: string,
) {
  return useQuery({
    queryKey: ['link', method, token],
    // A link without its secret part is answered as one that is damaged.
    queryFn: () => auth(method, { token: token === '' ? '-' : token }),
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
}
