/** The texts of Company Setup, Advanced, API. */
export const apiTexts = {
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
  tokenUrl: 'Where it gets its tokens',
  details: 'Settings',
  edit: 'Change client',
  saved: 'The client is saved.',
  somebodyElse: 'somebody else',
  compatibilityOn: 'On. It was chosen when the client was made, and stays.',
  compatibilityOff:
    'Off. It is chosen when a client is made; for an integration that needs it, make a new client.',
  keysTitle: 'Keys',
  keysHint: 'A client can have two keys at a time, so that one can be replaced without a gap.',
  key: 'Key',
  keyNoun: (fingerprint: string) => `the key ${fingerprint}`,
  noKeys: 'No keys',
  noKeysHint: 'Without a key the client gets no tokens. Make one to let it in again.',
  revokeKeyTitle: (fingerprint: string) => `Revoke the key ${fingerprint}`,
  revokeKeyHint: (last: boolean) =>
    last
      ? 'It is the only key of this client: the program stops at once, until it has a new key. This cannot be undone.'
      : 'It gets no more tokens, and those that it got end at once. The other key goes on working. This cannot be undone.',
  keyRevoked: 'The key is revoked.',
  clientRevoked: (name: string) => `${name} is revoked.`,
  revokedHint: 'This client is revoked. It gets nothing any more, and cannot be changed.',
  revokeSection: 'Revoke this client',
  revokeSectionHint:
    'The program stops at once and for good. To pause it for a while, deactivate the person that it acts as.',
  yes: 'On',
  no: 'Off',
  statusActive: 'Active',
  statusRevoked: 'Revoked',
} as const
