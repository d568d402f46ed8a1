import { useQuery } from '@tanstack/react-query'
import { api, auth } from './client.ts'
import { keepNames } from './names.ts'
import { ApiProblem } from './problem.ts'
import type { Timer } from './types.ts'

export const timerPath = '/v1/users/me/timer'

/** The running timer of the person who is signed in; null if none is running, undefined while it is loaded. */
export function useTimer(): Timer | null | undefined {
  return useQuery({
    queryKey: ['one', `${timerPath}?expand=names`],
    queryFn: async ({ signal }): Promise<Timer | null> => {
      // Without a timer the service returns a 404, which browsers show as an error.
      const { user } = await auth('GET /auth/session')
      if (user?.hasTimer !== true) return null
      try {
        const timer = await api<Timer & { names?: Record<string, string> }>(
          'GET',
          `${timerPath}?expand=names`,
          { signal },
        )
        keepNames(timer.names)
        return timer
      } catch (error) {
        if (error instanceof ApiProblem && error.status === 404) return null
        throw error
      }
    },
  }).data
}
