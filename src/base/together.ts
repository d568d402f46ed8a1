/**
 * Awaits reads that do not depend on each other; in a transaction on PostgreSQL they share a round trip. It waits for all
 * of them even if one fails, because a transaction must not end while something still uses it, and throws the first
 * error in the given order.
 */
export async function together<T extends readonly unknown[]>(
  reads: readonly [...{ [K in keyof T]: Promise<T[K]> }],
): Promise<T> {
  const settled = await Promise.allSettled(reads)
  return settled.map((each) => {
    if (each.status === 'rejected') throw each.reason
    return each.value
  }) as unknown as T
}
