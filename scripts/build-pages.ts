import { buildWebApplication, pagesState } from '../src/cli/web-build.ts'

/** For a service that may not write to its checkout: builds the pages that its start would build. */
await buildWebApplication((line) => process.stderr.write(`${line}\n`), 'atrium')
if (pagesState() !== 'current') process.exitCode = 1
