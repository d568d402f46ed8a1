import { expect, test } from 'vitest'
import {
  cleanUpProcesses,
  launch,
  makeFolder,
  type Served,
  serveReady,
  settingsIn,
} from '../support/process.ts'
import { proxyTo } from '../support/proxy.ts'
import { startS3 } from '../support/s3-server.ts'
import { seedCompany, withDatabase } from '../support/seed.ts'

cleanUpProcesses()

/** The statements of docs/operating.md about failures of other systems. */
interface Caller {
  upload: (bytes: number) => Promise<Response>
  makeWorkspace: () => Promise<Response>
  /** Turns an upload into a file; returns a function that reads its content. */
  keep: (uploaded: Response) => Promise<() => Promise<Response>>
}

function callerId({ url }: Served, token: string): Caller {
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
  }
}

test('an unavailable object store: files are a 503, everything else is served; the service does not start without it', async () => {
  const s3 = await startS3()
  const [, target = ''] = /:(\d+)$/.exec(s3.url) ?? []
  const proxy = await proxyTo(Number(target))
  const settings = {
    ...settingsIn(makeFolder()),
    ATRIUM_BLOBS_URL: s3.url.replace(/:\d+$/, `:${proxy.port}`),
    AWS_ACCESS_KEY_ID: 'S3RVER',
    AWS_SECRET_ACCESS_KEY: 'S3RVER',
  }
  const { token } = await withDatabase(settings, (db) => seedCompany(db))
  const served = await serveReady(settings)
  const caller = callerId(served, token)
  const content = await caller.keep(await caller.upload(1_000))
  expect((await content()).status).toBe(200)
  await proxy.cut()
  for (const refused of [await caller.upload(1_000), await content()]) {
    expect(refused.status).toBe(503)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  }
  expect((await caller.makeWorkspace()).status).toBe(201)
  expect((await fetch(`${served.url}/readyz`)).status).toBe(200)
  const second = await launch({ ...settings, ...settingsIn(makeFolder()) })
  expect(await second.ended).toMatchObject({ code: 4, stderr: expect.stringContaining('unavailable') })
  await proxy.mend()
  expect((await content()).status).toBe(200)
  expect((await caller.upload(1_000)).status).toBe(201)
  await served.stop()
  await proxy.cut()
  await s3.stop()
})
