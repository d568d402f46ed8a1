/** Block sizes: large where few uploads run at once, small where many do. Larger blocks gain nothing. */
export const blockSizes = { small: 64 * 1024, large: 512 * 1024 } as const

/** How many blocks of each size are kept for reuse. */
const mostSpare = 8

const spare = new Map<number, ArrayBuffer[]>(Object.values(blockSizes).map((size) => [size, []]))

export function takeBlock(size: keyof typeof blockSizes): Uint8Array<ArrayBuffer> {
  const buffer = spare.get(blockSizes[size])?.pop()
  // Not zeroed: only bytes that were written are ever read.
  return buffer === undefined ? Buffer.allocUnsafeSlow(blockSizes[size]) : new Uint8Array(buffer)
}

export function giveBack(buffer: ArrayBuffer): void {
  const kept = spare.get(buffer.byteLength)
  if (kept !== undefined && kept.length < mostSpare) kept.push(buffer)
  else free(buffer)
}

/**
 * Frees memory immediately. Chunks of content become garbage immediately, but they are outside the garbage collector's
 * heap, so hundreds of megabytes of them would pile up.
 */
export function free(buffer: ArrayBuffer): void {
  buffer.transfer(0)
}

/** The same for a chunk that is no longer used, unless it shares its memory with others. */
export function release({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) free(buffer)
}
