import type { ParseArgsConfig } from 'node:util'

/** What the command line ends with; scripts rely on these. */
export const exitCodes = { done: 0, failed: 1, usage: 2, refused: 3, unreachable: 4 } as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

export interface Streams {
  say: (line: string) => void
  /** What a person reads beside the result: progress, hints, faults. */
  note: (line: string) => void
  readInput: () => Promise<string>
  environment: Readonly<Record<string, string | undefined>>
}

export interface Command {
  name: string
  summary: string
  /** Representation by --help, below the summary. */
  help: string
  options: NonNullable<ParseArgsConfig['options']>
  /** The name of the one word that follows the command, where it takes one; given beside the options. */
  operand?: string
  run: (given: Readonly<Record<string, string | boolean | undefined>>, streams: Streams) => Promise<ExitCode>
}

/** A call that cannot be carried out as it was written. */
export class UsageFault extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UsageFault'
  }
}

/** Refused because of the state of things, not because of how it was asked. */
export class Refused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'Refused'
  }
}
