import { useEffect } from 'react'
import { Loading } from '../parts/states.tsx'

/** The explorer is a page apart: whoever was on the way there before signing in goes on to it. */
export function LeaveForExplorer() {
  useEffect(() => window.location.replace('/explorer'), [])
  return <Loading />
}
