import { fileTexts as words } from '../texts/files.ts'

/** "A name ending in `[READONLY]` makes a file read-only to all but Admins of the workspace." */
const mark = ' [READONLY]'

export const isReadOnly = (status: string): boolean => status.endsWith(mark)

export const bareStatus = (status: string): string =>
  isReadOnly(status) ? status.slice(0, -mark.length) : status

export const markedStatus = (name: string, readOnly: boolean): string => `${name}${readOnly ? mark : ''}`

/** A status as people read it: "Final, read-only". */
export const shownStatus = (status: string): string =>
  isReadOnly(status) ? words.readOnlyStatus(bareStatus(status)) : status
