import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import {
  AbortMultipartUploadCommand,
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3'
import { clock } from '../base/clock.ts'
import type { S3Address } from '../base/config/file-settings.ts'
import { problem } from '../base/errors.ts'
import { ContentStream, outletOf } from './content-stream.ts'
import { atBuild, knownHash, PartedUpload } from './parted-upload.ts'
import { whyNoBucket } from './s3-failures.ts'
import { sendInParts, type UploadPart } from './send-in-parts.ts'
import {
  type BlobStore,
  type ByteRange,
  type ContentSource,
  demandKey,
  MissingContent,
  type Outlet,
  type Stored,
} from './store.ts'
import { WritingThreads } from './writing-threads.ts'

/** Milliseconds. */
const pingPatience = 10_000

/**
 * Content in a bucket of any S3-compatible store. Objects appear whole or not at all, so content is written under its
 * final key; a mark in `incoming` tells the sweep which content may have no row, and which multipart uploads never ended.
 */
export class S3Store implements BlobStore {
  readonly #client: S3Client
  readonly #bucket: string
  readonly #prefix: string
  readonly #threads = new WritingThreads()

  constructor({ bucket, prefix, endpoint, region, pathStyle }: S3Address) {
    this.#bucket = bucket
    this.#prefix = prefix
    this.#client = new S3Client({
      region,
      ...(endpoint !== undefined && { endpoint }),
      forcePathStyle: pathStyle,
      // Not every store supports the newer checksums; the rows keep our own.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    })
  }

  async put(key: string, source: ContentSource): Promise<Stored> {
    demandKey(key)
    const parts = new PartedUpload(this.#client, { Bucket: this.#bucket, Key: this.#content(key) })
    await this.#mark(key, '')
    try {
      const stored = await sendInParts(source, this.#threads, async (part) => {
        if (part.isAll) return this.#putObject(this.#content(key), part)
        if (!parts.begun) await this.#mark(key, await ask(parts.begin()))
        await ask(parts.add(part))
      })
      if (parts.begun) await ask(parts.complete())
      return stored
    } catch (error) {
      // If it cannot be removed now, the sweep finds it by its mark.
      await this.remove(key).catch(() => undefined)
      throw error
    }
  }

  async copy(from: string, to: string): Promise<void> {
    demandKey(from)
    demandKey(to)
    await this.#mark(to, '')
    const source = `${this.#bucket}/${this.#content(from)}`.split('/').map(encodeURIComponent).join('/')
    try {
      await ask(
        this.#client.send(
          new CopyObjectCommand({ Bucket: this.#bucket, Key: this.#content(to), CopySource: source }),
        ),
      )
    } catch (error) {
      await this.remove(to).catch(() => undefined)
      throw isMissing(error) ? new MissingContent(from) : error
    }
  }

  async confirm(key: string): Promise<void> {
    demandKey(key)
    await this.#delete(this.#incoming(key))
  }

  async *unconfirmed(): AsyncIterable<{ key: string; since: Date }> {
    for await (const { key, since } of this.#objects('incoming/')) yield { key, since }
  }

  async open(key: string, range?: ByteRange): Promise<Outlet> {
    demandKey(key)
    const body = await this.#get(
      this.#content(key),
      range === undefined ? undefined : `bytes=${range.first}-${range.last}`,
    )
    if (body === undefined) throw new MissingContent(key)
    return {
      ...outletOf(range === undefined ? body : atMost(body, range.last - range.first + 1)),
      // Also works while a read is pending, or before the first one.
      close: async () => void body.destroy(),
    }
  }

  async read(key: string, range?: ByteRange): Promise<Readable> {
    return new ContentStream(await this.open(key, range))
  }

  async size(key: string): Promise<number | undefined> {
    demandKey(key)
    try {
      const head = new HeadObjectCommand({ Bucket: this.#bucket, Key: this.#content(key) })
      return (await ask(this.#client.send(head))).ContentLength ?? 0
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  async remove(key: string): Promise<void> {
    demandKey(key)
    const mark = await this.#get(this.#incoming(key), undefined)
    const uploadId = mark === undefined ? '' : await text(mark)
    if (uploadId !== '') await this.#abort(key, uploadId)
    await this.#delete(this.#content(key))
    await this.#delete(this.#incoming(key))
  }

  async *list(): AsyncIterable<{ key: string; size: number }> {
    for await (const { key, size } of this.#objects('content/')) yield { key, size }
  }

  async ping(): Promise<void> {
    const command = new HeadBucketCommand({ Bucket: this.#bucket })
    const abortSignal = clock.timeout(pingPatience)
    await this.#client.send(command, { abortSignal }).catch((error: unknown) => {
      throw problem('unavailable', whyNoBucket(error, this.#bucket))
    })
  }

  async close(): Promise<void> {
    this.#client.destroy()
    await this.#threads.close()
  }

  #incoming(key: string): string {
    return `${this.#prefix}incoming/${key}`
  }

  #content(key: string): string {
    return `${this.#prefix}content/${key}`
  }

  /** `uploadId`: of the multipart upload, if any. */
  #mark(key: string, uploadId: string): Promise<void> {
    const bytes = Buffer.from(uploadId)
    return this.#putObject(this.#incoming(key), { bytes, sha256: hash('sha256', bytes) })
  }

  async #putObject(name: string, { bytes, sha256 }: Pick<UploadPart, 'bytes' | 'sha256'>): Promise<void> {
    const input = { Bucket: this.#bucket, Key: name, Body: bytes, ContentLength: bytes.length }
    const command = new PutObjectCommand(input)
    command.middlewareStack.add(knownHash(sha256), atBuild)
    await ask(this.#client.send(command))
  }

  async #get(name: string, range: string | undefined): Promise<Readable | undefined> {
    const input = { Bucket: this.#bucket, Key: name, ...(range !== undefined && { Range: range }) }
    try {
      const { Body } = await ask(this.#client.send(new GetObjectCommand(input)))
      return Body instanceof Readable ? Body : Readable.from([])
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  async #delete(name: string): Promise<void> {
    await ask(this.#client.send(new DeleteObjectCommand({ Bucket: this.#bucket, Key: name })))
  }

  async #abort(key: string, uploadId: string): Promise<void> {
    const input = { Bucket: this.#bucket, Key: this.#content(key), UploadId: uploadId }
    await ask(this.#client.send(new AbortMultipartUploadCommand(input))).catch((error: unknown) => {
      if (!isMissing(error) && !(error instanceof Error && cannotAbort(error.cause))) throw error
    })
  }

  async *#objects(below: string): AsyncGenerator<{ key: string; size: number; since: Date }> {
    const prefix = this.#prefix + below
    const pages = paginateListObjectsV2({ client: this.#client }, { Bucket: this.#bucket, Prefix: prefix })
    for await (const { Contents = [] } of pages)
      for (const { Key = '', Size = 0, LastModified = new Date(clock.now()) } of Contents)
        yield { key: Key.slice(prefix.length), size: Size, since: LastModified }
  }
}

/** Not every store honours a range to the byte. */
async function* atMost(source: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<Uint8Array> {
  let left = most
  for await (const chunk of source) {
    yield chunk.subarray(0, left)
    left -= chunk.length
    if (left <= 0) return
  }
}

function isMissing(error: unknown): boolean {
  return (
    error instanceof Error && ['NoSuchKey', 'NotFound', 'NoSuchUpload', 'NoSuchVersion'].includes(error.name)
  )
}

/** Some small stores cannot abort a multipart upload; its parts are invisible, and a bucket rule can clear them. */
function cannotAbort(cause: unknown): boolean {
  return cause instanceof Error && ['MethodNotAllowed', 'NotImplemented'].includes(cause.name)
}

/** An unreachable store is neither the caller's fault nor this program's. */
async function ask<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (isMissing(error) || !(error instanceof Error)) throw error
    throw Object.assign(
      problem('unavailable', 'The file store is unavailable.', { headers: { 'retry-after': '5' } }),
      { cause: error },
    )
  }
}
