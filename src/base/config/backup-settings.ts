import { resolve } from 'node:path'
import { type Setting, setting, whole } from './setting.ts'

/** Scheduled backups. */
export interface BackupSchedule {
  /** Undefined: none. */
  dir: string | undefined
  everyHours: number
  keep: number
}

export const backupSettings = {
  ATRIUM_BACKUP_DIR: setting(
    '',
    'folder',
    'The folder for scheduled backups, which run in a separate process; see docs/guides/backups.md. Empty: no scheduled backups.',
    (value) => (value === '' ? undefined : resolve(value)),
  ),
  ATRIUM_BACKUP_HOURS: setting(
    '24',
    '1–720',
    'Hours between the start of one backup and the next. A failed backup is retried after an hour.',
    whole(1, 720),
  ),
  ATRIUM_BACKUP_KEEP: setting(
    '7',
    '1–10000',
    'How many backups to keep; older ones are removed after each successful backup.',
    whole(1, 10_000),
  ),
} as const satisfies Record<string, Setting<unknown>>
