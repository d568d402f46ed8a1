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
  api: {
    title: 'API',
    intro:
      'An API client is a program that acts as one of your people. It signs in with a key of its own, and may do exactly what that person may.',
    explorer: 'Open the API explorer',
    create: 'Create client',
    emptyTitle: 'No API clients yet',
    emptyHint: 'Create one to let a program work with your company: it gets a key file, which is shown once.',
    name: 'Name',
    nameHelp: 'What the program is or does, such as "Invoice export".',
    actAs: 'Acts as',
    actAsHelp:
      'Only people who may create workspaces and manage accounts can be chosen. Make a user of its own for it.',
    noActAs: 'Nobody has both permissions yet: give them to somebody under People.',
    compatibility: 'Compatibility mode',
    compatibilityHelp:
      'For integrations written for the earlier service: creating answers with the bare id, errors with the message alone.',
    lastUse: 'Last use',
    neverUsed: 'Never used',
    status: 'Status',
    keys: 'Keys',
    created: 'Made',
    rotate: 'New key',
    rotateTitle: (name: string) => `A second key for ${name}`,
    rotateHint:
      'Both keys work until you revoke the old one, so that the program can be changed without a gap.',
    revokeKey: 'Revoke key',
    revoke: 'Revoke client',
    revokeTitle: (name: string) => `Revoke ${name}`,
    revokeHint: 'It gets no more tokens, and those that it has end at once. This cannot be undone.',
    secretTitle: 'The key file',
    secretOnce:
      'This is the only time that the private key is shown. Keep it where only the program can read it.',
    download: 'Download the key file',
    copyFile: 'Copy the file',
    done: 'I have kept it',
    tryIt: 'How to get a token with it',
  },
} as const
