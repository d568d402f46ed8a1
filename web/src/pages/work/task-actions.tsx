import { Menu } from '@mantine/core'
import { useChange } from '../../api/queries.ts'
import { IconCheck, IconDots, IconPencil, IconRotate, IconTrash } from '../../parts/icons.tsx'
import { useNotices } from '../../parts/notices.tsx'
import { RowMenu } from '../../parts/row-menu.tsx'
import { workTexts as words } from '../../texts/work.ts'
import type { AnyRecord } from '../records/record-address.ts'

/** The menu of a task in a list. Everything in it can be undone. */
export function TaskActions({ task, onChange }: { task: AnyRecord; onChange: (id: string) => void }) {
  const notices = useNotices()
  const path = `/v1/tasks/${task.id}`
  const title = String(task.details['title'])
  const done = task.details['status'] === 'Completed'
  const setStatus = useChange<string>((status) => ({ method: 'PUT', path, body: { status } }))
  const remove = useChange(() => ({ method: 'DELETE', path }))
  const restore = useChange(() => ({ method: 'POST', path: `${path}/restore` }))
  const before = String(task.details['status'])
  const failed = { onError: notices.failed }
  const toggle = (): void =>
    setStatus.mutate(done ? 'Open' : 'Completed', {
      ...failed,
      onSuccess: () =>
        notices.done((done ? words.reopened : words.completed)(title), () =>
          setStatus.mutate(before, failed),
        ),
    })
  return (
    <RowMenu label={title} icon={<IconDots size={16} />}>
      <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => onChange(task.id)}>
        {words.edit}
      </Menu.Item>
      <Menu.Item leftSection={done ? <IconRotate size={16} /> : <IconCheck size={16} />} onClick={toggle}>
        {done ? words.reopen : words.complete}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconTrash size={16} />}
        onClick={() =>
          // The row is gone by then, and with it the callbacks of `mutate`.
          remove
            .mutateAsync(undefined)
            .then(
              () =>
                notices.done(
                  words.removed(title),
                  () => void restore.mutateAsync(undefined).catch(notices.failed),
                ),
              notices.failed,
            )
        }
      >
        {words.remove}
      </Menu.Item>
    </RowMenu>
  )
}
