/** The texts of backups in Company Setup. */
export const backupTexts = {
  title: 'Backups',
  hint: 'Of the whole installation, with all its files. Those who run the service make and restore them.',
  state: 'State',
  states: {
    none: 'None yet',
    waiting: 'The first is still to be made',
    fine: 'Fine',
    failed: 'The last backup failed',
    overdue: 'The next backup is overdue',
  },
  running: 'Being made now',
  overdueHint: 'Ask those who run the service whether it has room, and whether its log tells of a backup.',
  failures: {
    disk_full:
      'There was no room left for it. Those who run the service can make room; it is tried again by itself.',
    unavailable: 'The file store was out of reach. It is tried again by itself.',
    refused: 'Its folder holds something else. Those who run the service have to name another one.',
    stopped: 'It was stopped before its end. It is tried again by itself.',
    lacking_contents:
      'It was made, but the service itself lacks contents of files. Those who run it should check them.',
    gone: 'Its folder holds no backups any more. A new one is made by itself; those who run the service should look for the others.',
    failed: 'The log of the service tells why. It is tried again by itself.',
  },
  schedule: 'Schedule',
  unscheduled: 'None are made by themselves.',
  every: (hours: number) => (hours === 1 ? 'Every hour' : `Every ${hours} hours`),
  lastGood: 'Last whole backup',
  never: 'Never',
  last: 'What the last one holds',
  measure: (rows: number, size: string, seconds: number) =>
    `${new Intl.NumberFormat().format(rows)} records and ${size} of files, in ${seconds} s`,
} as const
