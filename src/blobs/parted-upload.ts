import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'

/** A large object, part by part. */
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

  async add(bytes: Buffer): Promise<void> {
    const PartNumber = this.#parts.length + 1
    const { ETag } = await this.#client.send(
      new UploadPartCommand({
        ...this.#place,
        UploadId: this.#uploadId,
        PartNumber,
        Body: bytes,
        ContentLength: bytes.length,
      }),
    )
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
