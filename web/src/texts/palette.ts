/** The texts of the command palette and of the keyboard shortcuts. */
export const paletteTexts = {
  open: 'Search or jump to',
  label: 'Results',
  hint: 'Search pages and workspaces',
  nothing: 'No results',
  loading: 'Loading workspaces …',
  failed: 'Could not load the workspaces. Pages still work.',
  pages: 'Page',
  workspaces: 'Workspace',
  found: (count: number) => (count === 1 ? '1 result' : `${count} results`),
  keys: {
    title: 'Keyboard shortcuts',
    anywhere: 'Everywhere',
    tables: 'In a table',
    goAnywhere: 'Search or jump to',
    showKeys: 'Show keyboard shortcuts',
    goTo: (page: string) => `Go to ${page}`,
    upDown: 'Move between rows',
    enter: 'Open the row',
    escape: 'Close a dialog',
    andThen: 'then',
  },
} as const
