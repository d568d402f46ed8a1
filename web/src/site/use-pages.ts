import { createContext, use } from 'react'
import { useMe } from '../api/me.ts'
import { isOnePage, type Page } from './page.ts'

interface Site {
  pages: readonly Page[]
  /** The page at the current address, if there is one. */
  current: Page | undefined
}

export const SiteContext = createContext<Site>({ pages: [], current: undefined })

/** The pages that the person who is signed in may open. */
function useOpenPages(): readonly Page[] {
  const { isAdmin } = useMe()
  return use(SiteContext).pages.filter(
    ({ access }) => access !== 'everybody' && (isAdmin || access !== 'admins'),
  )
}

export interface Destination extends Page {
  title: string
}

/** Pages that one can go to directly, because they have a title and a single address. */
export function useDestinations(): Destination[] {
  return useOpenPages().flatMap((page) =>
    page.title === undefined || !isOnePage(page) ? [] : [{ ...page, title: page.title }],
  )
}

/** What the main navigation shows. */
export function useNavigation(): Destination[] {
  return useDestinations()
    .filter(({ navigation }) => navigation !== undefined)
    .map((page) => ({ ...page, title: page.section ?? page.title }))
}

export function useSection(name: string): Destination[] {
  return useDestinations().filter(({ section }) => section === name)
}

/** The page that lists the records of a kind, for people who may open it. */
export function useListPage(kind: string): Destination | undefined {
  return useDestinations().find(({ lists }) => lists === kind)
}

/** The title of the page at the current address. */
export function useTitle(): string {
  return use(SiteContext).current?.title ?? ''
}

/** Whether an address belongs to a page of the navigation. */
export function isAt(location: string, { path }: Pick<Page, 'path'>): boolean {
  return location === path || location.startsWith(`${path}/`)
}
