import { startTransition, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { unsettle } from '../api/settled.ts'

/**
 * Follows a value after the browser has shown what else depends on it, for parts of a page that take long to render. A
 * key or a press that comes earlier renders them first, so that it meets them.
 */
export function useLater<T>(value: T, before: T): T {
  const [shown, setShown] = useState(before)
  useLayoutEffect(() => {
    if (shown === value) return undefined
    const end = unsettle()
    startTransition(() => setShown(value))
    const showNow = (): void => flushSync(() => setShown(value))
    window.addEventListener('keydown', showNow, true)
    window.addEventListener('pointerdown', showNow, true)
    return () => {
      end()
      window.removeEventListener('keydown', showNow, true)
      window.removeEventListener('pointerdown', showNow, true)
    }
  }, [value, shown])
  return shown
}
