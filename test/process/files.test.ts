import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { timeEverywhere } from '../support/clock-server.ts'
import { FileCaller, filesBelow, sha256, someBytes } from '../support/file-requests.ts'
import {
  atrium,
  cleanUpProcesses,
  makeFolder,
  openWire,
  type Served,
  serveReady,
  settingsIn,
  until,
} from '../support/process.ts'
import { seedCompany, withDatabase } from '../support/seed.ts'

cleanUpProcesses()

const unlimited = { ATRIUM_RATE_REQUESTS_PER_SECOND: '0', ATRIUM_UNCLAIMED_UPLOADS: '1000' }

async function prepare(more: Record<string, string> = {}) {
  const folder = makeFolder()
  const settings = { ...settingsIn(folder), ...unlimited, ...more }
  const { token } = await withDatabase(settingsIn(folder), (db) => seedCompany(db))
  const blobs = join(folder, 'blobs')
  return {
    folder,
    settings,
    token,
    blobs,
    incoming: join(blobs, 'incoming'),
    content: join(blobs, 'content'),
  }
}

test('kill -9 during 200 uploads and claims: nothing acknowledged is lost, and nothing is left over', async () => {
  const { settings, token, incoming, content } = await prepare()
  const first = await serveReady(settings)
  const caller = new FileCaller(first.url, token)
  const workspaceId = await caller.workspace()
  const uploaded = new Map<string, string>()
  const claimed = new Map<string, string>()
  const work = Array.from({ length: 200 }, async (_, n) => {
    const bytes = someBytes(20_000 + n * 1000)
    try {
      // Some arrive slowly and some never finish, so they are in progress when the service is killed.
      const slowly = new ReadableStream({
        async start(controller) {
          for (let at = 0; at < bytes.length; at += 10_000) {
            controller.enqueue(bytes.subarray(at, at + 10_000))
            if (n % 9 === 0) await first.ended
            else if (n % 3 === 0) await caller.fetch('/healthz')
          }
          controller.close()
        },
      })
      const reply = await caller.upload(`file ${n}.bin`, slowly)
      if (reply.status !== 201) return
      const { id } = (await reply.json()) as { id: string }
      uploaded.set(id, sha256(bytes))
      const { status, body } = await caller.claim(workspaceId, id)
      if (status === 201) claimed.set(body, sha256(bytes))
    } catch {
      // It was not acknowledged.
    }
  })
  await until('some are done and some are not', () => claimed.size > 30 && filesBelow(incoming).length > 0)
  first.signal('SIGKILL')
  await first.ended
  await Promise.all(work)
  expect(claimed.size).toBeLessThan(200)
  expect(filesBelow(incoming).length, 'something was in progress').toBeGreaterThan(0)

  const second = await serveReady(settings)
  expect(filesBelow(incoming), 'leftovers after the sweep').toEqual([])
  const again = new FileCaller(second.url, token)
  for (const [id, hash] of claimed) {
    const reply = await again.fetch(`/v1/files/${id}/content`)
    expect(reply.status, id).toBe(200)
    expect(sha256(new Uint8Array(await reply.arrayBuffer())), id).toBe(hash)
  }
  for (const [id, hash] of uploaded) {
    const reply = await again.fetch(`/v1/files/uploads/${id}`)
    // Those that became files are no longer uploads.
    if (reply.status === 404) continue
    expect(((await reply.json()) as { details: { sha256: string } }).details.sha256).toBe(hash)
  }
  await second.stop()
  const checked = await atrium(['check', '--json'], { env: settings })
  const found = JSON.parse(checked.stdout)
  expect(checked.code, checked.stderr).toBe(0)
  expect(found).toMatchObject({ missing: [], damaged: [], dangling: [], unreferenced: [] })
  expect(filesBelow(content)).toHaveLength(found.contents)
  expect(found.contents).toBeGreaterThanOrEqual(claimed.size)
})

