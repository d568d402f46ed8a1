import { counted } from './plural.ts'

/** The texts of backups in Company Setup. */
export const backupTexts = {
  title: 'Backups',
  hint: 'Of the whole installation, including all files. Your operator creates and restores them.',
  state: 'Status',
  states: {
    none: 'No backups yet',
    waiting: 'Waiting for the first backup',
    fine: 'Up to date',
    failed: 'The last backup failed',
    overdue: 'The next backup is overdue',
  },
  running: 'Running now',
  overdueHint: 'Ask your operator to check the disk space and the log of the service.',
  failures: {
    disk_full:
      'There was no disk space left. Your operator can free some; the backup is retried automatically.',
    unavailable: 'The file store could not be reached. The backup is retried automatically.',
    refused: 'The backup folder contains something else. Your operator has to choose another one.',
    stopped: 'It was stopped before it finished. The backup is retried automatically.',
    lacking_contents:
      'It finished, but some file contents are missing in the service. Your operator should run a check.',
    gone: 'The backup folder is empty. A new backup is created automatically; your operator should look for the old ones.',
    failed: 'The log of the service has the reason. The backup is retried automatically.',
  },
  schedule: 'Schedule',
  unscheduled: 'No schedule.',
  every: (hours: number) => (hours === 1 ? 'Every hour' : `Every ${hours} hours`),
  lastGood: 'Last complete backup',
  never: 'Never',
  last: 'Contents of the last backup',
  measure: (rows: number, size: string, seconds: number) =>
    `${counted(rows)} records and ${size} of files, in ${seconds} s`,
} as const
