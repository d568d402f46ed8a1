import type { BlobAddress } from '../base/config/file-settings.ts'
import { DiskStore } from './disk.ts'
import type { BlobStore } from './store.ts'

const rethrow = (error: Error): never => {
  throw error
}

/** The file store at an address, without creating anything or connecting. */
async function storeAt(
  address: BlobAddress,
  onDiskFailure: (error: Error) => void = rethrow,
): Promise<BlobStore> {
  if (address.kind === 'disk') return new DiskStore(address.folder, onDiskFailure)
  // Loaded only when needed: it is large.
  return new (await import('./s3.ts')).S3Store(address)
}

/** Opens the configured file store and checks that it works. */
export async function openBlobs(
  address: BlobAddress,
  onDiskFailure: (error: Error) => void = rethrow,
): Promise<BlobStore> {
  const store = await storeAt(address, onDiskFailure)
  await store.ping()
  return store
}

/** Opens the target of a copy: a bucket is checked, but a folder is only created once something is stored. */
export async function openTarget(address: BlobAddress): Promise<BlobStore> {
  const store = await storeAt(address)
  if (address.kind === 's3') await store.ping()
  return store
}
