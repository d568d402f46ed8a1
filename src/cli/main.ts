import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { ConfigFault } from '../config.ts'
import { CopyRefused, CopyUnderWay, Damaged } from '../copies/damage.ts'
import { CopyDiffers } from '../copies/verify.ts'
import { InUse, NoLongerAlone } from '../db/alone.ts'
import { DatabaseTooNew } from '../db/migrate.ts'
import { CannotBeRead } from '../db/migrate-sqlite.ts'
import { AlreadyServing, BeingCopied, isUnusable } from '../db/open.ts'
import { CopyUnfinished } from '../db/unfinished-copy.ts'
import { Problem } from '../errors.ts'
import { CannotListen } from '../http/listen.ts'
import { version } from '../version.ts'
import { recoverCommand } from './admin.ts'
import { backupCommand } from './backup.ts'
import { checkCommand } from './check.ts'
import { clientCommands } from './client.ts'
import { type Command, type ExitCode, exitCodes, Refused, type Streams, UsageFault } from './command.ts'
import { demoCommand } from './demo.ts'
import { exportCommand } from './export.ts'
import { importCommand } from './import.ts'
import { initCommand } from './init.ts'
import { migrateCommand } from './migrate.ts'
import { moveCommand } from './move.ts'
import { restoreCommand } from './restore.ts'
import { serveCommand } from './serve.ts'

const commands: readonly Command[] = [
  serveCommand,
  initCommand,
  migrateCommand,
  demoCommand,
  checkCommand,
  backupCommand,
  restoreCommand,
  moveCommand,
  exportCommand,
  importCommand,
  ...clientCommands,
  recoverCommand,
]

const processStreams: Streams = {
  say: (line) => process.stdout.write(`${line}\n`),
  note: (line) => process.stderr.write(`${line}\n`),
  readInput: () => text(process.stdin),
  environment: process.env,
}

/** The operator's command line. */
export async function main(words: readonly string[], streams: Streams = processStreams): Promise<ExitCode> {
  const [name, ...rest] = words
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    streams.say(overview())
    return name === undefined ? exitCodes.usage : exitCodes.done
  }
  if (name === '--version' || name === 'version') {
    streams.say(version)
    return exitCodes.done
  }
  const command =
    commands.find((each) => each.name === `${name} ${rest[0]}`) ?? commands.find((each) => each.name === name)
  if (command === undefined) {
    const group = commands.filter((each) => each.name.startsWith(`${name} `))
    if (group.length > 0 && (rest[0] === '--help' || rest[0] === '-h')) {
      streams.say(group.map(helpOf).join('\n\n'))
      return exitCodes.done
    }
    const wanted = group.length > 0 && rest[0] !== undefined ? `${name} ${rest[0]}` : name
    streams.note(`There is no command "${wanted}".\n\n${overview()}`)
    return exitCodes.usage
  }
  try {
    const { values, positionals } = parseArgs({
      args: words.slice(command.name.split(' ').length),
      options: { ...command.options, help: { type: 'boolean', short: 'h' } },
      strict: true,
      allowPositionals: command.operand !== undefined,
    })
    if (values.help === true) {
      streams.say(helpOf(command))
      return exitCodes.done
    }
    if (positionals.length > 1)
      throw new UsageFault(`One ${command.operand} is taken, not ${positionals.length}.`)
    const operand = command.operand === undefined ? {} : { [command.operand]: positionals[0] }
    return await command.run(
      { ...(values as Record<string, string | boolean | undefined>), ...operand },
      streams,
    )
  } catch (error) {
    const { message, code } = explain(error, command)
    streams.note(message)
    return code
  }
}

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
]

/** Told by their message alone. */
const failures = [Damaged, CopyDiffers, NoLongerAlone]

function explain(error: unknown, command: Command): { message: string; code: ExitCode } {
  const message = messageOf(error)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code.startsWith('ERR_PARSE_ARGS') || error instanceof UsageFault)
    return { message: `${message}\nSee: atrium ${command.name} --help`, code: exitCodes.usage }
  if (error instanceof ConfigFault) return { message, code: exitCodes.usage }
  if (refusals.some((kind) => error instanceof kind)) return { message, code: exitCodes.refused }
  if (failures.some((kind) => error instanceof kind)) return { message, code: exitCodes.failed }
  if (error instanceof CannotBeRead) return { message, code: exitCodes.unreachable }
  if (error instanceof CannotListen)
    return { message, code: error.inUse ? exitCodes.refused : exitCodes.usage }
  if (error instanceof Problem) return { message, code: codeOf(error) }
  if (isUnusable(error))
    return { message: `The database cannot be used: ${message}`, code: exitCodes.unreachable }
  // What the operating system refuses says itself what and where; anything else is a fault of ours.
  const isSystem = error instanceof Error && 'syscall' in error
  return {
    message: error instanceof Error && !isSystem ? (error.stack ?? message) : message,
    code: exitCodes.failed,
  }
}

/** Several attempts that all failed have no message of their own. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '')
    return error.errors.map((each) => messageOf(each)).join('; ')
  return error instanceof Error ? error.message : String(error)
}

function codeOf({ status }: Problem): ExitCode {
  if (status === 409) return exitCodes.refused
  return status === 503 ? exitCodes.unreachable : exitCodes.failed
}

function overview(): string {
  const width = Math.max(...commands.map(({ name }) => name.length))
  return [
    'Usage: atrium <command> [options]    (in a checkout: npm run atrium -- <command> [options])',
    '',
    ...commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    'atrium <command> --help tells more of each. Settings are environment variables; docs/settings.md lists them.',
    '',
    'Exit codes: 0 done, 1 failed, 2 wrong usage or settings, 3 refused as things stand, 4 database out of reach.',
  ].join('\n')
}

function helpOf({ name, summary, help }: Command): string {
  return `atrium ${name}: ${summary}\n\n${help.trim()}`
}
