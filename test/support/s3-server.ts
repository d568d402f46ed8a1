import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What is used of the package, which brings no types. */
interface S3rver {
  run(): Promise<{ port: number }>
  close(): Promise<void>
}
type NewS3rver = new (options: Record<string, unknown>) => S3rver

export interface S3Server {
  /** For `ATRIUM_BLOBS_URL`; a bucket of its own, below a prefix. */
  url: string
  /** Where the objects of the bucket lie. */
  folder: string
  stop: () => Promise<void>
}

/** An S3-compatible server on a free port; its contents are in a folder that goes with it. */
export async function startS3(): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), 'atrium-s3-'))
  const bucket = `test-${randomUUID()}`
  const name = 's3rver'
  const { default: S3rver } = (await import(name)) as { default: NewS3rver }
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket, configs: [] }],
  })
  const { port } = await server.run()
  // What this server takes from anybody.
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

/** Sets the keys of this process, and gives a function that puts back what was there: other tests come after. */
export function withKeys(value: string): () => void {
  const before = keyNames.map((name) => [name, process.env[name]] as const)
  for (const name of keyNames) process.env[name] = value
  return () => {
    for (const [name, old] of before)
      if (old === undefined) delete process.env[name]
      else process.env[name] = old
  }
}
