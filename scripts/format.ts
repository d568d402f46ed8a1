import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { resolveTool } from '../test/support/tools.ts'

/** Formats the code and the documents, and applies safe fixes. */
const commands = [
  [resolveTool('@biomejs/biome/bin/biome'), 'check', '--write', '.'],
  [resolveTool('prettier/bin/prettier.cjs'), '--write', '--log-level', 'warn', '**/*.md'],
]
const failed = commands.find(
  (words) =>
    spawnSync(process.execPath, words, { cwd: join(import.meta.dirname, '..'), stdio: 'inherit' }).status !==
    0,
)
process.exitCode = failed === undefined ? 0 : 1