describe('an upload', () => {
  let prepared: Awaited<ReturnType<typeof prepare>>
  let served: Served

  beforeAll(async () => {
    prepared = await prepare()
    served = await serveReady(prepared.settings)
  })

  test('that stalls is given up, and leaves nothing behind', async () => {
    const { token, incoming, content } = prepared
    const before = filesBelow(content)
    const wire = await openWire(served.port)
    wire.send(
      `POST /v1/files/upload HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Disposition: attachment; filename=a\r\nContent-Length: 1000\r\n\r\nabc`,
    )
    await until('it is in progress', () => filesBelow(incoming).length === 1)
    await timeEverywhere.advance(61_000)
    const text = await wire.receives(/HTTP\/1\.1 408 .*request_timeout/s)
    expect(text.toLowerCase()).toContain('connection: close')
    await wire.closed
    expect([filesBelow(incoming), filesBelow(content)]).toEqual([[], before])
  })

  test.each([
    ['half-way through what it announced', 'Content-Length: 1000\r\n\r\nabc'],
    ['in the middle of a chunk', 'Transfer-Encoding: chunked\r\n\r\n400\r\nabc'],
    ['between two chunks', 'Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n'],
  ])('whose connection breaks %s leaves nothing behind', async (_, rest) => {
    const { token, incoming, content } = prepared
    const before = filesBelow(content)
    const wire = await openWire(served.port)
    wire.send(
      `POST /v1/files/upload HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Disposition: attachment; filename=a\r\n${rest}`,
    )
    await until('it is in progress', () => filesBelow(incoming).length === 1)
    wire.socket.destroy()
    await until('it is gone', () => filesBelow(incoming).length === 0)
    expect(filesBelow(content)).toEqual(before)
  })

  test('that is chunked, or followed by more than it announced, has the announced content', async () => {
    const { token, content } = prepared
    const before = filesBelow(content).length
    const wire = await openWire(served.port)
    const head = `POST /v1/files/upload HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Disposition: attachment; filename=a\r\n`
    wire.send(`${head}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n`)
    await wire.receives('"size":5')
    wire.send(`${head}Content-Length: 3\r\n\r\nabcdefgh`)
    await wire.receives('"size":3')
    await wire.receives(/HTTP\/1\.1 400 /)
    expect(filesBelow(content)).toHaveLength(before + 2)
  })

  test('that is too large is stopped early, whether it announces its size or not', async () => {
    const { settings, token, incoming } = await prepare({ ATRIUM_FILE_LIMIT: '1000000' })
    const served = await serveReady(settings)
    const head = `POST /v1/files/upload HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Disposition: attachment; filename=a\r\n`
    const announced = await openWire(served.port)
    announced.send(`${head}Content-Length: 5000000000\r\n\r\n`)
    await announced.receives(/HTTP\/1\.1 413 .*too_large/s)
    const chunked = await openWire(served.port)
    chunked.send(`${head}Transfer-Encoding: chunked\r\n\r\n`)
    const block = `10000\r\n${'x'.repeat(65_536)}\r\n`
    await until('it is refused', () => {
      const isRefused = /HTTP\/1\.1 413 .*too_large/s.test(chunked.text())
      if (!isRefused) chunked.send(block)
      return isRefused
    })
    expect(filesBelow(incoming)).toEqual([])
    await served.stop()
  })

  test('of 300 MB takes no more memory than a small one', async () => {
    const caller = new FileCaller(served.url, prepared.token)
    const block = new Uint8Array(1_000_000)
    let left = 300
    const large = new ReadableStream({
      pull(controller) {
        if (left === 0) controller.close()
        else controller.enqueue(block)
        left -= 1
      },
    })
    const reply = await caller.upload('large.bin', large)
    expect(reply.status).toBe(201)
    const peak = peakMemory(served.pid)
    expect(peak, 'peak memory in MB').toBeLessThan(300)
  })
})

/** In MB, as the system counts it. */
function peakMemory(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1000
}

describe('atrium check', () => {
  test('finds missing and damaged content, and removes only what nothing refers to', async () => {
    const { settings, token, content } = await prepare()
    const served = await serveReady(settings)
    const caller = new FileCaller(served.url, token)
    const workspaceId = await caller.workspace()
    for (const name of ['a', 'b', 'c']) {
      const { id } = (await (await caller.upload(name, someBytes(1000))).json()) as { id: string }
      expect((await caller.claim(workspaceId, id)).status).toBe(201)
    }
    const sound = await atrium(['check'], { env: settings })
    expect([sound.code, sound.stdout]).toEqual([0, 'Checked 3 stored files, 3.0 kB.\nNo problems found.\n'])
    expect(sound.stderr).toMatch(/\d+ % /)
    const [first = '', second = ''] = filesBelow(content)
    rmSync(first)
    appendFileSync(second, 'x')
    const stray = join(second, '..', `${'0'.repeat(20)}${second.slice(-2)}`)
    writeFileSync(stray, 'stray')
    const broken = await atrium(['check'], { env: settings })
    expect(broken.code).toBe(1)
    expect(broken.stdout).toMatch(
      /1 stored file is missing:\n {2}\S+ \(content of "[abc]", version 1 of the file \w{22}\)\n1 stored file is damaged:.*1 stored file not referenced by any file:/s,
    )
    const repaired = JSON.parse((await atrium(['check', '--repair', '--json'], { env: settings })).stdout)
    expect(repaired).toMatchObject({
      removed: 1,
      missing: [expect.any(String)],
      damaged: [expect.any(String)],
    })
    expect(filesBelow(content).toSorted()).toEqual(
      filesBelow(content)
        .filter((path) => path !== stray)
        .toSorted(),
    )
    expect(filesBelow(content)).toHaveLength(2)
    await served.stop()
  })
})
