import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

const milliseconds = 5_000

/** Refetches what the page shows every few seconds, because deliveries happen in the background. */
export function useFresh(): void {
  const client = useQueryClient()
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) void client.invalidateQueries()
    }, milliseconds)
    return () => clearInterval(timer)
  }, [client])
}
