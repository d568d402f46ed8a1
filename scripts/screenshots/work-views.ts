import type { View } from './camera.ts'
import type { Filled } from './fill.ts'

/** The pages where teams work, of a company with `count` records. */
export function workViews(count: number, { workspace, task, file }: Filled): View[] {
  const place = `/p/workspace/${workspace}`
  const views: View[] = [
    ['home', '/home'],
    ['inbox', '/inbox'],
    ['my-tasks', '/tasks'],
    ['workspace', place],
    ['list', `${place}/tasks`],
    ['board', `${place}/tasks?layout=board`],
    ['timeline', `${place}/tasks?layout=timeline`],
    ['calendar-month', '/calendar?view=month'],
    ['calendar-week', '/calendar?view=week'],
    ['calendar-agenda', '/calendar?view=agenda'],
    ['workspace-calendar', `${place}/calendar`],
    ...(task === undefined
      ? []
      : ([
          ['task-panel', `${place}/tasks?open=${task}`],
          ['task', `/p/task/${task}`],
        ] satisfies View[])),
    ['files', `${place}/files`],
    ...(file === undefined ? [] : ([['file', `/p/file/${file}`]] satisfies View[])),
    ['search', '/find?q=the'],
    ['time', '/time'],
    ['workspace-time', `${place}/time`],
    ['reports', '/reports'],
    ['trash', '/trash'],
    ['account', '/account'],
    ['account-preferences', '/account/preferences'],
    ['account-notifications', '/account/notifications'],
    ['settings', `${place}/settings`],
    ['members', `${place}/members`],
    ['workspaces', '/workspaces'],
  ]
  return views.map(([name, ...rest]) => [`${name}-${count}`, ...rest])
}
