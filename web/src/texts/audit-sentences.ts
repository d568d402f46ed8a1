import { recordTexts } from './records.ts'

/** Sentences for single types of entries. `{who}` did it, `{what}` is the record, `{where}` its workspace. */
const auditSentences: Readonly<Record<string, string>> = {
  'company.created': 'The company was created',
  'company.deleted': '{who} deleted the company',
  'company.restored': '{who} restored the company',
  'company.exported': 'The company was exported',
  'company.imported': 'The company was imported',
  'company.signInFailed': 'A sign-in with single sign-on failed',
  'session.signedIn': '{who} signed in',
  'session.signedOut': '{who} signed out',
  'session.ended': '{who} ended a session',
  'user.signInFailed': 'A sign-in as {what} failed',
  'user.created': '{who} added {what}',
  'user.passwordChanged': 'The password of {what} was changed',
  'user.oneTimeCodesSetUp': '{what} set up one-time codes',
  'user.oneTimeCodesRemoved': 'One-time codes were removed from {what}',
  'user.recoveryCodesRenewed': '{what} created new recovery codes',
  'user.recovered': '{what} was recovered from the server',
  'user.singleSignOnLinked': '{what} signed in with single sign-on for the first time',
  'invitation.created': '{who} created a link to choose a password',
  'invitation.accepted': '{who} chose a password with a link',
  'invitation.revoked': 'A link to choose a password was revoked',
  'member.created': '{who} added {what} to {where}',
  'member.updated': '{who} changed the role of {what} in {where}',
  'member.deleted': '{who} removed {what} from {where}',
  'clientKey.created': '{who} created a key for an API client',
  'clientKey.revoked': '{who} revoked a key of an API client',
  'list.exported': '{who} exported a list',
  'workspace.archived': '{who} archived {what}',
  'workspace.unarchived': '{who} unarchived {what}',
}

/** Sentences for verbs that any kind of record can have. */
const auditVerbs: Readonly<Record<string, string>> = {
  created: '{who} created {what}',
  updated: '{who} updated {what}',
  deleted: '{who} deleted {what}',
  restored: '{who} restored {what}',
  moved: '{who} moved {what}',
  placed: '{who} moved {what}',
  copied: '{who} copied {what}',
  merged: '{who} merged {what} into another',
  revoked: '{who} revoked {what}',
  archived: '{who} archived {what}',
  unarchived: '{who} unarchived {what}',
  completed: '{who} completed {what}',
  reopened: '{who} reopened {what}',
  exported: '{who} exported {what}',
  subscribed: '{who} subscribed someone to {what}',
  unsubscribed: '{who} unsubscribed someone from {what}',
  blocked: '{who} added a blocker to {what}',
  unblocked: '{who} removed a blocker from {what}',
  muted: '{who} muted {what}',
  unmuted: '{who} unmuted {what}',
  reacted: '{who} reacted to {what}',
  unreacted: '{who} removed a reaction to {what}',
  paused: '{who} paused {what}',
  resumed: '{who} resumed {what}',
  disabled: '{what} was disabled',
  replayed: '{who} repeated deliveries of {what}',
  secretRotated: '{who} changed the secret of {what}',
  locked: '{who} locked {what}',
  unlocked: '{who} unlocked {what}',
  purged: '{what} was deleted from the trash for good',
}

/** A name of the API in words: `secretRotated` becomes “secret rotated”. */
export const inWords = (name: string): string => name.replaceAll(/([A-Z])/g, ' $1').toLowerCase()

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The label of a changed field. A few names in the log are not fields of the record. */
export function changedField(kind: string, field: string): string {
  const label = recordTexts.field(kind, field)
  return label === field ? capital(inWords(field)) : label
}

/** The sentence for a type of entry. A verb without one is split into words. */
export function auditSentence(type: string): string {
  const verb = type.slice(type.indexOf('.') + 1)
  return auditSentences[type] ?? auditVerbs[verb] ?? `{who}: ${inWords(verb)}, {what}`
}

/** Summarizes a change without naming its author: "Moved a task". */
export function auditSummary(type: string): string {
  const [kind = ''] = type.split('.')
  const text = auditSentence(type)
    .replace(/^\{who\}:? /, '')
    .replace('{what}', recordTexts.aRecord(kind))
    .replace('{where}', recordTexts.aRecord('workspace'))
  return capital(text)
}
