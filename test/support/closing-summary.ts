import type { TestCase, TestModule } from 'vitest/node'

/** The result of a test file. */
export interface FileResult {
  project: string
  file: string
  seconds: number
  passed: number
  failed: number
  /** Each skipped test, with the reason. */
  skipped: string[]
  /** Each failed test, with its errors and where they were thrown. */
  traces: string[]
}

export function resultOf(module: TestModule): FileResult {
  const { children, project, relativeModuleId: file } = module
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } =
    module.diagnostic()
  const failed = [...children.allTests('failed')]
  const traces = [
    ...[module, ...children.allSuites()].map((each) => traceOf(file, each.errors())),
    ...failed.map((each) => traceOf(each.fullName, each.result().errors)),
  ].filter((trace) => trace !== undefined)
  return {
    project: project.name,
    file,
    seconds: (environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration) / 1000,
    passed: [...children.allTests('passed')].length,
    // A file that cannot be loaded has failed, although none of its tests did.
    failed: failed.length === 0 && !module.ok() ? 1 : failed.length,
    skipped: [...children.allTests('skipped')].flatMap(skipOf),
    traces,
  }
}

/** Nothing for a test that a sample leaves out: it is not skipped, but part of another command. */
function skipOf(test: TestCase): string[] {
  const { state, note } = test.result() as { state: string; note?: string }
  return state === 'skipped' && note !== undefined ? [`${test.fullName}: ${note}`] : []
}

interface Thrown {
  name?: string
  message: string
  stacks?: { file: string; line: number; column: number }[]
}

export function traceOf(name: string, errors: readonly Thrown[] = []): string | undefined {
  if (errors.length === 0) return undefined
  const lines = errors.flatMap(({ name: kind = 'Error', message, stacks = [] }) => [
    `${kind}: ${message}`,
    ...stacks.map(({ file, line, column }) => `  at ${file}:${line}:${column}`),
  ])
  return [name, ...lines].join('\n')
}

/** The result of a run. */
export interface Summary {
  files: readonly FileResult[]
  /** The first results of files that failed, and then passed alone. */
  flaky: readonly FileResult[]
  /** Why the run failed, apart from tests. */
  faults: readonly string[]
}

export const failedOf = ({ files, faults }: Summary): number =>
  files.reduce((sum, { failed }) => sum + failed, faults.length)

/**
 * The skipped tests and why, a count for each project, the slowest files, the flaky ones, and `1204 passed, 0 failed` as
 * the last line.
 */
export function closingSummary(summary: Summary): string {
  const { files, flaky, faults } = summary
  const counts = [...Map.groupBy(files, ({ project }) => project)].map(
    ([project, all]) =>
      `${project}: ${passedOf(all)} passed, ${failedOf({ files: all, flaky, faults: [] })} failed`,
  )
  const slowest = files
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, 10)
    .map(({ project, file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${project}  ${file}`)
  return [
    ...files.flatMap(({ skipped }) => skipped.map((each) => `skipped: ${each}`)),
    'The slowest files:',
    ...slowest,
    ...flaky.map(
      ({ project, file, traces }) =>
        `Flaky: ${file} (${project}) failed, and passed when it ran alone. Enter it in test/flaky.md.\n${indented(traces)}`,
    ),
    ...faults,
    ...counts,
    `${passedOf(files)} passed, ${failedOf(summary)} failed\n`,
  ].join('\n')
}

const passedOf = (files: readonly FileResult[]): number => files.reduce((sum, { passed }) => sum + passed, 0)

const indented = (texts: readonly string[]): string => texts.join('\n').replaceAll(/^/gm, '  ')
