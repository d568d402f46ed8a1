import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { isListening } from '../test/support/listening.ts'
import { freePort } from '../test/support/postgres-server.ts'
import { checkOut } from './compare.ts'
import { median } from './turns.ts'

const help = `Usage: npm run bench:start -- [--compare REV]

Measures the time from the start of the service to its first response, on an existing SQLite database, in turns with
a bare Node HTTP server and, with --compare, another revision.`

const { values } = parseArgs({ options: { compare: { type: 'string' }, help: { type: 'boolean' } } })

interface Start {
  milliseconds: number
  /** Milliseconds of processor time. */
  worked: number
}

interface Side {
  name: string
  words: string[]
  starts: Start[]
}

/** Processor time is measured in hundredths of a second. */
function workedBy(pid: number): number {
  // Past the name of the program, which may contain anything.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

async function startOnce({ name, words }: Side, folder: string): Promise<Start> {
  const port = await freePort()
  const began = performance.now()
  const child = spawn(process.execPath, words, {
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '/tmp',
      ATRIUM_DATA: folder,
      ATRIUM_PORT: `${port}`,
      ATRIUM_DATABASE_URL: `sqlite:${join(folder, 'atrium.db')}`,
    },
    stdio: 'ignore',
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const url = `http://127.0.0.1:${port}`
  try {
    while (!(await isListening(url)) || !(await fetch(`${url}/readyz`)).ok) {
      if (child.exitCode !== null) throw new Error(`${name} did not start`)
      await setTimeout(2)
    }
    return { milliseconds: performance.now() - began, worked: workedBy(child.pid ?? 0) }
  } finally {
    child.kill()
    await ended
  }
}

const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

const rounds = 11
const listens = `require('node:http').createServer((_, reply) => reply.end()).listen(process.env.ATRIUM_PORT)`

async function measure(): Promise<void> {
  const other = values.compare === undefined ? undefined : checkOut(values.compare)
  const program = join('bin', 'atrium.mjs')
  const ours = join(import.meta.dirname, '..', program)
  const sides: Side[] = [
    { name: 'this checkout', words: [ours, 'serve'], starts: [] },
    { name: 'Node alone', words: ['-e', listens], starts: [] },
  ]
  if (other !== undefined)
    sides.push({ name: `${values.compare}`, words: [join(other.folder, program), 'serve'], starts: [] })
  const folders = sides.map(() => mkdtempSync(join(tmpdir(), 'atrium-start-')))
  try {
    // The first one creates the database and the web application, and fills the cache.
    for (let round = 0; round <= rounds; round += 1)
      for (const [n, side] of sides.entries()) {
        const start = await startOnce(side, folders[n] ?? '')
        if (round > 0) side.starts.push(start)
      }
  } finally {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
    other?.remove()
  }
  const of = ({ starts }: Side, what: keyof Start): number => median(starts.map((start) => start[what]))
  const [reference] = sides
  if (reference === undefined) return
  for (const side of sides)
    say(
      `${side.name}: first response after ${of(side, 'milliseconds').toFixed(0)} ms, ${of(side, 'worked').toFixed(0)} ms of processor time${side === reference ? '' : ` (this checkout: ${(of(reference, 'worked') / of(side, 'worked')).toFixed(2)} times as much)`}`,
    )
}

if (values.help === true) say(help)
else await measure()
