import type { Task } from '../../api/types.ts'

/** A task to create. */
export interface KeyedTask {
  task: Partial<Task['details']> & { title: string }
  /** The same whenever the same task is sent again, so that it is created only once. */
  key: string
}

/** Gives each task a key: the one that it was sent with before if it was not created then, or else a new one. */
export function withKeys(
  tasks: readonly KeyedTask['task'][],
  unsent: readonly KeyedTask[],
  newKey: () => string = () => crypto.randomUUID(),
): KeyedTask[] {
  const left = [...unsent]
  return tasks.map((task) => {
    const content = JSON.stringify(task)
    const at = left.findIndex((each) => JSON.stringify(each.task) === content)
    const [known] = at === -1 ? [] : left.splice(at, 1)
    return { task, key: known?.key ?? newKey() }
  })
}
