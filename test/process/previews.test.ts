import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { drawInSeparateProcess, usualLimits } from '../../src/jobs/previews/run.ts'
import { time } from '../support/clock.ts'
import { FileCaller } from '../support/file-requests.ts'
import { hugeAvif, hugePage, nestedGroups, slowSvg } from '../support/hostile-content.ts'
import { cleanUpProcesses, makeFolder, root, serveReady, settingsIn, until } from '../support/process.ts'
import { seedCompany, withDatabase } from '../support/seed.ts'

cleanUpProcesses()

const signal = new AbortController().signal
/** The process has a low priority, so it gets little of a busy machine. */
const patient = { ...usualLimits, seconds: 60 }
const draw = (kind: 'image' | 'pdf', bytes: Buffer | string, limits = patient) =>
  drawInSeparateProcess(kind, Readable.from([Buffer.from(bytes)]), signal, limits)

const red = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#f00' } })
    .png()
    .toBuffer()

/** A page with a word and a red box. */
function pdf(more = ''): string {
  const drawing = `BT /F1 48 Tf 60 400 Td (Hello) Tj ET 1 0 0 rg 50 50 200 100 re f${more}`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 500] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  return `%PDF-1.4\n${objects.map((object, n) => `${n + 1} 0 obj\n${object}\nendobj\n`).join('')}trailer\n<< /Size 6 /Root 1 0 R >>\n%%EOF`
}

test('the process has a low priority, and never a higher one than the service', async () => {
  const program = `
    import { spawn } from 'node:child_process'
    import { getPriority } from 'node:os'
    import { lowerPriority } from './src/jobs/priority.ts'
    const child = spawn('sleep', ['10'])
    lowerPriority(child)
    console.log(getPriority(child.pid))
    child.kill()`
  const priorityUnder = (nice: number): number => {
    const words = ['-n', String(nice), process.execPath, '--input-type=module', '-e', program]
    return Number(execFileSync('nice', words, { cwd: root }))
  }
  expect(priorityUnder(0)).toBe(Math.max(10, getPriority()))
  expect(priorityUnder(19)).toBe(19)
})

describe('a preview', () => {
  test('of an image fits into 512 by 512 and keeps its aspect ratio', async () => {
    const drawn = await draw('image', await red(2000, 1000))
    expect(await sharp(drawn).metadata()).toMatchObject({ format: 'webp', width: 512, height: 256 })
    const small = await draw('image', await red(20, 10))
    expect(await sharp(small).metadata()).toMatchObject({ width: 20, height: 10 })
  })

  test('of a PDF is its first page', async () => {
    const drawn = await draw('pdf', pdf())
    const { data, info } = await sharp(drawn).raw().toBuffer({ resolveWithObject: true })
    expect([info.width, info.height]).toEqual([308, 512])
    const at = (x: number, y: number): number[] => [
      ...data.subarray((y * info.width + x) * info.channels, (y * info.width + x) * info.channels + 3),
    ]
    const [r = 0, g = 255, b = 255] = at(150, 410)
    expect(r > 200 && g < 80 && b < 80, 'the red box').toBe(true)
    expect(
      data.some((value, n) => n % info.channels === 0 && value < 60),
      'the word',
    ).toBe(true)
  })

  test.each([
    ['nonsense', 'image', 'nonsense'],
    ['nothing', 'image', ''],
    ['half a picture', 'image', Buffer.from([0x89, 0x50, 0x4e, 0x47])],
    ['a PDF that is none', 'pdf', '%PDF-1.4 nonsense'],
    ['a script', 'image', '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script>'],
  ] as const)('of %s is none', async (_, kind, bytes) => {
    expect(await draw(kind, bytes)).toBeUndefined()
  })

  test('of an image that would fill the memory is not created', async () => {
    const bomb = await sharp({ create: { width: 16_000, height: 16_000, channels: 3, background: '#000' } })
      .png()
      .toBuffer()
    expect(bomb.length).toBeLessThan(2_000_000)
    expect(await draw('image', bomb)).toBeUndefined()
  })

  test('that takes too long, or is too large, is given up', async () => {
    const endless = new Readable({ read: () => undefined })
    const drawn = drawInSeparateProcess('image', endless, signal, usualLimits)
    await time.advance(usualLimits.seconds * 1_000)
    expect(await drawn).toBeUndefined()
    expect(await draw('image', await red(100, 100), { ...usualLimits, output: 10 })).toBeUndefined()
  })
})

