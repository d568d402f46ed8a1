import { useCallback } from 'react'
import { useLocation } from 'wouter'
import type { View } from './view-state.ts'

const isPhone = (): boolean => window.matchMedia('(max-width: 48em)').matches

/** Opens a task beside the view, or as a page on a phone; null closes it. */
export function useOpenTask(set: View['set']): (id: string | null) => void {
  const [, go] = useLocation()
  return useCallback(
    (id) => {
      if (id !== null && isPhone()) go(`/p/task/${id}`)
      else set({ open: id })
    },
    [go, set],
  )
}
