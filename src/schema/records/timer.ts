import { boolean, instant, mayBeGone, readOnly } from '../fields/fields.ts'
import { optionalReference, reference } from '../fields/reference.ts'
import { notes } from '../fields/text.ts'
import { type RowOf, resource } from '../resource.ts'

/** What the owner of a timer can set. The timer may outlive its workspace and task. */
export const timerSettings = {
  startedAt: instant('When it started: now by default, and at most seven days ago.'),
  workspaceId: mayBeGone(
    reference('The workspace. Defaults to that of the task; required without one.', 'workspace'),
  ),
  taskId: mayBeGone(optionalReference('The task, in the same workspace.', 'task')),
  note: notes('What is being done.', { example: 'First draft' }),
  billable: boolean('Whether to bill it.', { fallback: false }),
}

export const timer = resource('timer', 'The running timer of a person.', timerSettings, {
  table: 'timers',
  hidden: { userHash: readOnly(reference('Whose timer it is.', 'user')) },
})

export type TimerRow = RowOf<typeof timer>
