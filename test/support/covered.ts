import { appendFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, inject } from 'vitest'

const folder = process.env['ATRIUM_TEST_COVERED']
const noted = new Set<string>()

/** For `npm run tested`: which test file made an operation succeed, and on which engine. */
export function noteCovered(operation: string | undefined, status: number): void {
  if (folder === undefined || operation === undefined || status >= 400) return
  const file = relative(process.cwd(), expect.getState().testPath ?? '')
  const line = [operation, inject('engine'), file].join('\t')
  if (noted.has(line)) return
  noted.add(line)
  appendFileSync(join(folder, `${process.pid}.txt`), `${line}\n`)
}
