/** A backup is another one than it was when it was made. */
export class Damaged extends Error {
  /** What is damaged: a file, or a content. */
  readonly what: string
  readonly how: string

  constructor(what: string, how = 'is damaged or missing') {
    super(`The backup cannot be used: ${what} ${how}.`)
    this.name = 'Damaged'
    this.what = what
    this.how = how
  }
}

/** One copy of an installation is made at a time. */
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

/** The target has another row than its source. */
export class CopyDiffers extends Error {
  constructor(table: string, row: number) {
    super(
      `Row ${row} of the table "${table}" is another one in the target than in its source. The target cannot be served; begin again with a new database.`,
    )
    this.name = 'CopyDiffers'
  }
}

/** A restore or a move ended half-way: why, and what is left of it. */
export class CopyBroken extends Error {
  readonly left: string

  constructor(cause: unknown, left: string) {
    super('The copy is not whole.', { cause })
    this.name = 'CopyBroken'
    this.left = left
  }
}

/** Somebody has told it to stop. */
export class CopyStopped extends Error {
  constructor() {
    super('The backup was stopped. Backups that were made before are as they were.')
    this.name = 'CopyStopped'
  }
}

/** A copy cannot be made, or used, as things stand. */
export class CopyRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'CopyRefused'
  }
}

/** The target is whole already, and came from the same source. */
export class CopyDone extends CopyRefused {
  constructor() {
    super(
      'This database came from there already, and may have been changed since. Nothing was changed. To do it anew, name a new or an empty database.',
    )
    this.name = 'CopyDone'
  }
}
