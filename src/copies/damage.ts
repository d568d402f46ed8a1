/** A backup is another one than it was when it was made. */
export class Damaged extends Error {
  /** What is damaged: a file, or a content. */
  readonly what: string

  constructor(what: string, how = 'is damaged or missing') {
    super(`The backup cannot be used: ${what} ${how}.`)
    this.name = 'Damaged'
    this.what = what
  }
}

/** One copy of an installation is made at a time. */
export class CopyUnderWay extends Error {
  constructor() {
    super('Another backup of this installation is being made, or was broken off less than two minutes ago.')
    this.name = 'CopyUnderWay'
  }
}

/** A copy cannot be made, or used, as things stand. */
export class CopyRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'CopyRefused'
  }
}
