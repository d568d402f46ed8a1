/** The texts of the trash. */
export const trashTexts = {
  hint: 'Deleted items stay here for 30 days.',
  workspace: 'Workspace',
  kinds: { task: 'Tasks', file: 'Files', folder: 'Folders', workspace: 'Workspaces' },
  restore: 'Restore',
  restored: (name: string) => `${name} restored.`,
  deleted: 'Deleted',
  by: (name: string) => `by ${name}`,
  more: 'Show more',
  empty: 'Nothing deleted in this workspace',
  noWorkspace: 'No deleted tasks, files or folders',
  emptyHint: 'Deleted tasks, files and folders appear here, and can be restored.',
  closed: 'Only people who can edit a workspace can see its trash.',
} as const
