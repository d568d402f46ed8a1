import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { useCompany } from '../api/me.ts'
import { usePage, useRecord } from '../api/queries.ts'
import type { Workspace } from '../api/types.ts'
import { IconRail, IconSearch } from '../parts/icons.tsx'
import { WorkspaceMark } from '../parts/marks.tsx'
import { keyHint } from '../site/keys.ts'
import { type Destination, isAt } from '../site/use-pages.ts'
import { pageTitles } from '../texts/pages.ts'
import { paletteTexts } from '../texts/palette.ts'
import { texts } from '../texts/texts.ts'
import classes from './rail.module.css'
import { RailFavorites } from './rail-favorites.tsx'
import { RailLink } from './rail-link.tsx'
import { YourMenu } from './your-menu.tsx'

interface RailProps {
  pages: readonly Destination[]
  folded: boolean
  fold: () => void
  search: () => void
  /** The timer of the person, above the foot. */
  timer: ReactNode
}

/** The navigation at the left: the main pages, the workspaces, and at the foot Company Setup and the person's menu. */
export function Rail({ pages, folded, fold, search, timer }: RailProps) {
  const [location] = useLocation()
  const company = useCompany()
  const links = (part: Destination['navigation']) =>
    pages
      .filter(({ navigation }) => navigation === part)
      .map((page) => (
        <RailLink
          key={page.path}
          href={page.path}
          label={page.title}
          current={isAt(location, page)}
          {...(page.count !== undefined && { count: <page.count /> })}
        >
          {page.icon !== undefined && <page.icon size={18} stroke={1.75} />}
        </RailLink>
      ))
  return (
    <div className={classes['rail']} data-folded={folded || undefined}>
      <div className={classes['head']}>
        <Link href="/" aria-label={texts.product}>
          <img src="/app/icon.svg" alt="" width={22} height={22} />
        </Link>
        <span className={classes['company']}>{company?.details.companyName ?? texts.product}</span>
        <button
          type="button"
          aria-label={folded ? texts.rail.unfold : texts.rail.fold}
          title={`${folded ? texts.rail.unfold : texts.rail.fold} (${keyHint('rail')})`}
          onClick={fold}
        >
          <IconRail size={16} stroke={1.75} />
        </button>
      </div>
      <button
        type="button"
        className={classes['search']}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={search}
      >
        <IconSearch size={18} stroke={1.75} />
        <span>{paletteTexts.open}</span>
        <small aria-hidden="true">{keyHint('palette')}</small>
      </button>
      {links('main')}
      <RailFavorites location={location} />
      <RailWorkspaces location={location} />
      <div className={classes['foot']}>
        {timer}
        {links('foot')}
        <YourMenu folded={folded} />
      </div>
    </div>
  )
}

/** How many fit on a screen; their page has all of them. */
const most = 12

function RailWorkspaces({ location }: { location: string }) {
  const { data } = usePage<Workspace>(
    `/v1/workspaces?sort=workspaceName&limit=${most}&filter=${encodeURIComponent('archived=false')}&fields=workspaceName`,
  )
  const hereId = /^\/p\/workspace\/([^/]+)/.exec(location)?.[1]
  const isListed = data === undefined || data.items.some(({ id }) => id === hereId)
  // The workspace that is open is listed, however many there are.
  const here = useRecord<Workspace>(
    hereId === undefined || isListed ? undefined : `/v1/workspaces/${hereId}`,
  ).data
  if (data === undefined || data.items.length === 0) return null
  return (
    <>
      <h2>{pageTitles.workspaces}</h2>
      <div className={classes['workspaces']}>
        {[...data.items, ...(here === undefined ? [] : [here])].map(({ id, details }) => (
          <RailLink
            key={id}
            href={`/p/workspace/${id}`}
            label={details.workspaceName}
            current={location.startsWith(`/p/workspace/${id}`)}
          >
            <WorkspaceMark id={id} />
          </RailLink>
        ))}
      </div>
    </>
  )
}
