/** How much is written at once: much where little else is, little where much is. Larger ones gain nothing. */
export const blockSizes = { small: 64 * 1024, large: 512 * 1024 } as const

/** So many of each are kept for the next content. */
const mostSpare = 8

const spare = new Map<number, ArrayBuffer[]>(Object.values(blockSizes).map((size) => [size, []]))

export function takeBlock(size: keyof typeof blockSizes): Uint8Array<ArrayBuffer> {
  const buffer = spare.get(blockSizes[size])?.pop()
  // Not cleared: only what was put in is ever taken out.
  return buffer === undefined ? Buffer.allocUnsafeSlow(blockSizes[size]) : new Uint8Array(buffer)
}

export function giveBack(buffer: ArrayBuffer): void {
  const kept = spare.get(buffer.byteLength)
  if (kept !== undefined && kept.length < mostSpare) kept.push(buffer)
  else free(buffer)
}

/**
 * Gives memory back now. Content comes in pieces that are garbage at once, but the collector counts them outside of
 * its heap and would let hundreds of megabytes of them stand.
 */
export function free(buffer: ArrayBuffer): void {
  buffer.transfer(0)
}

/** The same for a piece that nobody looks at any more, unless it shares its memory with others. */
export function release({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) free(buffer)
}
