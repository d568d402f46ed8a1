import { resolve } from 'node:path'
import { type Setting, setting, whole } from './setting.ts'

/** Backups that are made by themselves. */
export interface BackupSchedule {
  /** Undefined: none are made. */
  dir: string | undefined
  everyHours: number
  keep: number
}

export const backupSettings = {
  ATRIUM_BACKUP_DIR: setting(
    '',
    'folder',
    'Where backups are made by themselves, in a process of its own beside the service; see docs/guides/backups.md. Empty: none are made.',
    (value) => (value === '' ? undefined : resolve(value)),
  ),
  ATRIUM_BACKUP_HOURS: setting(
    '24',
    '1–720',
    'How many hours after the last backup began the next one begins. One that failed is tried again after an hour.',
    whole(1, 720),
  ),
  ATRIUM_BACKUP_KEEP: setting(
    '7',
    '1–10000',
    'How many backups stay in the folder; older ones are removed after a good one.',
    whole(1, 10_000),
  ),
} as const satisfies Record<string, Setting<unknown>>
