import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ownDescription } from './docs/own-description.ts'
import { generatedPages } from './docs/pages.ts'
import { declaredChanges, howToDeclare, publishedDescription, undeclaredChanges } from './docs/snapshot.ts'

const root = join(import.meta.dirname, '..')

/** Writes the generated pages; with --check it only lists the stale ones. */
async function main(words: readonly string[]): Promise<number> {
  const check = words.includes('--check')
  const unknown = words.filter((word) => word !== '--check')
  if (unknown.length > 0) return refuse(`Usage: npm run docs [-- --check]. Unknown: ${unknown.join(' ')}`)
  const description = await ownDescription()
  const lost = undeclaredChanges(publishedDescription(root), description, declaredChanges(root))
  if (lost.length > 0) return refuse(howToDeclare(lost, new Date().toISOString().slice(0, 10)))
  const stale = generatedPages(description).filter(({ path, text }) => read(path) !== text)
  const names = stale.map(({ path }) => `  ${path}`).join('\n')
  if (stale.length === 0) return say('All generated pages are up to date.')
  if (check) return refuse(`These pages are stale; run "npm run docs" to update them:\n${names}`)
  for (const { path, text } of stale) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return say(`Written:\n${names}`)
}

function read(path: string): string | undefined {
  const file = join(root, path)
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

function say(text: string): number {
  process.stdout.write(`${text}\n`)
  return 0
}

function refuse(text: string): number {
  process.stderr.write(`${text}\n`)
  return 1
}

process.exitCode = await main(process.argv.slice(2))
