import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { webFolder } from '../../src/http/web-application.ts'

/** A file of the built web application, as Vite describes it. */
interface Chunk {
  file: string
  css?: string[]
  imports?: string[]
  isEntry?: true
  isDynamicEntry?: true
}

/** By source file. */
export function readChunks(): Record<string, Chunk> {
  return JSON.parse(readFileSync(join(webFolder, 'chunks.json'), 'utf8')) as Record<string, Chunk>
}

/** The scripts and styles that a browser loads to show these parts of the application, besides the entry. */
export function filesFor(chunks: Readonly<Record<string, Chunk>>, ...sources: string[]): Set<string> {
  const needed = new Set([...Object.keys(chunks).filter((source) => chunks[source]?.isEntry), ...sources])
  const files = new Set<string>()
  for (const source of needed) {
    const { file, css = [], imports = [] } = chunks[source] ?? expectChunk(source)
    for (const each of [file, ...css]) files.add(each)
    for (const each of imports) needed.add(each)
  }
  return files
}

function expectChunk(source: string): never {
  throw new Error(`The web application has no chunk for ${source}`)
}
