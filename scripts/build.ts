import { execFileSync } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildWebApplication } from '../src/cli/web-build.ts'

/**
 * Builds what a package includes: `dist`, because Node does not run TypeScript inside node_modules, and the
 * pages. A checkout does not need it: it runs its sources directly.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'dist')

rmSync(dist, { recursive: true, force: true })
execFileSync('tsc', ['-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' })
cpSync(join(root, 'src/description/explorer'), join(dist, 'description/explorer'), { recursive: true })
await buildWebApplication((line) => process.stdout.write(`${line}\n`))
process.stdout.write('Built dist and web/dist. Run "npm pack" to create a package.\n')
