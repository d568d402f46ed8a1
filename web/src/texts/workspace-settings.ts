/** The texts of the settings of a workspace. */
export const workspaceSettingsTexts = {
  general: 'General',
  adminsOnly: 'Only Admins of this workspace can change its settings.',
  unarchive: 'Unarchive it to change its settings.',
  stages: 'Stages',
  stagesHint:
    'The columns of the board, in order. Tasks show them as their status. Each belongs to a status; a status without a stage gets its own column.',
  stageNo: (name: string) => `Name of ${name}`,
  limitOf: (name: string) => `Limit of ${name}`,
  noLimit: 'No limit',
  moveUp: (name: string) => `Move ${name} up`,
  moveDown: (name: string) => `Move ${name} down`,
  remove: (name: string) => `Delete ${name}`,
  removeVerb: 'Delete stage',
  removeHint: (status: string) =>
    `Its tasks keep the status ${status} and move to its next stage. This cannot be undone.`,
  removed: (name: string) => `Stage ${name} deleted.`,
  saved: (name: string) => `Stage ${name} saved.`,
  limitSaved: (name: string) => `Limit of ${name} saved.`,
  moved: (name: string) => `Stage ${name} moved.`,
  newName: 'New stage',
  namePlaceholder: 'For example In review',
  status: 'Status',
  add: 'Add stage',
  added: (name: string) => `Stage ${name} added.`,
} as const
