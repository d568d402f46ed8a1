import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import type { UploadPart } from './send-in-parts.ts'

/** After a request is built, before it is signed. */
export const atBuild = { step: 'build', name: 'knownHash' } as const

/** The signature covers the hash of the body, so that the store refuses a body that changed in transit. */
export const knownHash =
  (sha256: string) =>
  <A extends { request: unknown }, R>(next: (args: A) => R) =>
  (args: A): R => {
    const { headers } = args.request as { headers: Record<string, string> }
    headers['x-amz-content-sha256'] = sha256
    return next(args)
  }

/** A multipart upload of a large object. */
export class PartedUpload {
  readonly #client: S3Client
  readonly #place: { Bucket: string; Key: string }
  readonly #parts: { ETag: string | undefined; PartNumber: number }[] = []
  #uploadId: string | undefined

  constructor(client: S3Client, place: { Bucket: string; Key: string }) {
    this.#client = client
    this.#place = place
  }

  get begun(): boolean {
    return this.#uploadId !== undefined
  }

  async begin(): Promise<string> {
    const { UploadId = '' } = await this.#client.send(new CreateMultipartUploadCommand(this.#place))
    this.#uploadId = UploadId
    return UploadId
  }

  async add({ bytes, sha256 }: UploadPart): Promise<void> {
    const PartNumber = this.#parts.length + 1
    const command = new UploadPartCommand({
      ...this.#place,
      UploadId: this.#uploadId,
      PartNumber,
      Body: bytes,
      ContentLength: bytes.length,
    })
    command.middlewareStack.add(knownHash(sha256), atBuild)
    const { ETag } = await this.#client.send(command)
    this.#parts.push({ ETag, PartNumber })
  }

  async complete(): Promise<void> {
    await this.#client.send(
      new CompleteMultipartUploadCommand({
        ...this.#place,
        UploadId: this.#uploadId,
        MultipartUpload: { Parts: this.#parts },
      }),
    )
  }
}
