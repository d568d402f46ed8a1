import { Menu } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { refreshAfterWrite } from '../../api/refresh.ts'
import type { Comment } from '../../api/types.ts'
import { IconSmile } from '../../parts/icons.tsx'
import { useNotices } from '../../parts/notices.tsx'
import { panelTexts as words } from '../../texts/task-panel.ts'
import classes from './comments.module.css'

/** Those that are offered; a comment may have others, from the API. */
const offered = ['👍', '❤️', '🎉', '😄', '👀', '✅']

/** How people reacted to a comment, with a way to join in. */
export function Reactions({ comment: { id, details }, mayReact }: { comment: Comment; mayReact: boolean }) {
  const client = useQueryClient()
  const notices = useNotices()
  const toggle = async (emoji: string): Promise<void> => {
    const isOwn = details.reactions.some((each) => each.emoji === emoji && each.own)
    try {
      await api(isOwn ? 'DELETE' : 'PUT', `/v1/comments/${id}/reactions/${encodeURIComponent(emoji)}`)
    } catch (error) {
      notices.refused(error, () => void toggle(emoji))
    } finally {
      await refreshAfterWrite(client, '/v1/comments')
    }
  }
  return (
    <>
      {details.reactions.map(({ emoji, count, own }) => (
        <button
          key={emoji}
          type="button"
          className={classes['reaction']}
          aria-pressed={own}
          title={words.reaction(emoji, count)}
          disabled={!mayReact}
          onClick={() => void toggle(emoji)}
        >
          {emoji} {count}
        </button>
      ))}
      {mayReact && (
        <Menu position="top-start" withinPortal>
          <Menu.Target>
            <button type="button" className={classes['react']} aria-label={words.react} title={words.react}>
              <IconSmile size={16} stroke={1.75} />
            </button>
          </Menu.Target>
          <Menu.Dropdown className={classes['emoji'] ?? ''}>
            {offered.map((emoji) => (
              <Menu.Item key={emoji} onClick={() => void toggle(emoji)}>
                {emoji}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  )
}
