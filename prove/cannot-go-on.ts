/** Why the run ends early; it says nothing about the service. */
export class CannotGoOn extends Error {
  readonly exitCode: number

  constructor(sentence: string, exitCode = 2) {
    super(sentence)
    this.name = 'CannotGoOn'
    this.exitCode = exitCode
  }
}
