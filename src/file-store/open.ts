import type { BlobAddress } from '../base/config/file-settings.ts'
import { DiskStore } from './disk.ts'
import type { BlobStore } from './store.ts'

const rethrow = (error: Error): never => {
  throw error
}

/** The file store at an address, of which nothing is made or asked yet. */
export async function storeAt(
  address: BlobAddress,
  onDiskFailure: (error: Error) => void = rethrow,
): Promise<BlobStore> {
  if (address.kind === 'disk') return new DiskStore(address.folder, onDiskFailure)
  // Loaded where it is used: it is large.
  return new (await import('./s3.ts')).S3Store(address)
}

/** Opens the file store that the settings name, and makes sure that it can be used. */
export async function openBlobs(
  address: BlobAddress,
  onDiskFailure: (error: Error) => void = rethrow,
): Promise<BlobStore> {
  const store = await storeAt(address, onDiskFailure)
  await store.ping()
  return store
}
