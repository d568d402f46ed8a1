import { ActionIcon } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../api/client.ts'
import { useMe } from '../../api/me.ts'
import { useRecord } from '../../api/queries.ts'
import { Hint } from '../../parts/hint.tsx'
import { IconBell, IconBellOff, IconUsers } from '../../parts/icons.tsx'
import { useNotices } from '../../parts/notices.tsx'
import { panelTexts as words } from '../../texts/task-panel.ts'
import { Float } from './float.tsx'
import { Followers } from './followers.tsx'

interface Following {
  subscribed: boolean
  muted: boolean
}

interface FollowToolsProps {
  /** The path of a task, file, milestone or workspace. */
  on: string
  /** Its members can follow the record. */
  workspaceId: string
  /** Whether the person may choose who else follows it. */
  mayChange: boolean
}

/** Whether the person follows a record, whether they have muted it, and who else follows it. */
export function FollowTools({ on, workspaceId, mayChange }: FollowToolsProps) {
  const client = useQueryClient()
  const notices = useNotices()
  const { user } = useMe()
  const [followersAt, setFollowersAt] = useState<HTMLElement>()
  const path = `${on}/mute`
  const queryKey = ['one', path]
  const { data } = useRecord<Following>(path)
  if (data === undefined || user === undefined) return null
  const set = async (field: keyof Following, value: boolean): Promise<void> => {
    client.setQueryData<Following>(queryKey, { ...data, [field]: value })
    try {
      await api(value ? 'PUT' : 'DELETE', field === 'muted' ? path : `${on}/subscribers/${user.id}`)
    } catch (error) {
      notices.refused(error, () => void set(field, value))
    } finally {
      await client.invalidateQueries({ queryKey })
    }
  }
  const tool = (field: keyof Following, label: string, hint: string, icon: ReactNode) => (
    <Hint label={hint}>
      <ActionIcon
        variant={data[field] ? 'light' : 'subtle'}
        color="gray"
        size={28}
        aria-label={label}
        aria-pressed={data[field]}
        onClick={() => void set(field, !data[field])}
      >
        {icon}
      </ActionIcon>
    </Hint>
  )
  return (
    <>
      {tool(
        'subscribed',
        words.follow,
        data.subscribed ? words.following : words.followHint,
        <IconBell size={16} stroke={1.75} />,
      )}
      {tool(
        'muted',
        words.mute,
        data.muted ? words.muted : words.muteHint,
        <IconBellOff size={16} stroke={1.75} />,
      )}
      <Hint label={words.followers}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          aria-label={words.followers}
          aria-haspopup="dialog"
          onClick={(event) => setFollowersAt(event.currentTarget)}
        >
          <IconUsers size={16} stroke={1.75} />
        </ActionIcon>
      </Hint>
      {followersAt !== undefined && (
        <Float at={followersAt} label={words.followers} onClose={() => setFollowersAt(undefined)}>
          <Followers
            on={on}
            workspaceId={workspaceId}
            mayChange={mayChange}
            onChange={() => void client.invalidateQueries({ queryKey })}
          />
        </Float>
      )}
    </>
  )
}
