import { crc32 } from 'node:zlib'

/** A file in an archive, or a folder if its path ends with a slash. */
export interface ZipEntry {
  path: string
  size: number
  modifiedAt: Date
  open: () => AsyncIterable<Uint8Array>
}

/** Values from here on do not fit into the original fields and need ZIP64. */
const most = { short: 0xffff, long: 0xffffffff }

const version = { plain: 20, zip64: 45 }
/** The checksum follows the content, and names are UTF-8. */
const flags = 0x0808
const unix = 3
const modes = { file: 0o100644, folder: 0o040755 }

interface Written extends ZipEntry {
  name: Buffer
  crc: number
  offset: number
}

const isLarge = ({ size }: ZipEntry): boolean => size >= most.long
const fitting = (value: number): number => Math.min(value, most.long)
const headerSize = { local: 30, central: 46, end: 22, end64: 56, locator: 20 }
const descriptorSize = (entry: ZipEntry): number => (entry.path.endsWith('/') ? 0 : isLarge(entry) ? 24 : 16)

/** The size of the archive, known before its content is read because nothing is compressed. */
export function zipSize(entries: readonly ZipEntry[]): number {
  let offset = 0
  let central = 0
  for (const entry of entries) {
    const name = Buffer.byteLength(entry.path)
    central += headerSize.central + name + centralExtra(entry, offset).length
    offset += headerSize.local + name + localExtra(entry).length + entry.size + descriptorSize(entry)
  }
  return offset + central + endOf(entries.length, central, offset).length
}

/**
 * An archive of files, stored without compression: most files are already compressed, and with a known size browsers
 * show the progress of the download.
 */
export async function* zipOf(entries: readonly ZipEntry[]): AsyncGenerator<Uint8Array> {
  const written: Written[] = []
  let offset = 0
  for (const entry of entries) {
    const current = { ...entry, name: Buffer.from(entry.path), crc: 0, offset }
    const header = localHeader(current)
    yield header
    let size = 0
    for await (const chunk of entry.open()) {
      size += chunk.length
      current.crc = crc32(chunk, current.crc)
      yield chunk
    }
    if (size !== entry.size) throw new Error(`The content has ${size} bytes instead of ${entry.size}`)
    const descriptor = descriptorOf(current)
    if (descriptor.length > 0) yield descriptor
    offset += header.length + size + descriptor.length
    written.push(current)
  }
  let central = 0
  for (const entry of written) {
    const header = centralHeader(entry)
    central += header.length
    yield header
  }
  yield endOf(written.length, central, offset)
}

function localHeader(entry: Written): Buffer {
  const header = Buffer.alloc(headerSize.local)
  header.writeUInt32LE(0x04034b50, 0)
  writeShared(header, 4, entry)
  const extra = localExtra(entry)
  header.writeUInt16LE(extra.length, 28)
  return Buffer.concat([header, entry.name, extra])
}

function centralHeader(entry: Written): Buffer {
  const header = Buffer.alloc(headerSize.central)
  header.writeUInt32LE(0x02014b50, 0)
  header.writeUInt16LE((unix << 8) | version.zip64, 4)
  writeShared(header, 6, entry)
  const extra = centralExtra(entry, entry.offset)
  header.writeUInt16LE(extra.length, 30)
  const mode = entry.path.endsWith('/') ? modes.folder : modes.file
  header.writeUInt32LE(mode * 0x10000 + (entry.path.endsWith('/') ? 0x10 : 0), 38)
  header.writeUInt32LE(fitting(entry.offset), 42)
  return Buffer.concat([header, entry.name, extra])
}

