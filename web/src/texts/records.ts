import { records } from '../api/records.ts'

/** What to say when a list of this kind is empty. */
const emptyHints: Readonly<Record<string, string>> = {
  task: 'Tasks say what to do, who does it and when it is due.',
  tasklist: 'Task lists group tasks that belong together.',
  milestone: 'Milestones mark the dates the work is heading for.',
  event: 'Events show up in the calendar of this workspace.',
  folder: 'Folders keep the files of this workspace in order.',
  change: 'Everything that changes is listed here.',
  member: 'Members can see everything in this workspace.',
  workspace: 'A workspace holds the tasks, files and time of people who work together.',
}

/** Booleans that lists filter by, though no record shows them. */
export const filterLabels: Readonly<Record<string, string>> = {
  open: 'Open',
  overdue: 'Overdue',
  unassigned: 'Unassigned',
  topLevel: 'Not a subtask',
  blocked: 'Blocked',
}

const one = (kind: string): string => records[kind]?.one ?? kind
const many = (kind: string): string => records[kind]?.many ?? kind

/** Kinds in the audit log that the company has only one of, or that are not records. */
const otherNouns: Readonly<Record<string, string>> = { company: 'the company', list: 'a list' }

/** The name of a kind inside a sentence; only an abbreviation keeps its capitals. */
function inSentence(kind: string): string {
  const name = one(kind)
  return name.charAt(1) === name.charAt(1).toUpperCase() ? name : name.charAt(0).toLowerCase() + name.slice(1)
}

/** The texts of the pages of single records. What kinds and fields are called comes from their description. */
export const recordTexts = {
  one,
  many,
  /** "a task", "an event" */
  aRecord: (kind: string): string =>
    otherNouns[kind] ??
    `${'aeiou'.includes(one(kind).charAt(0).toLowerCase()) ? 'an' : 'a'} ${inSentence(kind)}`,
  /** "the workspace", before its name */
  theRecord: (kind: string): string => `the ${inSentence(kind)}`,
  field: (kind: string, field: string): string => records[kind]?.fields[field]?.label ?? field,
  /** Records of a kind inside one of the same kind. */
  nested: (kind: string): string => `Sub${many(kind).toLowerCase()}`,
  emptyTitle: (kind: string): string =>
    kind === 'auditEntry' ? 'No activity yet' : `No ${many(kind).toLowerCase()} yet`,
  emptyHint: (kind: string): string => emptyHints[kind] ?? `${many(kind)} will be listed here.`,
  details: 'Details',
  none: 'None',
  yes: 'Yes',
  no: 'No',
  minutes: (minutes: number): string => {
    const hours = Math.floor(minutes / 60)
    const rest = minutes % 60
    return [...(hours > 0 ? [`${hours} h`] : []), ...(rest > 0 || hours === 0 ? [`${rest} min`] : [])].join(
      ' ',
    )
  },
  onScale: (label: string, value: number, scale: number): string => `${label} ${value} of ${scale}`,
  developer: 'Developer',
  id: 'ID',
  permalink: 'Permalink',
  json: 'Show JSON',
  hidden: 'No access',
  shownWithOthers: 'Open the record it belongs to, then choose it from the list there.',
  unknownKind: (kind: string): string => `There are no records called ${kind}`,
  unknownKindHint: 'Check the address. It may also come from a newer version.',
} as const
