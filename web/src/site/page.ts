import type { ComponentType } from 'react'
import type { RecordTypes } from '../api/records.ts'
import { unsettledUntil } from '../api/settled.ts'
import { loadWhenBack } from './load-when-back.ts'

export interface PageInfo {
  /** The address, as the router writes it: `/p/:kind/:id`. */
  path: string
  /** Who may open it: everybody, everybody who is signed in (the default), or company administrators. */
  access?: 'everybody' | 'people' | 'admins'
  /** What the navigation, the palette, the heading and the window call it. Pages of single records have none. */
  title?: string
  /** Pages of a section have their own navigation, and the main one shows the section's name. */
  section?: string
  /** The heading above it in the navigation of its section. */
  group?: string
  /** Where the main navigation shows it. */
  navigation?: 'main' | 'foot'
  /** Whether the bar of a phone has it; the others are in its menu. */
  onPhone?: true
  icon?: ComponentType<{ size?: number; stroke?: number }>
  /** The number of things that wait there, in the navigation. */
  count?: ComponentType
  /** The key that goes to it, after G. */
  shortcut?: string
  /** The kind of records that it lists; their own pages lead back to it. */
  lists?: keyof RecordTypes
}

export interface Page extends PageInfo {
  /** Undefined until its code is loaded. */
  component: () => ComponentType | undefined
  /** Loads its code, once. */
  load: () => Promise<void>
}

/** A page whose code is loaded when it is first opened. */
export function page<Name extends string>(
  info: PageInfo,
  name: Name,
  load: () => Promise<Record<Name, ComponentType>>,
): Page {
  let component: ComponentType | undefined
  let loading: Promise<void> | undefined
  const start = async (): Promise<void> => {
    const loaded = await unsettledUntil(load()).catch(() => loadWhenBack(load))
    component = loaded[name]
  }
  return {
    ...info,
    component: () => component,
    load() {
      loading ??= start()
      return loading
    },
  }
}

/** Whether the address names a single page, and not one for each record. */
export const isOnePage = ({ path }: PageInfo): boolean => !path.includes(':')
