import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'

/**
 * Formats a text with the project's formatter, so that generating pages and formatting them never disagree.
 */
export function formatted(path: string, text: string): string {
  const biome = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome')
  return execFileSync(process.execPath, [biome, 'format', `--stdin-file-path=${path}`], {
    cwd: import.meta.dirname,
    input: text,
    encoding: 'utf8',
  })
}
