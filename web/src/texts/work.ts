/** The texts of workspaces and tasks. */
export const workTexts = {
  newWorkspace: 'New workspace',
  createWorkspace: 'Create workspace',
  workspaceName: 'Name',
  workspaceNameHelp: 'For example “Website relaunch”.',
  workspaceDescription: 'Description',
  group: 'Workspace group',
  account: 'Account',
  emptyWorkspaces: 'No workspaces yet',
  emptyWorkspacesHint:
    'A workspace holds the tasks, files and time of people who work together. Its Admins can add you.',
  archived: 'Archived',
  archivedHint: 'This workspace is archived and read-only.',
  workspaceCreated: (name: string) => `${name} created.`,
  newTask: 'New task',
} as const
