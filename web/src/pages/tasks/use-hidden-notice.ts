import { api } from '../../api/client.ts'
import type { Task } from '../../api/types.ts'
import { useNotices } from '../../parts/notices.tsx'
import { taskTexts as words } from '../../texts/tasks.ts'
import { addressOf, shownTask } from './task-data.ts'
import { useOpenTask } from './use-open-task.ts'
import { useView } from './view-state.ts'

/** The most that one request returns. */
const mostShown = 500

/** Says which new tasks the filter of the view hides; without a word they would seem to be lost. */
export function useHiddenNotice(workspaceId: string): (made: readonly string[]) => Promise<void> {
  const notices = useNotices()
  const { filter, set } = useView()
  const openTask = useOpenTask(set)
  return async (made) => {
    if (filter === '' || made.length === 0 || made.length > mostShown) return
    const path = `/v1/workspaces/${workspaceId}/tasks`
    const newest = addressOf({ path, filter, sort: '-createdAt', limit: mostShown, fields: 'title' })
    const { items } = await api<{ items: Task[] }>('GET', newest)
    const [first, ...others] = made.filter((id) => items.every((task) => task.id !== id))
    if (first === undefined) return
    if (others.length > 0) notices.done(words.manyHiddenByFilter(others.length + 1))
    else
      notices.offered(words.hiddenByFilter(shownTask(first)?.title ?? ''), {
        label: words.openHidden,
        run: () => openTask(first),
      })
  }
}
