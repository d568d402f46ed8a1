import { useEffect } from 'react'
import { Loading } from '../parts/states.tsx'

/** Loads the current address from the service, which has another page there, such as the API explorer. */
export function LeaveApplication() {
  useEffect(() => window.location.reload(), [])
  return <Loading />
}
