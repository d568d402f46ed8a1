/** A backup differs from what was written. */
export class Damaged extends Error {
  /** The damaged file or content. */
  readonly what: string
  readonly how: string

  constructor(what: string, how = 'is damaged or missing') {
    super(`The backup cannot be used: ${what} ${how}.`)
    this.name = 'Damaged'
    this.what = what
    this.how = how
  }
}

/** An installation runs one backup at a time. */
export class BackupRunning extends Error {
  constructor({ seconds, alive }: { seconds: number; alive: boolean }) {
    super(
      alive
        ? `Another backup of this installation is running. If it was just interrupted, try again in ${seconds} seconds.`
        : `Another backup of this installation was interrupted. Try again in ${seconds} seconds.`,
    )
    this.name = 'BackupRunning'
  }
}

/** A row of the target differs from its source. */
export class CopyDiffers extends Error {
  constructor(table: string, row: number) {
    super(
      `Row ${row} of the table "${table}" differs between the source and the target. The target cannot be served. Start again with a new database.`,
    )
    this.name = 'CopyDiffers'
  }
}

/** A restore or a move was interrupted: why, and what it left. */
export class CopyInterrupted extends Error {
  readonly left: string

  constructor(cause: unknown, left: string) {
    super('The copy is incomplete.', { cause })
    this.name = 'CopyInterrupted'
    this.left = left
  }
}

/** A signal stopped the backup. */
export class BackupStopped extends Error {
  constructor() {
    super('The backup was stopped. Earlier backups are unchanged.')
    this.name = 'BackupStopped'
  }
}

/** A backup, restore or move is not possible, for a reason that the operator can fix. */
export class CopyRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'CopyRefused'
  }
}

/** The target is already complete and came from the same source. */
export class CopyDone extends CopyRefused {
  constructor() {
    super(
      'This database already came from that source, and may have changed since. Nothing was changed. To copy it again, use a new or empty database.',
    )
    this.name = 'CopyDone'
  }
}
