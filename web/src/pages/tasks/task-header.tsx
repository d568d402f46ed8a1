import { ActionIcon, Button, Menu } from '@mantine/core'
import { Link } from 'wouter'
import { useChange } from '../../api/queries.ts'
import { timerPath, useTimer } from '../../api/timer.ts'
import { Hint } from '../../parts/hint.tsx'
import {
  IconChevronDown,
  IconChevronUp,
  IconDots,
  IconExpand,
  IconPlay,
  IconStop,
  IconX,
} from '../../parts/icons.tsx'
import { useNotices } from '../../parts/notices.tsx'
import { RowMenu } from '../../parts/row-menu.tsx'
import { Star } from '../../parts/star.tsx'
import { usePhone } from '../../parts/use-phone.ts'
import { keyHint, runAction, useKeyActions } from '../../site/keys.ts'
import { panelTexts as words } from '../../texts/task-panel.ts'
import { useTaskActs } from './acts.ts'
import { FollowTools } from './follow-tools.tsx'
import classes from './panel.module.css'
import { useTask } from './task-data.ts'

/** Starts the person's timer for a task, or stops it and logs the time. */
export function TimerButton({ taskId }: { taskId: string }) {
  const notices = useNotices()
  const timer = useTimer()
  const isRunning = timer?.details.taskId === taskId
  const change = useChange<void>(() => ({
    method: isRunning ? 'DELETE' : 'PUT',
    path: timerPath,
    ...(!isRunning && { body: { taskId } }),
  }))
  const toggle = (): void =>
    change.mutate(undefined, {
      onSuccess: () => notices.done(isRunning ? words.timerStopped : words.timerStarted),
      onError: (error) => notices.failed(error),
    })
  useKeyActions({ timer: toggle })
  const label = isRunning ? words.stopTimer : words.startTimer
  const icon = isRunning ? <IconStop size={16} stroke={1.75} /> : <IconPlay size={16} stroke={1.75} />
  if (usePhone())
    return (
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        aria-label={label}
        loading={change.isPending}
        onClick={toggle}
      >
        {icon}
      </ActionIcon>
    )
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-sm"
      loading={change.isPending}
      leftSection={icon}
      onClick={toggle}
    >
      {label}
    </Button>
  )
}

interface TaskMenuProps {
  id: string
  mayChange: boolean
  onRemoved: () => void
}

/** The less common actions on a task. */
export function TaskMenu({ id, mayChange, onRemoved }: TaskMenuProps) {
  const acts = useTaskActs()
  const notices = useNotices()
  const title = useTask(id)?.title ?? words.label
  const remove = (): void => {
    onRemoved()
    void acts.remove([id])
  }
  const copyLink = (): void =>
    void navigator.clipboard
      .writeText(`${window.location.origin}/p/task/${id}`)
      .then(() => notices.done(words.linkCopied), notices.failed)
  return (
    <RowMenu label={title} icon={<IconDots size={16} />}>
      {/* Browsers have no clipboard on insecure addresses. */}
      {'clipboard' in navigator && <Menu.Item onClick={copyLink}>{words.copyLink}</Menu.Item>}
      {mayChange && (
        <Menu.Item color="red" onClick={remove}>
          {words.remove}
        </Menu.Item>
      )}
    </RowMenu>
  )
}

interface PanelHeadProps {
  id: string
  mayChange: boolean
  onClose: () => void
}

/** The tools of the task beside a list. */
export function PanelHead({ id, mayChange, onClose }: PanelHeadProps) {
  const workspaceId = useTask(id)?.workspaceId
  const tool = (label: string, key: string | undefined, icon: React.ReactNode, run: () => void) => (
    <Hint label={key === undefined ? label : `${label} (${key})`}>
      <ActionIcon variant="subtle" color="gray" size={28} aria-label={label} onClick={run}>
        {icon}
      </ActionIcon>
    </Hint>
  )
  return (
    <header className={classes['head']}>
      {tool(words.previous, keyHint('previous'), <IconChevronUp size={16} stroke={1.75} />, () =>
        runAction('previous'),
      )}
      {tool(words.next, keyHint('next'), <IconChevronDown size={16} stroke={1.75} />, () =>
        runAction('next'),
      )}
      <span className={classes['grow']} />
      {mayChange && <TimerButton taskId={id} />}
      {workspaceId !== undefined && (
        <FollowTools on={`/v1/tasks/${id}`} workspaceId={workspaceId} mayChange={mayChange} />
      )}
      <Star kind="task" id={id} />
      <Hint label={words.openPage}>
        <ActionIcon
          component={Link}
          href={`/p/task/${id}`}
          variant="subtle"
          color="gray"
          size={28}
          aria-label={words.openPage}
        >
          <IconExpand size={16} stroke={1.75} />
        </ActionIcon>
      </Hint>
      <TaskMenu id={id} mayChange={mayChange} onRemoved={onClose} />
      {tool(words.close, keyHint('back'), <IconX size={16} stroke={1.75} />, onClose)}
    </header>
  )
}
