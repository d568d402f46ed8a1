import type { ParseArgsConfig } from 'node:util'

/** The exit codes. Scripts rely on them. */
export const exitCodes = { done: 0, failed: 1, usage: 2, refused: 3, unreachable: 4 } as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

export interface Streams {
  say: (line: string) => void
  /** For people: progress, hints and errors, apart from the result. */
  note: (line: string) => void
  readInput: () => Promise<string>
  environment: Readonly<Record<string, string | undefined>>
}

/** The options of a call, and its operand. */
type Given = Readonly<Record<string, string | boolean | undefined>>

export interface Command {
  name: string
  summary: string
  /** Shown by --help below the summary. */
  help: string
  options: NonNullable<ParseArgsConfig['options']>
  /** The name of the positional argument, if the command takes one; passed in with the options. */
  operand?: string
  /** With these options it writes nothing, or takes care of it itself. Otherwise it runs as the owner of the data. */
  asAnyUser?: (given: Given, environment: Streams['environment']) => boolean
  run: (given: Given, streams: Streams) => Promise<ExitCode>
}

/** The command was called incorrectly. */
export class UsageFault extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UsageFault'
  }
}

/** The command was called correctly, but the current state does not allow it. */
export class CommandRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'CommandRefused'
  }
}
