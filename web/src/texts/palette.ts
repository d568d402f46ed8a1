import { setupTexts } from './setup.ts'
import { texts } from './texts.ts'

/** The texts of the palette that goes anywhere, and of the list of keys. */
export const paletteTexts = {
  open: 'Go anywhere',
  label: 'Where to go',
  hint: 'Type the name of a page or a workspace',
  nothing: 'Nothing is called that.',
  loading: 'Looking for workspaces …',
  failed: 'The workspaces could not be loaded; the pages can be reached.',
  pages: 'Pages',
  workspaces: 'Workspaces',
  found: (count: number) => (count === 1 ? '1 place' : `${count} places`),
  /** What a page is called here, by its address; others are called by the end of their address. */
  names: {
    '/workspaces': texts.rail.workspaces,
    '/tasks': texts.rail.tasks,
    '/account': texts.rail.account,
    '/setup': `${setupTexts.title}: ${setupTexts.sections.general}`,
    '/setup/people': `${setupTexts.title}: ${setupTexts.sections.people}`,
    '/setup/workspaces': `${setupTexts.title}: ${setupTexts.sections.workspaces}`,
    '/setup/advanced/api': `${setupTexts.title}: ${setupTexts.sections.api}`,
    '/setup/advanced/audit': `${setupTexts.title}: ${setupTexts.sections.audit}`,
    '/setup/advanced/security': `${setupTexts.title}: ${setupTexts.sections.security}`,
    '/explorer': 'API explorer',
    '/problems': 'Errors of the API',
  } as Readonly<Record<string, string>>,
  keys: {
    title: 'Keys',
    anywhere: 'Anywhere',
    tables: 'In a table',
    goAnywhere: 'Go to any page or workspace',
    showKeys: 'Show this list',
    goTo: (place: string) => `Go to ${place}`,
    upDown: 'Move between rows',
    enter: 'Open the row',
    escape: 'Close a dialog',
    andThen: 'then',
  },
} as const
