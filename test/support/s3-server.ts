import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { resolveTool } from './tools.ts'

/** The parts of the package that are used here; it has no types. */
interface S3rver {
  run(): Promise<{ port: number }>
  close(): Promise<void>
}
type NewS3rver = new (options: Record<string, unknown>) => S3rver

export interface S3Server {
  /** For `ATRIUM_BLOBS_URL`; a separate bucket, with a prefix. */
  url: string
  /** The folder with the objects of the bucket. */
  folder: string
  stop: () => Promise<void>
}

/** An S3-compatible server on a free port; its folder is removed when it stops. */
export async function startS3(): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), 'atrium-s3-'))
  const bucket = `test-${randomUUID()}`
  const entry = pathToFileURL(resolveTool('s3rver')).href
  const { default: S3rver } = (await import(entry)) as { default: NewS3rver }
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket, configs: [] }],
  })
  const { port } = await server.run()
  // The keys that this server accepts.
  const putBack = withKeys('S3RVER')
  return {
    url: `s3://${bucket}/some/prefix?endpoint=http://127.0.0.1:${port}`,
    folder: join(directory, bucket),
    async stop() {
      await server.close()
      putBack()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

const keyNames = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']

/** Sets the keys of this process, and returns a function that restores the previous ones for later tests. */
export function withKeys(value: string): () => void {
  const before = keyNames.map((name) => [name, process.env[name]] as const)
  for (const name of keyNames) process.env[name] = value
  return () => {
    for (const [name, old] of before)
      if (old === undefined) delete process.env[name]
      else process.env[name] = old
  }
}
