import { ActionIcon, Menu } from '@mantine/core'
import type { ComponentType, MouseEvent, ReactNode } from 'react'
import { useKnownName } from '../../api/names.ts'
import type { Notification } from '../../api/types.ts'
import { exactly } from '../../parts/days.ts'
import { Hint } from '../../parts/hint.tsx'
import {
  IconAt,
  IconCheck,
  IconChecklist,
  IconClock,
  IconDots,
  IconEye,
  IconFile,
  IconMail,
  IconMessage,
  IconSnooze,
  IconUserCheck,
} from '../../parts/icons.tsx'
import { Face } from '../../parts/marks.tsx'
import { Ago } from '../../parts/moments.tsx'
import { RowMenu } from '../../parts/row-menu.tsx'
import { VisuallyHidden } from '../../parts/visually-hidden.tsx'
import { keyHint } from '../../site/keys.ts'
import { inboxTexts as words } from '../../texts/inbox.ts'
import classes from './inbox.module.css'
import { quoteIn, useDecision, useSubject } from './subject.ts'
import type { InboxActs } from './use-inbox-acts.ts'

type Reason = Notification['details']['reason']

const icons: Record<Reason, ComponentType<{ size?: number; stroke?: number }>> = {
  mention: IconAt,
  assigned: IconUserCheck,
  reply: IconMessage,
  comment: IconMessage,
  due: IconClock,
  review: IconEye,
  status: IconChecklist,
  file: IconFile,
}

/**
 * Why the person got it: "Luz Carrasco commented". It is unknown which of several people gave the reason, which is the
 * strongest one: "You were mentioned · Luz Carrasco and 2 others".
 */
function useSentence(details: Notification['details']): string {
  const { reason, actors } = details
  const first = useKnownName(actors[0]) ?? words.somebody
  const second = useKnownName(actors[1]) ?? words.somebody
  const decided = useDecision(details)
  if (decided !== undefined) return `${first} ${decided}`
  const people = actors.length > 2 ? words.others(first, actors.length - 1) : words.two(first, second)
  const why =
    actors.length > 1
      ? [words.happened[reason], people]
      : [reason === 'due' ? words.happened.due : `${first} ${words.did[reason]}`]
  return why.join(' · ')
}

interface InboxRowProps {
  notification: Notification
  /** Those of the page: a comment that was deleted has none. */
  names: Readonly<Record<string, string>>
  acts: InboxActs
  /** Keys act on it. */
  isCursor: boolean
  isOpen: boolean
  phone: boolean
  onOpen: (notification: Notification, event: MouseEvent) => void
  onFocus: (id: string) => void
  onSnooze: (notification: Notification, at: HTMLElement) => void
}

export function InboxRow(props: InboxRowProps) {
  const { notification, names, acts, isCursor, isOpen, phone, onOpen, onFocus, onSnooze } = props
  const { id, details } = notification
  const { reason, workspaceId, actors, read, done, snoozed, snoozedUntil } = details
  const { title, href } = useSubject(details)
  const workspace = useKnownName(workspaceId)
  const sentence = useSentence(details)
  const quote = quoteIn(names, details)
  const [actor] = actors
  const Icon = icons[reason]
  const snoozing: Choice = {
    label: snoozed ? words.wake : words.snooze,
    hint: keyHint('snooze'),
    icon: <IconSnooze size={16} stroke={1.75} />,
    run: (at: HTMLElement) => (snoozed ? acts.snooze(notification, title) : onSnooze(notification, at)),
  }
  const choices: Choice[] = [
    {
      label: done ? words.notDone : words.done,
      hint: keyHint('finish'),
      icon: <IconCheck size={16} stroke={1.75} />,
      run: () => acts.done(notification, title),
    },
    ...(done ? [] : [snoozing]),
    {
      label: read ? words.markUnread : words.read,
      hint: keyHint('toggleRead'),
      icon: <IconMail size={16} stroke={1.75} />,
      run: () => acts.read(notification, !read),
    },
  ]
  return (
    <li
      className={classes['row']}
      data-unread={!read || undefined}
      data-open={isOpen || undefined}
      data-snoozed={snoozedUntil !== null || undefined}
    >
      {actor === undefined ? (
        <span className={classes['sign']}>
          <Icon size={16} stroke={1.75} />
        </span>
      ) : (
        <Face id={actor} size={24} />
      )}
      <a
        href={href}
        data-notification={id}
        tabIndex={isCursor ? 0 : -1}
        onClick={(event) => onOpen(notification, event)}
        onFocus={() => onFocus(id)}
      >
        <strong>
          {title}
          {!read && <VisuallyHidden> {words.unread}</VisuallyHidden>}
        </strong>
        <span data-quoting={quote !== undefined || undefined}>
          {sentence}
          {details.count > 1 && !read && (
            <span className={classes['updates']}> · {words.updates(details.count)}</span>
          )}
          {quote !== undefined && (
            <>
              {/* The newest comment may be another one than the one that gave the reason. */}
              {details.count > 1 ? ' · ' : ': '}
              <q>{quote}</q>
            </>
          )}
          {workspace !== undefined && <small> · {workspace}</small>}
        </span>
      </a>
      <span className={classes['when']}>
        {snoozedUntil === null ? (
          <Ago at={details.lastAt} />
        ) : (
          <time dateTime={snoozedUntil}>{words.until(exactly(snoozedUntil))}</time>
        )}
        <span data-reason={reason}>
          <Icon size={14} stroke={1.75} />
          {words.reasons[reason]}
        </span>
      </span>
      {phone ? (
        <RowMenu label={title} icon={<IconDots size={18} />}>
          {choices.map(({ label, icon, run }) => (
            <Menu.Item
              key={label}
              leftSection={icon}
              onClick={() =>
                run(document.querySelector<HTMLElement>(`[data-notification="${id}"]`) ?? document.body)
              }
            >
              {label}
            </Menu.Item>
          ))}
        </RowMenu>
      ) : (
        <span className={classes['tools']}>
          {choices.map(({ label, hint, icon, run }) => (
            <Hint key={label} label={`${label} (${hint})`}>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={28}
                aria-label={`${label}: ${title}`}
                tabIndex={isCursor ? 0 : -1}
                onClick={(event) => run(event.currentTarget)}
              >
                {icon}
              </ActionIcon>
            </Hint>
          ))}
        </span>
      )}
    </li>
  )
}

interface Choice {
  label: string
  hint: string
  icon: ReactNode
  run: (at: HTMLElement) => void
}
