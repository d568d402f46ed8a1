import type { KnownField, Operator } from '../api/records.ts'
import { plural } from './plural.ts'

const ofTime: Readonly<Record<Operator, string>> = {
  '=': 'is',
  '>': 'after',
  '<': 'before',
  '>=': 'on or after',
  '<=': 'on or before',
  startsWith: 'starts with',
  contains: 'contains',
}

const ofOthers: Readonly<Record<Operator, string>> = {
  '=': 'is',
  '>': 'greater than',
  '<': 'less than',
  '>=': 'at least',
  '<=': 'at most',
  startsWith: 'starts with',
  contains: 'contains',
}

/** Every text of the application is in this folder, ready for translation. A text with a gap is a function. */
export const texts = {
  product: 'Atrium',
  skipToContent: 'Skip to content',
  breadcrumb: 'Breadcrumb',
  rail: {
    label: 'Main',
    search: 'Search',
    more: 'More',
    fold: 'Collapse the navigation',
    unfold: 'Expand the navigation',
    signOut: 'Sign out',
    signOutTitle: 'Sign out and discard your drafts?',
    signOutHint:
      'You have unsent or unsaved text, here or in another tab. Signing out removes it from this browser.',
    theme: 'Appearance',
    light: 'Light',
    dark: 'Dark',
    auto: 'System',
  },
  favorites: {
    title: 'Favorites',
    add: 'Add to favorites',
    remove: 'Remove from favorites',
    up: 'Move up',
    down: 'Move down',
    actions: (name: string) => `Actions for ${name}`,
  },
  states: {
    new: (count: number) => `${count} new`,
    justNow: 'just now',
    loading: 'Loading',
    unreachable: 'Can’t reach the service',
    unreachableHint: 'It may be restarting. This page keeps trying; what you see may be out of date.',
    cannotReach: 'Can’t reach the service. Nothing is lost; try again when it is back.',
    couldNotReach: 'Not saved, because the service could not be reached.',
    unexpected: 'Unexpected response from the service.',
    about: (what: string, why: string) => `${what}: ${why}`,
    undoOf: (label: string) => `Undo: ${label.replace(/\.$/, '')}`,
    changedByOthers: 'Someone else changed this in the meantime, so your change was not saved.',
    tryingIn: (seconds: number) => `Trying again in ${seconds} s`,
    tryingNow: 'Trying again',
    tryNow: 'Try again',
    backAgain: 'Back online.',
    failed: 'Could not load this',
    tryAgain: 'Try again',
    requestId: 'Request ID',
    copy: 'Copy',
    copied: 'Copied',
    notFound: 'Page not found',
    notFoundHint: 'The address may be wrong, or the page was deleted.',
    forbidden: 'You don’t have access',
    adminsOnly: 'Company Setup is for company administrators. Ask one of them to change something here.',
    goHome: 'Go to the start page',
  },
  table: {
    newer: 'Newer',
    older: 'Older',
    previous: 'Previous',
    next: 'Next',
    columns: 'Columns',
    addFilter: 'Add filter',
    removeFilter: (text: string) => `Remove filter: ${text}`,
    clearFilters: 'Clear filters',
    nothingMatches: 'No matches',
    nothingHere: 'Nothing on this page any more.',
    copyAsRequest: 'Copy as API request',
    sortBy: (column: string) => `Sort by ${column}`,
    field: 'Field',
    operator: 'Condition',
    operators: (operator: Operator, type: KnownField['type'] = 'text') =>
      type === 'date' || type === 'date-time' ? ofTime[operator] : ofOthers[operator],
    today: 'today',
    tomorrow: 'tomorrow',
    yesterday: 'yesterday',
    daysAway: (days: number) =>
      days > 0 ? `${plural(days, 'day', 'days')} from today` : `${plural(-days, 'day', 'days')} ago`,
    dayOfWeek: (day: string, weeks: number) => {
      if (weeks === 0) return `${day} this week`
      if (weeks === 1) return `${day} next week`
      if (weeks === -1) return `${day} last week`
      return weeks > 0 ? `${day} in ${weeks} weeks` : `${day} ${-weeks} weeks ago`
    },
    value: 'Value',
    idOf: (kind: string) => `${kind} ID`,
    inUnit: (unit: string) => `In ${unit}`,
    valueMissing: 'Enter or choose a value.',
    apply: 'Apply',
    select: (name: string) => `Select ${name}`,
    selectAll: 'Select all on this page',
    exportCsv: 'Export CSV',
    exporting: (size: string) => `${size} so far`,
    cancelExport: 'Cancel export',
    exported: (size: string) => `Export saved (${size}).`,
    actions: 'Actions',
  },
  deleted: {
    title: 'This company is deleted',
    hint: (day: string) =>
      `Only administrators can sign in, and nothing can be changed. Everything is purged on ${day}.`,
    undo: 'Undo deletion',
    restored: 'The company is restored.',
  },
  form: {
    cancel: 'Cancel',
    undo: 'Undo',
    close: 'Close',
    save: 'Save changes',
    somethingChanged: 'Someone else changed this in the meantime. Check it, then save again.',
    required: 'Required.',
    nameKept: (name: string) => `The name can’t be empty, so it is still “${name}”.`,
    typeToConfirm: (name: string) => `Type ${name} to confirm`,
  },
} as const
