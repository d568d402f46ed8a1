import { type ReactNode, Suspense, useLayoutEffect } from 'react'
import { unsettle } from '../api/settled.ts'

interface UntilLoadedProps {
  fallback?: ReactNode
  children: ReactNode
}

/** Shows something else until code has loaded. React may replace it 0.3 s after that: the page settles with it. */
export function UntilLoaded({ fallback, children }: UntilLoadedProps) {
  return <Suspense fallback={<Fallback>{fallback}</Fallback>}>{children}</Suspense>
}

function Fallback({ children }: { children: ReactNode }) {
  useLayoutEffect(unsettle, [])
  return children
}
