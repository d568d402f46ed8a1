import { plural } from './plural.ts'

/** Where keys work. */
const places = {
  everywhere: 'Everywhere',
  tasks: 'Tasks',
  list: 'In a list',
  board: 'On a board',
  timeline: 'On a timeline',
  task: 'In a task',
  files: 'Files',
  time: 'Time',
  calendar: 'Calendar',
  inbox: 'Inbox',
  reports: 'Reports',
} as const

/** The texts of the command palette and of the keyboard shortcuts. */
export const paletteTexts = {
  open: 'Search or jump to',
  label: 'Results',
  hint: 'Search, jump to a page, or run an action',
  nothing: 'No results. Check the spelling: search matches the beginnings of words.',
  loading: 'Loading workspaces …',
  failed: 'Could not load everything. Pages still work.',
  searchFailed: (why: string) => `The search failed: ${why}`,
  actions: 'Actions',
  places: 'Go to',
  records: 'Results',
  exportList: 'Export this list as CSV',
  move: 'move',
  choose: 'open',
  newTab: 'new tab',
  nextKind: 'next kind',
  allResults: 'all results',
  found: (count: number) => plural(count, 'result', 'results'),
  nothingToUndo: 'There is nothing to undo.',
  undone: (label: string) => `Undone: ${label}`,
  keys: {
    title: 'Keyboard shortcuts',
    places,
    goTo: (page: string) => `Go to ${page}`,
    andThen: 'then',
  },
} as const
