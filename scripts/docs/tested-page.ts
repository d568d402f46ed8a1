/** Tests that walk over every operation. They do not count as an operation's own tests. */
export const walking: Readonly<Record<string, string>> = {
  'test/api/bad-values.test.ts': 'invalid values in every field',
  'test/api/every-list.test.ts': 'every sort and filter of every list',
  'test/api/plans.test.ts': 'the query plan of every statement',
  'test/api/verbs.test.ts': 'every method on every path',
  'test/api/conditional.test.ts': 'conditional requests',
  'test/api/idempotency.test.ts': 'repeated requests',
  'test/api/other-companies.test.ts': 'records of another company',
  'test/api/permissions/matrix.test.ts': 'every role, and no token',
}

const engines = ['sqlite', 'postgres']

/** Turns the recorded lines `operation ⇥ engine ⇥ file` into a page with one count per operation. */
export function testedPage(operations: readonly string[], lines: readonly string[]): string {
  const tests = new Map<string, Map<string, Set<string>>>()
  for (const line of lines) {
    const [operation = '', engine = '', file = ''] = line.split('\t')
    const files = tests.get(operation) ?? new Map<string, Set<string>>()
    tests.set(operation, files)
    files.set(file, (files.get(file) ?? new Set()).add(engine))
  }
  const rows = operations.map((operation) => {
    const files = [...(tests.get(operation) ?? [])].filter(
      ([file, ran]) => !(file in walking) && engines.every((engine) => ran.has(engine)),
    )
    return `| \`${operation}\` | ${files.length} |`
  })
  const walks = Object.entries(walking).map(([file, what]) => `- \`${file}\`: ${what}`)
  return `# Tested operations

For each operation, the number of test files that call it successfully on both SQLite and PostgreSQL.
\`npm run tested\` runs the suite, records every call and writes this page.

These tests walk over all operations and are not counted:

${walks.join('\n')}

| Operation | Test files |
| --- | ---: |
${rows.join('\n')}
`
}
