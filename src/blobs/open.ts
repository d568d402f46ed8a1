import type { BlobAddress } from '../config/file-settings.ts'
import { DiskStore } from './disk.ts'
import type { BlobStore } from './store.ts'

/** Opens the file store that the settings name, and makes sure that it can be used. */
export async function openBlobs(
  address: BlobAddress,
  onDiskFailure: (error: Error) => void = (error) => {
    throw error
  },
): Promise<BlobStore> {
  const store =
    address.kind === 'disk'
      ? new DiskStore(address.folder, onDiskFailure)
      : // Loaded where it is used: it is large.
        new (await import('./s3.ts')).S3Store(address)
  await store.ping()
  return store
}
