import type { Reporter, TestCase, TestModule } from 'vitest/node'

interface Count {
  passed: number
  failed: number
}

/**
 * Ends a run with the skipped tests and why, a count for each project, and `1204 passed, 0 failed` as the last line.
 */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const counts = new Map<string, Count>()
    for (const module of modules) {
      const count = counts.get(module.project.name) ?? { passed: 0, failed: 0 }
      counts.set(module.project.name, count)
      add(module, count)
      for (const test of module.children.allTests('skipped')) say(skipOf(test))
    }
    for (const [name, { passed, failed }] of counts) say(`${name}: ${passed} passed, ${failed} failed`)
    const all = [...counts.values()]
    const passed = all.reduce((sum, count) => sum + count.passed, 0)
    const failed = all.reduce((sum, count) => sum + count.failed, 0) + errors.length
    say(`${passed} passed, ${failed} failed`)
    // Embedded PostgreSQL ends the process with 0; a failure must still be visible.
    if (failed > 0)
      process.on('exit', () => {
        process.exitCode = 1
      })
  }
}

function add(module: TestModule, count: Count): void {
  const passed = [...module.children.allTests('passed')].length
  const failed = [...module.children.allTests('failed')].length
  count.passed += passed
  // A file that cannot be loaded has failed, although none of its tests did.
  count.failed += failed === 0 && module.state() === 'failed' ? 1 : failed
}

/** Undefined for a test that a sample leaves out: it is not skipped, but part of another command. */
function skipOf(test: TestCase): string | undefined {
  const result = test.result()
  return result.state === 'skipped' && result.note !== undefined
    ? `skipped: ${test.fullName}: ${result.note}`
    : undefined
}

function say(line: string | undefined): void {
  if (line !== undefined) process.stdout.write(`${line}\n`)
}
