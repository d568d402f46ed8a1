import * as tus from 'tus-js-client'
import { expect, test } from 'vitest'
import { FileCaller, filesBelow, sha256, someBytes } from '../support/file-requests.ts'
import { freePort } from '../support/postgres-server.ts'
import {
  cleanUpProcesses,
  makeFolder,
  type Served,
  serveReady,
  settingsIn,
  until,
} from '../support/process.ts'
import { type S3Server, startS3 } from '../support/s3-server.ts'
import { seedCompany, withDatabase } from '../support/seed.ts'

cleanUpProcesses()

interface Sent {
  url: string
  done: Promise<void>
}

/** The protocol's own client, which continues automatically when it can. */
function send(endpoint: string, token: string, name: string, bytes: Buffer): Sent {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const upload = new tus.Upload(bytes, {
    endpoint,
    chunkSize: 3_000_000,
    retryDelays: Array(400).fill(200),
    headers: { authorization: `Bearer ${token}` },
    metadata: { filename: name, filetype: 'application/pdf' },
    onShouldRetry: () => true,
    onError: reject,
    onSuccess: () => resolve(),
  })
  upload.start()
  return {
    get url() {
      return upload.url ?? ''
    },
    done: promise,
  }
}

async function finished(
  caller: FileCaller,
  { url }: Sent,
): Promise<{ id: string; details: Record<string, unknown> }> {
  const reply = await caller.fetch(new URL(url).pathname)
  expect(reply.status).toBe(200)
  return (await reply.json()) as { id: string; details: Record<string, unknown> }
}

test.each(['stop', 'SIGKILL'] as const)(
  'several uploads at once continue after the service was gone: %s',
  async (how) => {
    const folder = makeFolder()
    const port = String(await freePort())
    const settings = { ...settingsIn(folder), ATRIUM_PORT: port, ATRIUM_RATE_REQUESTS_PER_SECOND: '0' }
    const { token } = await withDatabase(settingsIn(folder), (db) => seedCompany(db))
    let served: Served = await serveReady(settings)
    const contents = Array.from({ length: 4 }, () => someBytes(25_000_000))
    const sent = contents.map((bytes, n) =>
      send(`${served.url}/v1/files/uploads`, token, `große ${n}.pdf`, bytes),
    )
    const caller = new FileCaller(served.url, token)
    const received = async (): Promise<number[]> =>
      Promise.all(
        sent.map(async ({ url }) =>
          url === ''
            ? 0
            : Number(
                (await caller.fetch(new URL(url).pathname, { method: 'HEAD' })).headers.get('upload-offset'),
              ),
        ),
      )
    await until('all have begun', async () => (await received()).every((count) => count > 0))
    expect((await received()).some((count) => count < 25_000_000)).toBe(true)
    if (how === 'stop') await served.stop()
    else {
      served.signal(how)
      await served.ended
    }
    served = await serveReady(settings)
    await Promise.all(sent.map(({ done }) => done))
    const workspaceId = await caller.workspace()
    for (const [n, each] of sent.entries()) {
      const { id, details } = await finished(caller, each)
      const hash = sha256(contents[n] ?? Buffer.alloc(0))
      expect(details).toMatchObject({ fileName: `große ${n}.pdf`, sha256: hash, size: 25_000_000 })
      const { status, body } = await caller.claim(workspaceId, id)
      expect(status, body).toBe(201)
      const reply = await caller.fetch(`/v1/files/${body}/content`)
      expect(sha256(new Uint8Array(await reply.arrayBuffer()))).toBe(hash)
    }
    await served.stop()
    expect(filesBelow(`${folder}/blobs/incoming`)).toEqual([])
    expect(filesBelow(`${folder}/blobs/content`)).toHaveLength(4)
  },
)

test('in a bucket too, next to ordinary uploads', async () => {
  const s3: S3Server = await startS3()
  try {
    const folder = makeFolder()
    const settings = {
      ...settingsIn(folder),
      ATRIUM_BLOBS_URL: s3.url,
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
    }
    const { token } = await withDatabase(settingsIn(folder), (db) => seedCompany(db))
    const served = await serveReady(settings)
    const caller = new FileCaller(served.url, token)
    const workspaceId = await caller.workspace()
    const bytes = someBytes(12_000_000)
    const sent = send(`${served.url}/v1/files/uploads`, token, 'resumed.pdf', bytes)
    await sent.done
    const plain = (await (await caller.upload('plain.bin', bytes)).json()) as { id: string }
    for (const id of [(await finished(caller, sent)).id, plain.id]) {
      const { status, body } = await caller.claim(workspaceId, id)
      expect(status, body).toBe(201)
      const reply = await caller.fetch(`/v1/files/${body}/content`, {
        headers: { range: 'bytes=100-8999999' },
      })
      const found = new Uint8Array(await reply.arrayBuffer())
      expect([reply.status, sha256(found)]).toEqual([206, sha256(bytes.subarray(100, 9_000_000))])
    }
    await served.stop()
  } finally {
    await s3.stop()
  }
})
