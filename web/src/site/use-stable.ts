import { useCallback, useLayoutEffect, useRef } from 'react'

/** A function that stays the same, so that memoized rows are not rendered again. It calls the latest one it was given. */
export function useStable<Given extends unknown[]>(
  call: (...given: Given) => void,
): (...given: Given) => void {
  const latest = useRef(call)
  useLayoutEffect(() => {
    latest.current = call
  })
  return useCallback((...given: Given) => latest.current(...given), [])
}
