import { fileURLToPath } from 'node:url'
import { parseCLI, startVitest, type TestModule } from 'vitest/node'
import {
  closingSummary,
  type FileResult,
  failedOf,
  resultOf,
  traceOf,
} from '../test/support/closing-summary.ts'
import { leftBehind, makeRunFolders, removeAll } from '../test/support/left-behind.ts'

/**
 * `vitest run` for whole suites: runs each file that failed once more, alone, and ends with a summary. Fails if a file
 * failed twice, or if anything stays behind.
 */
const folders = makeRunFolders()
process.env['TMPDIR'] = folders.disk
// For vitest.config.ts.
process.env['ATRIUM_TEST_FOLDER'] = folders.memory
// Otherwise npm and the compiler leave one in the temporary folder.
process.env['NODE_COMPILE_CACHE'] = fileURLToPath(new URL('../node_modules/.cache/tests', import.meta.url))

let isOver = false
process.on('exit', () => {
  removeAll(folders)
  // Programs that the tests load may end this process with 0.
  if (!isOver) process.exitCode ||= 1
})
for (const [signal, code] of Object.entries({ SIGHUP: 129, SIGINT: 130, SIGTERM: 143 }))
  process.once(signal, () => process.exit(code))

/** If more files fail, something is broken, and running them again would only delay the report. */
const mostFlaky = 5

const keyOf = ({ project, file }: FileResult): string => `${project} ${file}`

interface Outcome {
  files: Map<string, FileResult>
  /** The files that failed, by key, to be run again. */
  failed: Map<string, TestModule>
  faults: string[]
}

/** Runs what the arguments ask for, or one file of it. */
async function run(module?: TestModule): Promise<Outcome> {
  process.exitCode = undefined
  const { filter, options } = parseCLI(['vitest', 'run', ...process.argv.slice(2)])
  const { state } = await (module === undefined
    ? startVitest(filter, options)
    : startVitest([module.moduleId], { ...options, project: module.project.name }))
  const files = new Map<string, FileResult>()
  const failed = new Map<string, TestModule>()
  const errors = new Set(state.getUnhandledErrors() as (Error & { VITEST_TEST_PATH?: string })[])
  for (const each of state.getTestModules()) {
    const result = resultOf(each)
    for (const error of [...errors].filter(({ VITEST_TEST_PATH: path }) => path === each.moduleId)) {
      result.failed += 1
      result.traces.push(String(traceOf('Unhandled error', [error])))
    }
    files.set(keyOf(result), result)
    if (result.failed > 0) failed.set(keyOf(result), each)
  }
  const modules = new Set(state.getTestModules().map(({ moduleId }) => moduleId))
  const faults = [...errors]
    .filter(({ VITEST_TEST_PATH: path = '' }) => !modules.has(path))
    .map((error) => String(traceOf('Unhandled error', [error])))
  if (process.exitCode !== undefined && failed.size === 0 && faults.length === 0)
    faults.push('Vitest failed for the reason above.')
  return { files, failed, faults }
}

const { files, failed, faults } = await run()
const flaky: FileResult[] = []
if (failed.size > mostFlaky) process.stdout.write(`${failed.size} files failed; none of them is run again.\n`)
else
  for (const [key, module] of failed) {
    const again = await run(module)
    faults.push(...again.faults)
    const [first, second] = [files.get(key), again.files.get(key)]
    if (first === undefined || second === undefined) continue
    files.set(key, second)
    if (second.failed === 0) flaky.push(first)
  }
faults.push(...leftBehind(folders).map((each) => `Left behind: ${each}`))

const summary = { files: [...files.values()], flaky, faults }
process.stdout.write(closingSummary(summary))
isOver = true
process.exit(failedOf(summary) > 0 ? 1 : 0)
