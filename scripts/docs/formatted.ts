import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'

const { resolve } = createRequire(import.meta.url)

/**
 * Formats a text with the project's formatters, so that generating pages and formatting them never disagree.
 */
export function formatted(path: string, text: string): string {
  const words = path.endsWith('.md')
    ? [resolve('prettier/bin/prettier.cjs'), '--stdin-filepath', path]
    : [resolve('@biomejs/biome/bin/biome'), 'format', `--stdin-file-path=${path}`]
  return execFileSync(process.execPath, words, { cwd: import.meta.dirname, input: text, encoding: 'utf8' })
}
