import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type Method } from '../api/client.ts'
import { useNotices } from './notices.tsx'

/** A change without a form: what comes of it is said in a corner, even when what asked for it is gone by then. */
export function useAct<Given>(
  request: (given: Given) => { method: Method; path: string; body?: unknown },
  said: (given: Given) => string,
) {
  const client = useQueryClient()
  const notices = useNotices()
  return useMutation({
    mutationFn: (given: Given) => {
      const { method, path, body } = request(given)
      return api<void>(method, path, { body })
    },
    onSuccess: (_, given) => notices.done(said(given)),
    onError: (error) => notices.failed(error),
    onSettled: () => client.invalidateQueries(),
  })
}
