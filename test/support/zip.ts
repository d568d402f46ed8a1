import { crc32 } from 'node:zlib'

/** A small, strict reader of archives: every size, offset and checksum must be right. */
export function readZip(bytes: Buffer): Map<string, Buffer> {
  const end = bytes.length - 22
  if (bytes.readUInt32LE(end) !== 0x06054b50) throw new Error('The archive has no end')
  const count = bytes.readUInt16LE(end + 10)
  let at = bytes.readUInt32LE(end + 16)
  const files = new Map<string, Buffer>()
  for (let n = 0; n < count; n += 1) {
    if (bytes.readUInt32LE(at) !== 0x02014b50) throw new Error(`Entry ${n} is missing in the directory`)
    const [crc, packed, size] = [16, 20, 24].map((field) => bytes.readUInt32LE(at + field)) as [
      number,
      number,
      number,
    ]
    const lengths = [28, 30, 32].map((field) => bytes.readUInt16LE(at + field)) as [number, number, number]
    const path = bytes.toString('utf8', at + 46, at + 46 + lengths[0])
    const offset = bytes.readUInt32LE(at + 42)
    if (bytes.readUInt32LE(offset) !== 0x04034b50) throw new Error(`${path} is not where it should be`)
    const from = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
    const content = bytes.subarray(from, from + size)
    if (packed !== size || crc32(content) !== crc) throw new Error(`${path} is damaged`)
    if (files.has(path)) throw new Error(`${path} is there twice`)
    files.set(path, content)
    at += 46 + lengths[0] + lengths[1] + lengths[2]
  }
  if (at !== end) throw new Error('Something is between the directory and its end')
  return files
}
