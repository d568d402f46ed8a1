import { execFileSync } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Makes `dist`, which a package carries: Node does not run TypeScript that was installed. A checkout does not
 * need it, the sources run there as they are.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'dist')

rmSync(dist, { recursive: true, force: true })
execFileSync('tsc', ['-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' })
cpSync(join(root, 'src', 'http', 'explorer'), join(dist, 'http', 'explorer'), { recursive: true })
process.stdout.write('Built dist. "npm pack" makes a package of it.\n')
