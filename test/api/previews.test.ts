import { expect, test } from 'vitest'
import { previewJob } from '../../src/jobs/previews/job.ts'
import { useWorld } from '../support/world.ts'

const world = useWorld()

/** One black pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('an image has a preview once it is rendered, and a text has none', { timeout: 60_000 }, async () => {
  const { admin } = await world.company()
  const { id } = await admin.create('/v1/workspaces', { workspaceName: 'Pictures' })
  const upload = async (name: string, type: string, content: Buffer): Promise<string> => {
    const headers = { 'content-disposition': `attachment; filename="${name}"`, 'content-type': type }
    const asset = await admin.send('POST', '/v1/files/upload', content, headers)
    const made = await admin.ok('POST', `/v1/workspaces/${id}/files`, { deferredAssetIds: [asset.body.id] })
    return `/v1/files/${made.body.responses[0].body}/preview`
  }
  const drawn = await upload('point.png', 'image/png', picture)
  const none = await upload('text.txt', 'text/plain', Buffer.from('words'))
  await previewJob(world.blobs).run(world.db, new AbortController().signal)
  const reply = await admin.get(drawn)
  expect([reply.status, reply.headers['x-content-type-options']]).toEqual([200, 'nosniff'])
  expect(reply.headers['content-type']).toMatch(/^image\//)
  expect((await admin.get(none)).status).toBe(404)
})
