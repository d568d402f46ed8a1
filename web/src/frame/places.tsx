import { IconBriefcase, IconChecklist, IconSettings } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { useMe } from '../api/me.ts'
import { texts } from '../texts/texts.ts'

export interface Place {
  href: string
  label: string
  icon: ComponentType<{ size?: number; stroke?: number }>
  /** At the foot of the rail. */
  foot?: boolean
}

/** Where the rail leads, for the person who is signed in. */
export function useRailPlaces(): Place[] {
  const { isAdmin } = useMe()
  return [
    { href: '/workspaces', label: texts.rail.workspaces, icon: IconBriefcase },
    { href: '/tasks', label: texts.rail.tasks, icon: IconChecklist },
    ...(isAdmin ? [{ href: '/setup', label: texts.rail.setup, icon: IconSettings, foot: true }] : []),
  ]
}
