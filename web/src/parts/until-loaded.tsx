import { type ReactNode, Suspense, useLayoutEffect } from 'react'
import { unsettle } from '../api/settled.ts'

interface UntilLoadedProps {
  fallback?: ReactNode
  children: ReactNode
}

/** Shows a fallback until code has loaded. React may keep it for another 0.3 s: the page settles once it is replaced. */
export function UntilLoaded({ fallback, children }: UntilLoadedProps) {
  return <Suspense fallback={<Fallback>{fallback}</Fallback>}>{children}</Suspense>
}

function Fallback({ children }: { children: ReactNode }) {
  useLayoutEffect(unsettle, [])
  return children
}
