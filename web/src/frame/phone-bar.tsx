import { Link, useLocation } from 'wouter'
import { IconPlus, IconSearch } from '../parts/icons.tsx'
import { type Destination, isAt } from '../site/use-pages.ts'
import { paletteTexts } from '../texts/palette.ts'
import { taskTexts } from '../texts/tasks.ts'
import { texts } from '../texts/texts.ts'
import classes from './phone-bar.module.css'
import { YourMenu } from './your-menu.tsx'

interface PhoneBarProps {
  pages: readonly Destination[]
  search: () => void
  create: () => void
}

/** The bar at the bottom of a phone: two pages, a new task, the search and a menu with the other pages. */
export function PhoneBar({ pages, search, create }: PhoneBarProps) {
  const [location] = useLocation()
  return (
    <div className={classes['bar']}>
      {pages
        .filter(({ onPhone }) => onPhone)
        .map((page) => (
          <Link
            key={page.path}
            href={page.path}
            className={classes['entry']}
            aria-current={isAt(location, page) ? 'page' : undefined}
          >
            {page.icon !== undefined && <page.icon size={22} stroke={1.75} />}
            <span>{page.title}</span>
            {page.count !== undefined && <page.count />}
          </Link>
        ))}
      <button type="button" className={classes['new']} aria-label={taskTexts.newTask} onClick={create}>
        <IconPlus size={22} stroke={2} />
      </button>
      <button type="button" className={classes['entry']} aria-label={paletteTexts.open} onClick={search}>
        <IconSearch size={22} stroke={1.75} />
        <span>{texts.rail.search}</span>
      </button>
      <YourMenu compact more={pages.filter(({ onPhone }) => !onPhone)} />
    </div>
  )
}
