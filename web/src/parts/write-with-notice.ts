import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type Method } from '../api/client.ts'
import { refreshAfterWrite } from '../api/refresh.ts'
import { useNotices } from './notices.tsx'

/** A write without a form. A notice reports the result, even if the component is gone by then. */
export function useWriteWithNotice<Given>(
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
    onSettled: (_result, _error, given) => refreshAfterWrite(client, request(given).path),
  })
}
