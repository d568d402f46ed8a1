/** Tests that walk over every operation, whatever it is; those of an operation's own are named beside it. */
export const walking: Readonly<Record<string, string>> = {
  'test/api/bad-values.test.ts': 'bad values in every field',
  'test/api/every-list.test.ts': 'every sort and filter of every list',
  'test/api/plans.test.ts': 'the plans of all statements',
  'test/api/verbs.test.ts': 'every verb on every path',
  'test/api/conditional.test.ts': 'conditional requests',
  'test/api/idempotency.test.ts': 'requests that are sent twice',
  'test/api/other-companies.test.ts': 'records of another company',
  'test/api/permissions/matrix.test.ts': 'every role, and nobody',
}

const engines = ['sqlite', 'postgres']

/** Lines `operation ⇥ engine ⇥ file`, as the tests noted them, into one page. */
export function testedPage(operations: readonly string[], lines: readonly string[]): string {
  const tests = new Map<string, Map<string, Set<string>>>()
  for (const line of lines) {
    const [operation = '', engine = '', file = ''] = line.split('\t')
    const files = tests.get(operation) ?? new Map<string, Set<string>>()
    tests.set(operation, files)
    files.set(file, (files.get(file) ?? new Set()).add(engine))
  }
  const rows = operations.map((operation) => {
    const files = [...(tests.get(operation) ?? [])]
      .filter(([file, ran]) => !(file in walking) && engines.every((engine) => ran.has(engine)))
      .map(([file]) => file)
      .toSorted()
    return `| \`${operation}\` | ${files.map((file) => `\`${file.replace('test/', '')}\``).join(', ')} |`
  })
  const walks = Object.entries(walking).map(([file, what]) => `- \`${file}\`: ${what}`)
  return `# Tested operations

Each operation, and the tests of its own in which it succeeds, on SQLite and on PostgreSQL alike (paths below
\`test\`). Made by \`npm run tested\`, which runs the suite and notes what each test called.

Beside these, tests walk over all operations:

${walks.join('\n')}

| Operation | Tests |
| --- | --- |
${rows.join('\n')}
`
}
