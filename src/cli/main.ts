import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { commandName, isCheckout } from '../base/checkout.ts'
import { readConfig } from '../base/config.ts'
import { note, OutputFailed, say } from '../base/output.ts'
import { version } from '../base/version.ts'
import { recoverCommand } from './admin.ts'
import { backupCommand } from './backup.ts'
import { checkCommand } from './check.ts'
import { clientCommands } from './client.ts'
import { type Command, type ExitCode, exitCodes, type Streams, UsageFault } from './command.ts'
import { companyCommands } from './company.ts'
import { demoCommand } from './demo.ts'
import { doctorCommand } from './doctor.ts'
import { explain } from './explain.ts'
import { exportCommand } from './export.ts'
import { importCommand } from './import.ts'
import { initCommand } from './init.ts'
import { migrateCommand } from './migrate.ts'
import { moveCommand } from './move.ts'
import { nearest } from './nearest.ts'
import { becomeOwner } from './owner.ts'
import { reindexCommand } from './reindex.ts'
import { restoreCommand } from './restore.ts'
import { secretCommand } from './secret.ts'
import { serveCommand } from './serve.ts'

const commands: readonly Command[] = [
  serveCommand,
  initCommand,
  migrateCommand,
  demoCommand,
  checkCommand,
  reindexCommand,
  doctorCommand,
  backupCommand,
  restoreCommand,
  moveCommand,
  exportCommand,
  importCommand,
  ...companyCommands,
  ...clientCommands,
  recoverCommand,
  secretCommand,
]

const processStreams: Streams = {
  say,
  note,
  readInput: () => text(process.stdin),
  environment: process.env,
}

/** The operator's command line. */
export async function main(words: readonly string[], streams: Streams = processStreams): Promise<ExitCode> {
  try {
    return await runCommand(words, streams)
  } catch (error) {
    if (!(error instanceof OutputFailed)) throw error
    streams.note(error.message)
    return exitCodes.failed
  }
}

async function runCommand(words: readonly string[], streams: Streams): Promise<ExitCode> {
  const [name, ...rest] = words
  if (name === 'help' && rest.length > 0) return runCommand([...rest, '--help'], streams)
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
    if (group.length > 0 && rest[0] === undefined) {
      streams.note(`"${name}" needs a subcommand:\n\n${listOf(group)}\n\n${more}`)
      return exitCodes.usage
    }
    const wanted = group.length > 0 ? `${name} ${rest[0]}` : name
    const near = nearest(
      wanted,
      commands.map((each) => each.name),
    )
    const hint = near === undefined ? '' : ` Did you mean "${near}"?`
    const known = group.length > 0 ? `${listOf(group)}\n\n${more}` : overview()
    streams.note(`Unknown command "${wanted}".${hint}\n\n${known}`)
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
      throw new UsageFault(`Expected one ${command.operand?.toUpperCase()}, got ${positionals.length}.`)
    const operand = command.operand === undefined ? {} : { [command.operand]: positionals[0] }
    const given = { ...(values as Record<string, string | boolean | undefined>), ...operand }
    if (command.asAnyUser?.(given, streams.environment) !== true)
      becomeOwner(readConfig(streams.environment), words, streams.note)
    return await command.run(given, streams)
  } catch (error) {
    const { message, code } = explain(error, command)
    streams.note(message)
    return code
  }
}

const more = 'Run "atrium <command> --help" for details.'

function listOf(some: readonly Command[]): string {
  const width = Math.max(...some.map(({ name }) => name.length))
  return some.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`).join('\n')
}

function overview(): string {
  return [
    `Usage: atrium <command> [options]${isCheckout() ? `    (in a checkout: ${commandName()} <command> [options])` : ''}`,
    '',
    listOf(commands),
    '',
    `${more} Settings are environment variables; docs/settings.md lists them.`,
    '',
    'Exit codes: 0 success, 1 failure, 2 wrong usage or settings, 3 not possible in the current state, 4 database or file store unavailable.',
    'See docs/operating.md for details.',
  ].join('\n')
}

function helpOf({ name, summary, help }: Command): string {
  return `atrium ${name}: ${summary}\n\n${help.trim()}`
}
