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

/** How a file of a backup is refused that could lead elsewhere. */
export const notPlain = 'is a link, or not a regular file, and is not read'

/** An installation makes one backup at a time. */
export class CopyUnderWay extends Error {
  constructor({ seconds, alive }: { seconds: number; alive: boolean }) {
    super(
      alive
        ? `Another backup of this installation is being made, or was broken off just now: then the next one can be made in ${seconds} seconds.`
        : `Another backup of this installation was broken off. The next one can be made in ${seconds} seconds.`,
    )
    this.name = 'CopyUnderWay'
  }
}

/** A row of the target differs from its source. */
export class CopyDiffers extends Error {
  constructor(table: string, row: number) {
    super(
      `Row ${row} of the table "${table}" is another one in the target than in its source. The target cannot be served; begin again with a new database.`,
    )
    this.name = 'CopyDiffers'
  }
}

/** A restore or a move was interrupted: why, and what it left. */
export class CopyBroken extends Error {
  readonly left: string

  constructor(cause: unknown, left: string) {
    super('The copy is not whole.', { cause })
    this.name = 'CopyBroken'
    this.left = left
  }
}

/** The backup was told to stop. */
export class CopyStopped extends Error {
  constructor() {
    super('The backup was stopped. Backups that were made before are as they were.')
    this.name = 'CopyStopped'
  }
}

/** A backup, restore or move is not possible, for a reason that the operator can fix. */
export class CopyRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'CopyRefused'
  }
}

/** The target is complete already, and came from the same source. */
export class CopyDone extends CopyRefused {
  constructor() {
    super(
      'This database came from there already, and may have been changed since. Nothing was changed. To do it anew, name a new or an empty database.',
    )
    this.name = 'CopyDone'
  }
}
