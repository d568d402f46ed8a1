import {
  BackupRunning,
  BackupStopped,
  CopyDiffers,
  CopyInterrupted,
  CopyRefused,
  Damaged,
} from '../backup/damage.ts'
import { isOutOfSpace } from '../backup/durable.ts'
import { ConfigFault } from '../base/config.ts'
import { codeOf, Problem } from '../base/errors.ts'
import { CannotBeUsed, whyUnusable } from '../base/folders.ts'
import { OutputFailed } from '../base/output.ts'
import { SecretRefused } from '../base/secret.ts'
import { ExclusiveAccessLost, InUse } from '../db/exclusive-access.ts'
import { DatabaseTooNew } from '../db/migrate.ts'
import { MovedAway } from '../db/moved-away.ts'
import { AlreadyServing, BeingCopied, isUnusable } from '../db/open.ts'
import { explainTls, isReadOnly, isSilent, ReadOnlyDatabase } from '../db/postgres/failures.ts'
import { CannotBeRead } from '../db/sqlite/migrate.ts'
import { CopyUnfinished } from '../db/unfinished-copy.ts'
import { UnfitDatabase } from '../db/unfit-database.ts'
import { CannotListen } from '../http/listen.ts'
import { type Command, CommandRefused, type ExitCode, exitCodes, UsageFault } from './command.ts'
import { nearest } from './nearest.ts'

/** The current state does not allow the command. */
const refusals = [
  AlreadyServing,
  BeingCopied,
  DatabaseTooNew,
  CommandRefused,
  CopyRefused,
  BackupRunning,
  CopyUnfinished,
  InUse,
  MovedAway,
  SecretRefused,
]

/** Explained by their message alone. */
const failures = [OutputFailed, Damaged, CopyDiffers, BackupStopped, ExclusiveAccessLost]

interface Explanation {
  message: string
  code: ExitCode
}

/** Explains to a person why a command ended, and picks its exit code. */
export function explain(error: unknown, command: Pick<Command, 'name' | 'options'>): Explanation {
  if (error instanceof CopyInterrupted) {
    const { message, code } = explain(error.cause, command)
    // A refusal would mean that nothing has changed.
    const ended = code === exitCodes.refused ? exitCodes.failed : code
    return { message: `${message}\n${error.left}`, code: ended }
  }
  const message = messageOf(error)
  const code = codeOf(error)
  if (code.startsWith('ERR_PARSE_ARGS') || error instanceof UsageFault)
    return {
      message: `${explainUsage(code, message, command) ?? message}\nSee: atrium ${command.name} --help`,
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
  if (isOutOfSpace(error)) return { message: explainFullDisk(error), code: exitCodes.failed }
  if (isReadOnly(error)) return { message: new ReadOnlyDatabase().message, code: exitCodes.unreachable }
  const tls = explainTls(error)
  if (tls !== undefined) return { message: tls, code: exitCodes.unreachable }
  if (isSilent(error))
    return {
      message:
        'The database server accepts connections but does not respond. Check that ATRIUM_DATABASE_URL points to PostgreSQL or its pooler, and look at the log of that server.',
      code: exitCodes.unreachable,
    }
  if (isUnusable(error))
    return { message: `The database cannot be used: ${message}`, code: exitCodes.unreachable }
  // Operating system errors have an explanation; anything else is a bug.
  const unusable = whyUnusable(error)
  if (unusable !== undefined) return { message: unusable, code: exitCodes.refused }
  if (error instanceof Error && 'syscall' in error)
    return { message: explainSystemError(message, code), code: exitCodes.failed }
  return { message: error instanceof Error ? (error.stack ?? message) : message, code: exitCodes.failed }
}

/** Explains a wrong option or argument where Node's own message would be misleading. */
function explainUsage(
  code: string,
  message: string,
  { name, options }: Pick<Command, 'name' | 'options'>,
): string | undefined {
  const given = /'([^']*)'/.exec(message)?.[1]
  if (given === undefined) return undefined
  if (code === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL')
    return `Unexpected argument "${given}". "${name}" only takes options: ${flagsOf(options).join(', ')}.`
  const option = given.replace(/^-\w, | <value>$/g, '')
  if (message.includes('argument missing')) return `${option} needs a value.`
  if (message.includes('argument is ambiguous'))
    return `${option} needs a value. Write ${option}=-… if the value begins with a dash.`
  if (code !== 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return undefined
  const near = nearest(given, flagsOf(options))
  return `Unknown option ${given}.${near === undefined ? '' : ` Did you mean ${near}?`}`
}

const flagsOf = (options: Command['options']): string[] =>
  [...Object.keys(options), 'help'].map((name) => `--${name}`)

const explainSystemError = (message: string, code: string): string =>
  code === 'EIO' ? `The disk cannot be read or written: ${message}.` : message

function explainFullDisk(error: unknown): string {
  const path = error instanceof Error && 'path' in error ? ` for ${error.path}` : ''
  return `No space left${path} (${messageOf(error)}). Free some space, then run the same command again.`
}

/** An AggregateError has no message of its own. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '')
    return error.errors.map((each) => messageOf(each)).join('; ')
  return error instanceof Error ? error.message : String(error)
}

function exitCodeOf({ status }: Problem): ExitCode {
  if (status === 409) return exitCodes.refused
  return status === 503 ? exitCodes.unreachable : exitCodes.failed
}
