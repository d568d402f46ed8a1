import type { ReactNode } from 'react'
import { Link } from 'wouter'
import classes from './rail.module.css'

interface RailLinkProps {
  href: string
  label: string
  current: boolean
  /** How many things wait there. */
  count?: ReactNode
  children: ReactNode
}

export function RailLink({ href, label, current, count, children }: RailLinkProps) {
  return (
    <Link href={href} className={classes['link']} aria-current={current ? 'page' : undefined} title={label}>
      {children}
      <span>{label}</span>
      {count}
    </Link>
  )
}