/** The fields that both headers have, from the version on. */
function writeShared(header: Buffer, at: number, entry: Written): void {
  const { date, time } = dosTime(entry.modifiedAt)
  const isFolder = entry.path.endsWith('/')
  header.writeUInt16LE(isLarge(entry) ? version.zip64 : version.plain, at)
  header.writeUInt16LE(isFolder ? flags & ~0x0008 : flags, at + 2)
  header.writeUInt16LE(time, at + 6)
  header.writeUInt16LE(date, at + 8)
  header.writeUInt32LE(entry.crc, at + 10)
  header.writeUInt32LE(fitting(entry.size), at + 14)
  header.writeUInt32LE(fitting(entry.size), at + 18)
  header.writeUInt16LE(entry.name.length, at + 22)
}

function descriptorOf(entry: Written): Buffer {
  const descriptor = Buffer.alloc(descriptorSize(entry))
  if (descriptor.length === 0) return descriptor
  descriptor.writeUInt32LE(0x08074b50, 0)
  descriptor.writeUInt32LE(entry.crc, 4)
  if (isLarge(entry)) {
    descriptor.writeBigUInt64LE(BigInt(entry.size), 8)
    descriptor.writeBigUInt64LE(BigInt(entry.size), 16)
  } else {
    descriptor.writeUInt32LE(entry.size, 8)
    descriptor.writeUInt32LE(entry.size, 12)
  }
  return descriptor
}

const localExtra = (entry: ZipEntry): Buffer =>
  Buffer.concat([utcTime(entry), zip64Extra(isLarge(entry) ? [entry.size, entry.size] : [])])

function centralExtra(entry: ZipEntry, offset: number): Buffer {
  const sizes = isLarge(entry) ? [entry.size, entry.size] : []
  return Buffer.concat([utcTime(entry), zip64Extra(offset >= most.long ? [...sizes, offset] : sizes)])
}

function zip64Extra(values: readonly number[]): Buffer {
  if (values.length === 0) return Buffer.alloc(0)
  const extra = Buffer.alloc(4 + 8 * values.length)
  extra.writeUInt16LE(0x0001, 0)
  extra.writeUInt16LE(8 * values.length, 2)
  for (const [n, value] of values.entries()) extra.writeBigUInt64LE(BigInt(value), 4 + 8 * n)
  return extra
}

/** The time of day of the old field has no time zone. */
function utcTime({ modifiedAt }: ZipEntry): Buffer {
  const extra = Buffer.alloc(9)
  extra.writeUInt16LE(0x5455, 0)
  extra.writeUInt16LE(5, 2)
  extra.writeUInt8(1, 4)
  extra.writeUInt32LE(Math.floor(modifiedAt.getTime() / 1000), 5)
  return extra
}

function dosTime(moment: Date): { date: number; time: number } {
  const year = Math.max(0, moment.getUTCFullYear() - 1980)
  return {
    date: (year << 9) | ((moment.getUTCMonth() + 1) << 5) | moment.getUTCDate(),
    time: (moment.getUTCHours() << 11) | (moment.getUTCMinutes() << 5) | (moment.getUTCSeconds() >> 1),
  }
}

/** The end of the directory, preceded by its larger form where a number does not fit. */
function endOf(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(headerSize.end)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Math.min(count, most.short), 8)
  end.writeUInt16LE(Math.min(count, most.short), 10)
  end.writeUInt32LE(fitting(size), 12)
  end.writeUInt32LE(fitting(offset), 16)
  if (count < most.short && size < most.long && offset < most.long) return end
  const end64 = Buffer.alloc(headerSize.end64)
  end64.writeUInt32LE(0x06064b50, 0)
  end64.writeBigUInt64LE(BigInt(headerSize.end64 - 12), 4)
  end64.writeUInt16LE((unix << 8) | version.zip64, 12)
  end64.writeUInt16LE(version.zip64, 14)
  end64.writeBigUInt64LE(BigInt(count), 24)
  end64.writeBigUInt64LE(BigInt(count), 32)
  end64.writeBigUInt64LE(BigInt(size), 40)
  end64.writeBigUInt64LE(BigInt(offset), 48)
  const locator = Buffer.alloc(headerSize.locator)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeBigUInt64LE(BigInt(offset + size), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([end64, locator, end])
}
