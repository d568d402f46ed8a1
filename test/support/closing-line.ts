import type { Reporter, TestModule } from 'vitest/node'

/** Ends the run with a line that every CI reads, after a count for each project, so that one sees that each engine ran. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const counts = new Map<string, { passed: number; failed: number }>()
    for (const module of modules) {
      const count = counts.get(module.project.name) ?? { passed: 0, failed: 0 }
      counts.set(module.project.name, count)
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        if (state === 'passed') count.passed += 1
        else if (state === 'failed') count.failed += 1
      }
      // A file that cannot be loaded has no tests to fail.
      if (
        module.state() === 'failed' &&
        [...module.children.allTests()].every((test) => test.result().state !== 'failed')
      )
        count.failed += 1
    }
    for (const [name, { passed, failed }] of counts)
      process.stdout.write(`${name}: ${passed} passed, ${failed} failed\n`)
    const all = [...counts.values()]
    const passed = all.reduce((sum, count) => sum + count.passed, 0)
    const failed = all.reduce((sum, count) => sum + count.failed, 0) + errors.length
    process.stdout.write(`${passed} passed, ${failed} failed\n`)
    // The embedded PostgreSQL ends the process by itself, with 0; a failure must still be seen.
    if (failed > 0)
      process.on('exit', () => {
        process.exitCode = 1
      })
  }
}