/** What the kernel says about the preview process. */
interface Watched {
  megabytes: number
  /** Seconds on a processor. */
  worked: number
  score: number
  limits: Record<string, number>
}

function look(seen: Watched): void {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8')
      if (!status.includes(`\nPPid:\t${process.pid}\n`)) continue
      if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith(process.execPath)) continue
      seen.megabytes = Math.max(seen.megabytes, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_000)
      // Past the name of the program, which may contain anything.
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ')
      seen.worked = (Number(fields[11]) + Number(fields[12])) / 100
      seen.score = Number(readFileSync(`/proc/${pid}/oom_score_adj`, 'utf8'))
      for (const [, name = '', soft] of readFileSync(`/proc/${pid}/limits`, 'utf8').matchAll(
        /^Max (data size|address space|cpu time|core file size) +(\d+)/gm,
      ))
        seen.limits[name] = Number(soft)
    } catch {
      // It has ended.
    }
  }
}

/** Draws, and samples the process until it is done. */
async function watch(kind: 'image' | 'pdf', bytes: Buffer | string, given = patient) {
  const seen: Watched = { megabytes: 0, worked: 0, score: 0, limits: {} }
  let isOver = false
  const drawing = draw(kind, bytes, given).finally(() => {
    isOver = true
  })
  await until('it is drawn', () => {
    look(seen)
    return isOver
  })
  return { ...seen, drawn: await drawing }
}

describe('hostile content', () => {
  test.each([
    ['a small AVIF with huge dimensions', 'image', hugeAvif, false],
    ['a small PDF with a huge page', 'pdf', hugePage, true],
    ['a PDF of a thousand pictures within pictures', 'pdf', nestedGroups(), true],
  ] as const)('%s does not take much memory', async (_, kind, bytes, isDrawn) => {
    const { megabytes, drawn } = await watch(kind, bytes)
    expect(drawn !== undefined).toBe(isDrawn)
    expect(megabytes).toBeGreaterThan(30)
    expect(megabytes).toBeLessThan(500)
  })

  test('is rendered by a process with limits, which the kernel ends first', async () => {
    const { score, limits } = await watch('pdf', pdf(), usualLimits)
    const { data, address, seconds } = usualLimits
    expect([score, limits]).toEqual([
      1000,
      {
        'data size': Math.floor((data * 1e6) / 1024) * 1024,
        'address space': Math.floor((address * 1e6) / 1024) * 1024,
        'cpu time': seconds,
        'core file size': 0,
      },
    ])
  })

  test('named as an image is not rendered by any other decoder', async () => {
    for (const content of [slowSvg(), pdf()]) {
      const { drawn, worked } = await watch('image', content)
      expect(drawn).toBeUndefined()
      expect(worked).toBeGreaterThan(0)
      expect(worked).toBeLessThan(5)
    }
  })
})

test('previews appear shortly after the file, and are downloads like any other', async () => {
  const folder = makeFolder()
  const { token } = await withDatabase(settingsIn(folder), (db) => seedCompany(db))
  const served = await serveReady(settingsIn(folder))
  const caller = new FileCaller(served.url, token)
  const workspaceId = await caller.workspace()
  const add = async (name: string, bytes: Buffer): Promise<string> => {
    const { id } = (await (await caller.upload(name, new Uint8Array(bytes))).json()) as { id: string }
    return (await caller.claim(workspaceId, id)).body
  }
  const [picture, text, broken] = [
    await add('red.png', await red(1000, 1000)),
    await add('a.txt', Buffer.from('no picture')),
    await add('broken.pdf', Buffer.from('no PDF')),
  ]
  const preview = (id: string): Promise<Response> => caller.fetch(`/v1/files/${id}/preview`)
  await until('there is a preview', async () => (await preview(picture)).status === 200)
  const reply = await preview(picture)
  expect(reply.headers.get('content-type')).toBe('image/webp')
  expect(reply.headers.get('content-disposition')).toMatch(/^attachment;/)
  expect(reply.headers.get('content-security-policy')).toContain('sandbox')
  expect(await sharp(await reply.arrayBuffer()).metadata()).toMatchObject({ format: 'webp', width: 512 })
  for (const id of [text, broken]) expect((await preview(id)).status).toBe(404)
  // Files that cannot be drawn are not retried forever.
  await until('it was tried', () =>
    withDatabase(settingsIn(folder), async (db) => {
      const states = await db.query.selectFrom('blobs').select('previewState').execute()
      return (
        states
          .map(({ previewState }) => previewState)
          .toSorted()
          .join() === 'failed,made,none'
      )
    }),
  )
  await served.stop()
})
