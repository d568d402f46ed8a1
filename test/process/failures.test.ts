import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  cleanUpProcesses,
  launch,
  makeFolder,
  type Served,
  serveReady,
  settingsIn,
} from '../support/process.ts'
import { startS3 } from '../support/s3-server.ts'
import { seedCompany, withDatabase } from '../support/seed.ts'
import { wayTo } from '../support/way.ts'

cleanUpProcesses()

/** The sentences of docs/operating.md on what happens when something is gone. */
interface Caller {
  upload: (bytes: number) => Promise<Response>
  makeWorkspace: () => Promise<Response>
  list: () => Promise<Response>
  /** Makes a file of an upload; gives what reads its content. */
  keep: (uploaded: Response) => Promise<() => Promise<Response>>
}

function callerOf({ url }: Served, token: string): Caller {
  const authorization = `Bearer ${token}`
  const post = (path: string, body: object): Promise<Response> =>
    fetch(url + path, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  return {
    upload: (bytes) =>
      fetch(`${url}/v1/files/upload`, {
        method: 'POST',
        headers: { authorization, 'content-disposition': 'attachment; filename="a.bin"' },
        body: Buffer.alloc(bytes, 'x'),
      }),
    makeWorkspace: () => post('/v1/workspaces', { workspaceName: 'Here', description: 'x'.repeat(10_000) }),
    async keep(uploaded) {
      const { id } = (await uploaded.json()) as { id: string }
      const place = (await post('/v1/workspaces', { workspaceName: 'Files' })).headers.get('location')
      const claimed = await post(`${place}/files`, { deferredAssetIds: [id] })
      const { responses } = (await claimed.json()) as { responses: { body: string }[] }
      return () => fetch(`${url}/v1/files/${responses[0]?.body}/content`, { headers: { authorization } })
    },
    list: () => fetch(`${url}/v1/workspaces`, { headers: { authorization } }),
  }
}

test('an object store that is gone: files are a 503, all else is served; it is not started without one', async () => {
  const s3 = await startS3()
  const [, target = ''] = /:(\d+)$/.exec(s3.url) ?? []
  const way = await wayTo(Number(target))
  const settings = {
    ...settingsIn(makeFolder()),
    ATRIUM_BLOBS_URL: s3.url.replace(/:\d+$/, `:${way.port}`),
    AWS_ACCESS_KEY_ID: 'S3RVER',
    AWS_SECRET_ACCESS_KEY: 'S3RVER',
  }
  const { token } = await withDatabase(settings, (db) => seedCompany(db))
  const served = await serveReady(settings)
  const caller = callerOf(served, token)
  const content = await caller.keep(await caller.upload(1_000))
  expect((await content()).status).toBe(200)
  await way.cut()
  for (const refused of [await caller.upload(1_000), await content()]) {
    expect(refused.status).toBe(503)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  }
  expect((await caller.makeWorkspace()).status).toBe(201)
  expect((await fetch(`${served.url}/readyz`)).status).toBe(200)
  const second = await launch({ ...settings, ...settingsIn(makeFolder()) })
  expect(await second.ended).toMatchObject({ code: 4, stderr: expect.stringContaining('out of reach') })
  await way.mend()
  expect((await content()).status).toBe(200)
  expect((await caller.upload(1_000)).status).toBe(201)
  await served.stop()
  await way.cut()
  await s3.stop()
})

/** A disk of a size, where the machine lets us have one. */
function smallDisk(megabytes: number): { folder: string; remove: () => void } | undefined {
  const folder = join(makeFolder(), 'disk')
  mkdirSync(folder)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'pipe' })
    return { folder, remove: () => void execFileSync('umount', ['--lazy', folder], { stdio: 'pipe' }) }
  } catch {
    return undefined
  }
}

test('a full disk: what writes is a 507 and nothing is kept of it, reading goes on, and with room so does writing', async () => {
  const disk = smallDisk(24)
  // Only root may have one; how each part behaves is tested with the part.
  if (disk === undefined) return
  try {
    const settings = settingsIn(disk.folder)
    const { token } = await withDatabase(settings, (db) => seedCompany(db))
    const served = await serveReady(settings)
    const caller = callerOf(served, token)
    expect((await caller.makeWorkspace()).status).toBe(201)
    // A content that is too large for what is left, and then another one that is not.
    expect((await caller.upload(30_000_000)).status).toBe(507)
    expect((await caller.upload(1_000_000)).status).toBe(201)
    const filler = join(disk.folder, 'filler')
    try {
      writeFileSync(filler, Buffer.alloc(30_000_000))
    } catch {
      // Until nothing more goes in.
    }
    let made = 0
    let full: Response | undefined
    while (full === undefined && made < 2_000) {
      const reply = await caller.makeWorkspace()
      if (reply.status === 201) made += 1
      else full = reply
    }
    expect(full?.status).toBe(507)
    expect(await full?.json()).toMatchObject({ code: 'disk_full' })
    expect((await caller.list()).status).toBe(200)
    expect((await fetch(`${served.url}/readyz`)).status).toBe(200)
    rmSync(filler)
    expect((await caller.makeWorkspace()).status).toBe(201)
    expect((await served.stop()).code).toBe(0)
  } finally {
    disk.remove()
  }
})
