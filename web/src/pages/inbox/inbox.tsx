import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'wouter'
import { knownName } from '../../api/names.ts'
import { lookForNotifications, notificationsPath, useUnread } from '../../api/notifications.ts'
import { usePage } from '../../api/queries.ts'
import type { Notification } from '../../api/types.ts'
import { NewPill } from '../../parts/new-pill.tsx'
import { Empty, Failed, Loading } from '../../parts/states.tsx'
import { UntilLoaded } from '../../parts/until-loaded.tsx'
import { usePhone } from '../../parts/use-phone.ts'
import { onArrowKeys, stepFrom } from '../../site/arrow-keys.ts'
import { useHeadingFocus } from '../../site/heading-focus.ts'
import { keyHint, useKeyActions } from '../../site/keys.ts'
import { lazyPart } from '../../site/load-when-back.ts'
import { Pager } from '../../table/pager.tsx'
import { inboxTexts as words } from '../../texts/inbox.ts'
import { pageTitles } from '../../texts/pages.ts'
import { counted } from '../../texts/plural.ts'
import { texts } from '../../texts/texts.ts'
import page from '../tasks/tasks.module.css'
import classes from './inbox.module.css'
import { InboxRow } from './inbox-row.tsx'
import { SnoozePicker } from './snooze-picker.tsx'
import { hrefOf, titleFor } from './subject.ts'
import { useInboxActs } from './use-inbox-acts.ts'

const MyTaskPanel = lazyPart(async () => (await import('../tasks/task-panel.tsx')).MyTaskPanel)

const filters = {
  inbox: 'done=false AND snoozed=false',
  snoozed: 'done=false AND snoozed=true',
  done: 'done=true',
} as const
type InboxView = keyof typeof filters
const views = Object.keys(filters) as InboxView[]

const addressOf = (view: InboxView): string =>
  `${notificationsPath}?${new URLSearchParams({ sort: '-lastAt', limit: '50', filter: filters[view], expand: 'names' })}`

/** Milliseconds to wait for the change stream. What happened before it opened may be missing from the list. */
const untilStreaming = 1_500

