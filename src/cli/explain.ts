import { CopyBroken, CopyDiffers, CopyRefused, CopyStopped, CopyUnderWay, Damaged } from '../backup/damage.ts'
import { isWithoutRoom } from '../backup/durable.ts'
import { ConfigFault } from '../base/config.ts'
import { codeOf, Problem } from '../base/errors.ts'
import { CannotBeUsed, whyUnusable } from '../base/folders.ts'
import { CannotSay } from '../base/output.ts'
import { InUse, NoLongerAlone } from '../db/alone.ts'
import { DatabaseTooNew } from '../db/migrate.ts'
import { MovedAway } from '../db/moved-away.ts'
import { AlreadyServing, BeingCopied, isUnusable } from '../db/open.ts'
import { CannotBeRead } from '../db/sqlite/migrate.ts'
import { CopyUnfinished } from '../db/unfinished-copy.ts'
import { UnfitDatabase } from '../db/unfit-database.ts'
import { CannotListen } from '../http/listen.ts'
import { type Command, type ExitCode, exitCodes, Refused, UsageFault } from './command.ts'
import { nearest } from './nearest.ts'

/** Refused as things stand. */
const refusals = [
  AlreadyServing,
  BeingCopied,
  DatabaseTooNew,
  Refused,
  CopyRefused,
  CopyUnderWay,
  CopyUnfinished,
  InUse,
  MovedAway,
]

/** Told by their message alone. */
const failures = [CannotSay, Damaged, CopyDiffers, CopyStopped, NoLongerAlone]

export interface Explained {
  message: string
  code: ExitCode
}

/** What ended a command, for a person, and what it exits with. */
export function explain(error: unknown, command: Command): Explained {
  if (error instanceof CopyBroken) {
    const { message, code } = explain(error.cause, command)
    // What is refused has changed nothing.
    const ended = code === exitCodes.refused ? exitCodes.failed : code
    return { message: `${message}\n${error.left}`, code: ended }
  }
  const message = messageOf(error)
  const code = codeOf(error)
  if (code.startsWith('ERR_PARSE_ARGS') || error instanceof UsageFault)
    return {
      message: `${misread(code, message, command) ?? message}\nSee: atrium ${command.name} --help`,
      code: exitCodes.usage,
    }
  if (error instanceof ConfigFault) return { message, code: exitCodes.usage }
  if (refusals.some((kind) => error instanceof kind)) return { message, code: exitCodes.refused }
  if (failures.some((kind) => error instanceof kind)) return { message, code: exitCodes.failed }
  if ([CannotBeRead, CannotBeUsed, UnfitDatabase].some((kind) => error instanceof kind))
    return { message, code: exitCodes.unreachable }
  if (error instanceof CannotListen)
    return { message, code: error.inUse ? exitCodes.refused : exitCodes.usage }
  if (error instanceof Problem) {
    const cause = error.cause instanceof Error ? ` (${messageOf(error.cause)})` : ''
    return { message: message + cause, code: exitCodeOf(error) }
  }
  if (isWithoutRoom(error)) return { message: ofRoom(error), code: exitCodes.failed }
  if (isUnusable(error))
    return { message: `The database cannot be used: ${message}`, code: exitCodes.unreachable }
  // What the operating system refuses is told in words; anything else is a fault of ours.
  const unusable = whyUnusable(error)
  if (unusable !== undefined) return { message: unusable, code: exitCodes.refused }
  if (error instanceof Error && 'syscall' in error)
    return { message: ofSystem(message, code), code: exitCodes.failed }
  return { message: error instanceof Error ? (error.stack ?? message) : message, code: exitCodes.failed }
}

/** What is wrong with an option or a word, where Node's own words would tell of files by such names, or of nothing to do. */
function misread(code: string, message: string, { name, options }: Command): string | undefined {
  const given = /'([^']*)'/.exec(message)?.[1]
  if (given === undefined) return undefined
  if (code === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL')
    return `"${given}" stands alone, and "${name}" takes options only: ${flagsOf(options).join(', ')}.`
  const option = given.replace(/^-\w, | <value>$/g, '')
  if (message.includes('argument missing')) return `${option} must be followed by a value.`
  if (message.includes('argument is ambiguous'))
    return `${option} must be followed by a value; one that begins with a dash is given as ${option}=-….`
  if (code !== 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return undefined
  const near = nearest(given, flagsOf(options))
  return `There is no option ${given}.${near === undefined ? '' : ` Is it ${near}?`}`
}

const flagsOf = (options: Command['options']): string[] =>
  [...Object.keys(options), 'help'].map((name) => `--${name}`)

const ofSystem = (message: string, code: string): string =>
  code === 'EIO' ? `The disk cannot be read or written: ${message}.` : message

function ofRoom(error: unknown): string {
  const path = error instanceof Error && 'path' in error ? ` for ${error.path}` : ''
  return `There is no room left${path} (${messageOf(error)}). Make room, and give the same command again.`
}

/** Several attempts that all failed have no message of their own. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '')
    return error.errors.map((each) => messageOf(each)).join('; ')
  return error instanceof Error ? error.message : String(error)
}

function exitCodeOf({ status }: Problem): ExitCode {
  if (status === 409) return exitCodes.refused
  return status === 503 ? exitCodes.unreachable : exitCodes.failed
}
