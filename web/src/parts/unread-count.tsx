import { useUnread } from '../api/notifications.ts'
import { inboxTexts } from '../texts/inbox.ts'
import { VisuallyHidden } from './visually-hidden.tsx'

/** The most that the navigation has room for. */
const most = 99

/** The number of unread notifications, in the navigation. */
export function UnreadCount() {
  const unread = useUnread()
  if (unread === 0) return null
  return (
    <b>
      <span>{unread > most ? `${most}+` : unread}</span>
      <VisuallyHidden> {inboxTexts.unread}</VisuallyHidden>
    </b>
  )
}
