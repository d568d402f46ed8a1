/** Where a key works. */
export type KeyPlace =
  | 'everywhere'
  | 'tasks'
  | 'board'
  | 'list'
  | 'timeline'
  | 'task'
  | 'files'
  | 'time'
  | 'calendar'
  | 'inbox'
  | 'reports'

export interface KeyBinding {
  /** Keys pressed together are joined by `+`; keys pressed one after another by a space. `Mod` is Ctrl or ⌘. */
  keys: string
  does: string
  place: KeyPlace
  /** Not offered in the palette, because it only makes sense at the place where it is pressed. */
  onlyKey?: true
}

const binding = (place: KeyPlace, keys: string, does: string): KeyBinding => ({ place, keys, does })
const motion = (place: KeyPlace, keys: string, does: string): KeyBinding => ({
  ...binding(place, keys, does),
  onlyKey: true,
})

/** Every keyboard shortcut. The palette, menus, tooltips and the list of shortcuts are generated from this table. */
export const keyTable = {
  palette: motion('everywhere', 'Mod+k', 'Search or jump to'),
  keys: binding('everywhere', '?', 'Show keyboard shortcuts'),
  undo: binding('everywhere', 'Mod+z', 'Undo the last change'),
  create: binding('everywhere', 'c', 'New task'),
  timer: binding('everywhere', 'T', 'Start or stop the timer'),
  logTime: binding('everywhere', 'L', 'Log time'),
  rail: binding('everywhere', '[', 'Collapse or expand the navigation'),
  back: motion('everywhere', 'Escape', 'Close what is open'),

  filter: binding('tasks', '/', 'Filter'),
  next: motion('tasks', 'j', 'Next'),
  previous: motion('tasks', 'k', 'Previous'),
  open: motion('tasks', 'Enter', 'Open'),
  select: motion('tasks', 'x', 'Select'),
  selectAll: motion('tasks', 'Mod+a', 'Select all'),
  done: binding('tasks', 'e', 'Complete or reopen'),
  status: binding('tasks', 's', 'Set status'),
  assign: binding('tasks', 'a', 'Assign people'),
  assignMe: binding('tasks', 'i', 'Assign to me'),
  priority: binding('tasks', 'p', 'Set priority'),
  due: binding('tasks', 'd', 'Set due date'),
  tags: binding('tasks', 't', 'Set tags'),
  milestone: binding('tasks', 'm', 'Set milestone'),
  tasklist: binding('tasks', 'l', 'Set task list'),
  asList: binding('tasks', '1', 'Show as a list'),
  asBoard: binding('tasks', '2', 'Show as a board'),
  asTimeline: binding('tasks', '3', 'Show as a timeline'),
  rename: motion('list', 'F2', 'Rename'),
  remove: binding('tasks', '#', 'Move to trash'),
  moveUp: motion('tasks', 'Alt+ArrowUp', 'Move up'),
  moveDown: motion('tasks', 'Alt+ArrowDown', 'Move down'),
  moveLeft: motion('board', 'Alt+ArrowLeft', 'Move to the column before'),
  moveRight: motion('board', 'Alt+ArrowRight', 'Move to the next column'),
  moveTo: binding('board', 'M', 'Move to …'),

  earlier: motion('timeline', 'Alt+ArrowLeft', 'Move a day earlier'),
  later: motion('timeline', 'Alt+ArrowRight', 'Move a day later'),
  shorter: motion('timeline', 'Alt+Shift+ArrowLeft', 'End a day earlier'),
  longer: motion('timeline', 'Alt+Shift+ArrowRight', 'End a day later'),
  today: binding('timeline', 'n', 'Go to today'),
  zoomIn: binding('timeline', '+', 'Zoom in'),
  zoomOut: binding('timeline', '-', 'Zoom out'),

  send: motion('task', 'Mod+Enter', 'Save or send the text'),

  upload: binding('files', 'u', 'Upload files'),
  uploadFolder: binding('files', 'U', 'Upload a folder'),
  newFolder: binding('files', 'N', 'New folder'),
  moveFiles: binding('files', 'm', 'Move to a folder'),
  lock: binding('files', 'l', 'Lock or unlock'),
  download: binding('files', 'D', 'Download'),
  fileActions: binding('files', '.', 'Show all actions'),
  preview: motion('files', 'Space', 'Show or hide the details of the file'),
  versions: binding('files', 'v', 'Show the versions'),
  previousPage: motion('files', 'ArrowLeft', 'Previous page of a document'),
  nextPage: motion('files', 'ArrowRight', 'Next page of a document'),

  addRow: binding('time', 'n', 'Add a task to the week'),
  thisWeek: binding('time', 'w', 'Go to this week'),
  previousWeek: motion('time', 'Alt+ArrowLeft', 'Previous week'),
  nextWeek: motion('time', 'Alt+ArrowRight', 'Next week'),
  editCell: motion('time', 'Enter', 'Edit the time'),
  editNote: motion('time', 'Shift+F2', 'Edit the note'),
  clearCell: motion('time', 'Delete', 'Remove the time'),
  copyCell: motion('time', 'Mod+c', 'Copy the time'),
  pasteCell: motion('time', 'Mod+v', 'Paste the time'),

  dayEarlier: motion('calendar', 'Alt+ArrowLeft', 'Move the entry a day earlier'),
  dayLater: motion('calendar', 'Alt+ArrowRight', 'Move the entry a day later'),
  weekEarlier: motion('calendar', 'Alt+ArrowUp', 'Move the entry a week earlier'),
  weekLater: motion('calendar', 'Alt+ArrowDown', 'Move the entry a week later'),

  nextNotification: motion('inbox', 'j', 'Next notification'),
  previousNotification: motion('inbox', 'k', 'Previous notification'),
  finish: binding('inbox', 'e', 'Mark the notification as done'),
  toggleRead: binding('inbox', 'u', 'Mark as read or unread'),
  snooze: binding('inbox', 'h', 'Snooze the notification'),
  readAll: binding('inbox', 'R', 'Mark all as read'),

  chartTable: binding('reports', 'd', 'Show the chart or the table'),
} as const satisfies Record<string, KeyBinding>

