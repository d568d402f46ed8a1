import { plural } from './plural.ts'

const uses = (tasks: number, files: number): string =>
  `${plural(tasks, 'task', 'tasks')} and ${plural(files, 'file', 'files')}`

/** The texts of Company Setup, Tags. */
export const tagTexts = {
  intro:
    'Tags group tasks and files across workspaces. New ones are created when someone uses a name for the first time.',
  name: 'Name',
  tasks: 'Tasks',
  files: 'Files',
  create: 'New tag',
  createVerb: 'Create tag',
  created: (name: string) => `Tag ${name} created.`,
  taken: 'Another tag has this name. To combine the two, merge them.',
  rename: 'Rename',
  renameTitle: (name: string) => `Rename ${name}`,
  renameHelp: 'The new name appears on everything that has the tag.',
  renamed: (name: string) => `Tag renamed to ${name}.`,
  merge: 'Merge into another tag',
  mergeTitle: (name: string) => `Merge ${name} into another tag`,
  mergeVerb: 'Merge tags',
  mergeHint: (name: string, tasks: number, files: number) =>
    `${uses(tasks, files)} get the other tag instead of ${name}. This cannot be undone.`,
  into: 'Merge into',
  noOther: 'No other tag starts with this',
  merged: (name: string, into: string) => `${name} merged into ${into}.`,
  remove: 'Delete',
  removeTitle: (name: string) => `Delete ${name}`,
  removeVerb: 'Delete tag',
  removeHint: (tasks: number, files: number) =>
    tasks + files === 0
      ? 'Nothing has this tag. Deleting it cannot be undone.'
      : `The tag is removed from ${uses(tasks, files)}, which are kept. This cannot be undone.`,
  removed: (name: string) => `Tag ${name} deleted.`,
  emptyTitle: 'No tags yet',
  emptyHint: 'Create one here, or type a new name in the tags of a task.',
} as const
