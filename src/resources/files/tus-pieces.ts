import { clock } from '../../base/clock.ts'
import { problem } from '../../base/errors.ts'
import type { Database, Reader } from '../../db/database.ts'
import { insertRow } from '../../db/records.ts'
import type { DeferredAssetRow, UploadPieceRow } from '../../db/rows/files.ts'
import { confirmContent } from '../../file-store/confirm.ts'
import { newBlobKey } from '../../file-store/keys.ts'
import type { BlobStore, ContentSource } from '../../file-store/store.ts'
import type { StoredContent } from '../../file-store/take.ts'
import { topics } from '../../observe/topics.ts'
import type { Checksum } from './tus-headers.ts'
import { lifetime } from './upload.ts'

/** The most that is lost, and has to be sent again, if the service is killed. */
const pieceSize = 8 * 1024 * 1024

interface Brought {
  /** How many bytes have arrived, including `last`. */
  received: number
  /** The piece that completes the upload. Its row is stored together with the completed content. */
  last: StoredContent | undefined
  /** Why the body ended early; the pieces before that stay stored. */
  failure: unknown
}

/**
 * Stores the body of a request piece by piece. Each piece is durable and has its row before the next begins.
 * With a checksum, either everything is stored or nothing.
 */
export async function bringPieces(
  db: Database,
  store: BlobStore,
  upload: DeferredAssetRow,
  body: ContentSource,
  checksum: Checksum | undefined,
): Promise<Brought> {
  const incoming = new PiecedBody(body, upload.size - upload.received, checksum)
  const held: StoredContent[] = []
  let { received } = upload
  try {
    while (!incoming.ended) {
      const key = newBlobKey(upload.companyNo)
      const piece = { key, ...(await store.put(key, incoming.piece(pieceSize))) }
      topics.contentMoved.publish({ direction: 'in', bytes: piece.size })
      const isLast = received + piece.size === upload.size
      if (piece.size === 0) await store.remove(key)
      else if (checksum !== undefined || isLast) held.push(piece)
      else await keepPieces(db, store, upload, received, [piece])
      received += piece.size
      if (isLast && incoming.ended) break
    }
    if (checksum !== undefined) {
      if (incoming.failure !== undefined) throw incoming.failure
      if (!checksum.hash.digest().equals(checksum.expected))
        throw problem('checksum_mismatch', 'The body does not match its checksum.')
    }
  } catch (error) {
    for (const { key } of held) await store.remove(key)
    throw error
  }
  const last = received === upload.size ? held.pop() : undefined
  const before = held.reduce((sum, { size }) => sum + size, 0)
  if (held.length > 0) await keepPieces(db, store, upload, received - before - (last?.size ?? 0), held)
  return { received, last, failure: incoming.failure }
}

/**
 * Splits a body into pieces. If the connection breaks, the current piece ends there; a body that is too long is
 * refused.
 */
class PiecedBody {
  ended = false
  failure: unknown
  readonly #chunks: AsyncIterator<Uint8Array>
  readonly #checksum: Checksum | undefined
  #left: number

  constructor(body: ContentSource, most: number, checksum: Checksum | undefined) {
    this.#chunks = body[Symbol.asyncIterator]()
    this.#left = most
    this.#checksum = checksum
  }

  async *piece(size: number): AsyncGenerator<Uint8Array> {
    for (let taken = 0; taken < size; ) {
      const chunk = await this.#next()
      if (chunk === undefined) return
      taken += chunk.length
      yield chunk
    }
  }

  async #next(): Promise<Uint8Array | undefined> {
    try {
      const { done, value } = await this.#chunks.next()
      this.ended = done === true
      if (done === true) return undefined
      this.#left -= value.length
      this.#checksum?.hash.update(value)
      if (this.#left >= 0) return value
    } catch (error) {
      this.ended = true
      this.failure = error
      return undefined
    }
    this.ended = true
    throw problem('too_large', 'The body is longer than the rest of the upload.')
  }
}

async function keepPieces(
  db: Database,
  store: BlobStore,
  { companyNo, id }: DeferredAssetRow,
  start: number,
  pieces: readonly StoredContent[],
): Promise<void> {
  const end = pieces.reduce((sum, { size }) => sum + size, start)
  try {
    await db.transaction(async (tx) => {
      const [moved] = await tx.query
        .updateTable('deferredAssets')
        .set({ received: end, expiresAt: new Date(clock.now() + lifetime).toISOString() })
        .where('companyNo', '=', companyNo)
        .where('id', '=', id)
        .where('received', '=', start)
        .where('sha256', 'is', null)
        .returning('id')
        .execute()
      if (moved === undefined) throw overtaken()
      let at = start
      for (const { key: blobKey, size, sha256 } of pieces) {
        await insertRow(tx, 'uploadPieces', { companyNo, assetId: id, start: at, size, sha256, blobKey })
        at += size
      }
    })
  } finally {
    for (const { key } of pieces) await confirmContent(db, store, key)
  }
}

export const overtaken = (): Error =>
  problem('conflict', 'Another request already continued this upload. Send HEAD to get the current offset.')

export async function readPieces(
  reader: Reader,
  { companyNo, id }: Pick<DeferredAssetRow, 'companyNo' | 'id'>,
): Promise<UploadPieceRow[]> {
  return reader.query
    .selectFrom('uploadPieces')
    .selectAll()
    .where('companyNo', '=', companyNo)
    .where('assetId', '=', id)
    .orderBy('start')
    .execute()
}

/** Joins all pieces into one content. A single piece is copied within the store. */
export async function joinPieces(
  store: BlobStore,
  companyNo: number,
  pieces: readonly StoredContent[],
): Promise<StoredContent> {
  const key = newBlobKey(companyNo)
  const [first, ...more] = pieces
  if (first !== undefined && more.length === 0) {
    await store.copy(first.key, key)
    return { ...first, key }
  }
  async function* all(): AsyncGenerator<Uint8Array> {
    for (const piece of pieces) yield* await store.read(piece.key)
  }
  return { key, ...(await store.put(key, all())) }
}