const elementOf = (id: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-notification="${id}"]`)

/** Opens the task of a notification, at its newest comment. */
type SetOpen = (details: Notification['details'] | null, replace?: boolean) => void

/** The notifications of the person, newest first; a task opens beside it. */
export function InboxPage() {
  const [search, setSearch] = useSearchParams()
  const open = search.get('open')
  const view = views.find((each) => each === search.get('view')) ?? 'inbox'
  const setOpen: SetOpen = (details, replace = false) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        next.delete('open')
        next.delete('comment')
        if (details !== null) next.set('open', details.recordId)
        if (details?.commentId) next.set('comment', details.commentId)
        return next
      },
      { replace },
    )
  /** Whether a task was opened automatically. That happens once, because the person may close it. */
  const hasOffered = useRef(false)
  return (
    <div className={`${page['page']} ${open === null ? '' : classes['reading']}`}>
      <div className={page['main']}>
        <Inbox key={view} {...{ view, open, setOpen, hasOffered }} />
      </div>
      {open !== null && (
        <UntilLoaded>
          <MyTaskPanel id={open} onClose={() => setOpen(null)} />
        </UntilLoaded>
      )}
    </div>
  )
}

interface InboxProps {
  view: InboxView
  /** The task that is open beside the list. */
  open: string | null
  setOpen: SetOpen
  hasOffered: RefObject<boolean>
}

function Inbox({ view, open, setOpen, hasOffered }: InboxProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useHeadingFocus(heading)
  const [, go] = useLocation()
  const phone = usePhone()
  const [address, setAddress] = useState(addressOf(view))
  const { data, error, isPending, isPlaceholderData, refetch } = usePage<Notification>(address)
  const unread = useUnread()
  const client = useQueryClient()
  useEffect(() => {
    if (isPending) return
    const timer = setTimeout(() => void lookForNotifications(client), untilStreaming)
    return () => clearTimeout(timer)
  }, [client, isPending])
  const acts = useInboxActs()
  const [cursor, setCursor] = useState<string>()
  const [snoozing, setSnoozing] = useState<{ notification: Notification; at: HTMLElement }>()
  const items = data?.items ?? []
  const current = items.find(({ id }) => id === cursor) ?? items[0]
  /** The notification whose task was opened automatically. It counts as read once the person moves on. */
  const [offered, setOffered] = useState<string>()
  useEffect(() => {
    if (hasOffered.current || isPending) return
    hasOffered.current = true
    if (phone || open !== null) return
    const [first] = [...items.filter(({ details }) => !details.read), ...items]
    if (first?.details.recordKind !== 'task') return
    setCursor(first.id)
    setOffered(first.id)
    setOpen(first.details, true)
  })
  const titleOf = ({ details }: Notification): string => titleFor(details, knownName(details.recordId))

  const focus = (notification: Notification): void => {
    setCursor(notification.id)
    requestAnimationFrame(() => {
      elementOf(notification.id)?.focus()
      elementOf(notification.id)?.scrollIntoView({ block: 'nearest' })
    })
    if (open !== null && notification.details.recordKind === 'task') {
      setOpen(notification.details, true)
      acts.read(notification, true)
    }
  }
  /** Marks the task that was opened automatically as read: the person moves on to another one. */
  const leaveOffered = (): void => {
    const left = items.find(({ id }) => id === offered)
    if (left !== undefined && left.details.recordId === open) acts.read(left, true)
    setOffered(undefined)
  }
  const step = (by: number): void => {
    const at = items.find(({ id }) => id === cursor)
    const next = stepFrom(items, at, by)
    if (next === undefined) return
    leaveOffered()
    focus(next)
  }
  /** The next one, before this one leaves the list. */
  const leave = (notification: Notification): void => {
    const at = items.indexOf(notification)
    const next = items[at + 1] ?? items[at - 1]
    if (next === undefined) requestAnimationFrame(() => heading.current?.focus())
    else focus(next)
  }
  const onOpen = (notification: Notification, event: MouseEvent): void => {
    acts.read(notification, true)
    // Other clicks open a link in a new tab, as everywhere.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    if (notification.id !== offered) leaveOffered()
    const { recordKind, recordId } = notification.details
    setCursor(notification.id)
    if (recordKind === 'task' && !phone) setOpen(notification.details)
    else go(hrefOf(notification.details, knownName(recordId)))
  }
  const given = {
    ...acts,
    done: (notification: Notification, title: string): void => {
      leave(notification)
      acts.done(notification, title)
    },
    snooze: (notification: Notification, title: string, until?: string): void => {
      leave(notification)
      acts.snooze(notification, title, until)
    },
  }
  const onCurrent = (act: (notification: Notification) => void) => () => {
    if (current !== undefined) act(current)
  }
  const moves = { nextNotification: () => step(1), previousNotification: () => step(-1) }
  useKeyActions({
    ...moves,
    // The arrows of the task beside it.
    ...{ next: moves.nextNotification, previous: moves.previousNotification },
    finish: onCurrent((each) => given.done(each, titleOf(each))),
    toggleRead: onCurrent((each) => {
      setOffered(undefined)
      acts.read(each, !each.details.read)
    }),
    ...(view !== 'done' && {
      snooze: onCurrent((each) => {
        const at = elementOf(each.id)
        if (each.details.snoozed) given.snooze(each, titleOf(each))
        else if (at !== null) setSnoozing({ notification: each, at })
      }),
    }),
    ...(view === 'inbox' && { readAll: acts.readAll }),
    // Without it, each Escape would be another step in the history of the browser.
    ...(open !== null && { back: () => setOpen(null) }),
  })
  const onKeyDown = onArrowKeys(step)
  return (
    <>
      <title>{`${pageTitles.inbox} · ${texts.product}`}</title>
      <header className={`${page['head']} ${classes['head']}`}>
        <h1 ref={heading} tabIndex={-1} className={classes['title']}>
          {pageTitles.inbox}
        </h1>
        {view === 'inbox' && unread > 0 && (
          <Button variant="subtle" color="gray" size="compact-sm" onClick={acts.readAll}>
            {words.readAll}
            {!phone && <kbd className={page['key']}>{keyHint('readAll')}</kbd>}
          </Button>
        )}
      </header>
      <nav className={page['tabs']} aria-label={pageTitles.inbox}>
        {views.map((each) => (
          <Link
            key={each}
            href={each === 'inbox' ? '/inbox' : `/inbox?view=${each}`}
            className={page['tab'] ?? ''}
            aria-current={each === view ? 'page' : undefined}
          >
            {words.views[each]}
            {each === 'inbox' && unread > 0 && <b className={classes['count']}>{counted(unread)}</b>}
          </Link>
        ))}
      </nav>
      <NewPill />
      <div className={classes['list']}>
        {error !== null && items.length === 0 ? (
          <Failed error={error} retry={() => void refetch()} />
        ) : isPending || isPlaceholderData ? (
          <div className={classes['loading']}>
            <Loading rows={6} />
          </div>
        ) : items.length === 0 ? (
          <Empty title={words.empty[view]} hint={words.emptyHint[view]} />
        ) : (
          <ul aria-label={words.label} data-live-list={notificationsPath} onKeyDown={onKeyDown}>
            {items.map((notification) => (
              <InboxRow
                key={notification.id}
                notification={notification}
                names={data?.names ?? {}}
                acts={given}
                isCursor={current?.id === notification.id}
                isOpen={open === notification.details.recordId}
                phone={phone}
                onOpen={onOpen}
                onFocus={setCursor}
                onSnooze={(each, at) => setSnoozing({ notification: each, at })}
              />
            ))}
          </ul>
        )}
        {(data?.links.next ?? data?.links.previous) !== undefined && (
          <div className={classes['pager']}>
            <Pager
              links={data?.links ?? {}}
              newestFirst
              follow={(link) => () => {
                if (link !== undefined) setAddress(link)
              }}
            />
          </div>
        )}
      </div>
      {snoozing !== undefined && (
        <SnoozePicker
          at={snoozing.at}
          onPick={(until) => given.snooze(snoozing.notification, titleOf(snoozing.notification), until)}
          onClose={() => setSnoozing(undefined)}
        />
      )}
    </>
  )
}
