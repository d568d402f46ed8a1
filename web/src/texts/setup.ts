/** The texts of Company Setup. */
export const setupTexts = {
  title: 'Company Setup',
  sections: {
    general: 'General',
    people: 'People',
    workspaces: 'Workspaces',
    api: 'API',
    audit: 'Audit',
    security: 'Sessions and security',
    advanced: 'Advanced',
  },
  forbiddenHint:
    'Company Setup is for company administrators. Ask one of them if something here should be different.',
  draft: {
    discard: 'Discard changes',
    conflictTitle: 'Somebody else has saved something meanwhile',
    conflictHint: 'What you have typed is still here, and nothing of it is saved. This is stored now:',
    conflictElsewhere:
      'It was something else than what you are changing here. What you have typed is still here, and not saved yet.',
    isNow: (label: string, value: string) => `${label}: ${value}`,
    saveMine: 'Save mine over it',
    takeTheirs: 'Take what is stored',
    nothing: 'nothing',
    yes: 'yes',
    no: 'no',
  },
  nobodyKnown: 'Somebody who is gone',
} as const