export type KeyName = keyof typeof keyTable

/** The keys of task lists that do the same with files. */
const inFiles = [
  ...(['next', 'previous', 'open', 'select', 'selectAll', 'filter'] as const),
  ...(['rename', 'status', 'tags', 'remove'] as const),
]

/** The shortcuts that work at a place. */
export const bindingsIn = (place: KeyPlace): KeyBinding[] => [
  ...Object.values(keyTable).filter((binding) => binding.place === place),
  ...(place === 'files' ? inFiles.map((name) => keyTable[name]) : []),
]

/** The letters that go to a page, after G. */
export const goTo = {
  home: 'h',
  workspaces: 'w',
  inbox: 'i',
  tasks: 'm',
  time: 't',
  files: 'f',
  reviews: 'v',
  reports: 'r',
  calendar: 'c',
  setup: 's',
} as const

/** The places whose keys work at the same time. */
export const together: readonly (readonly KeyPlace[])[] = [
  ['everywhere', 'tasks', 'board', 'task'],
  ['everywhere', 'tasks', 'list', 'task'],
  ['everywhere', 'tasks', 'timeline', 'task'],
  ['everywhere', 'files'],
  ['everywhere', 'time'],
  ['everywhere', 'calendar', 'task'],
  ['everywhere', 'inbox', 'task'],
  ['everywhere', 'reports'],
]

interface KeyPress {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
}

/** A key press as the table writes it. */
export function keysOf(event: KeyPress): string {
  const { key, altKey } = event
  const isMod = event.ctrlKey || event.metaKey
  // Shift is part of a character, and not of a key such as Enter.
  const withShift = event.shiftKey && key.length > 1
  return [isMod && 'Mod', altKey && 'Alt', withShift && 'Shift', isMod ? key.toLowerCase() : key]
    .filter((part) => part !== false)
    .map((part) => (part === 'enter' ? 'Enter' : part))
    .join('+')
}

/** Whether people can switch it off: a character without a modifier may be typed, or spoken, by mistake. */
export const isSingleKey = (keys: string): boolean => keys.split(' ').every((key) => key.length === 1)

/** The keys of a shortcut, one by one. The first may be the plus sign itself. */
export const partsOf = (keys: string): string[] => keys.split(/(?<=.)[+ ]/)
