import { useEffect, useState } from 'react'
import { ApiProblem } from '../api/problem.ts'

/** Whether the service rejected the request because of too many attempts. */
export function isThrottle(error: unknown): error is ApiProblem {
  return error instanceof ApiProblem && error.status === 429
}

/** Seconds until the request may be retried; 0 when it may be sent now. */
export function useWait(error: unknown): number {
  const [left, setLeft] = useState(0)
  useEffect(() => {
    const seconds = isThrottle(error) ? (error.retryAfter ?? 1) : 0
    const until = Date.now() + seconds * 1000
    const update = (): void => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000)))
    update()
    if (seconds === 0) return undefined
    const timer = setInterval(update, 250)
    return () => clearInterval(timer)
  }, [error])
  return left
}
