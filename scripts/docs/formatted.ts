import { execFileSync } from 'node:child_process'
import { resolveTool } from '../../test/support/tools.ts'

/**
 * Formats a text with the project's formatters, so that generating pages and formatting them never disagree.
 */
export function formatted(path: string, text: string): string {
  const words = path.endsWith('.md')
    ? [resolveTool('prettier/bin/prettier.cjs'), '--stdin-filepath', path]
    : [resolveTool('@biomejs/biome/bin/biome'), 'format', `--stdin-file-path=${path}`]
  return execFileSync(process.execPath, words, { cwd: import.meta.dirname, input: text, encoding: 'utf8' })
}
