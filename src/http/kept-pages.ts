import type { Reader } from '../db/database.ts'
import { recall } from '../db/recall.ts'
import type { Answer } from './answer.ts'

/** In characters: all cached pages together, and one page. */
const mostKept = 4_000_000
const longestKept = 200_000
/** How many requests that were seen once are remembered. */
const mostAsked = 1_000

/**
 * Caches pages that were requested twice, until anybody writes; drops the least recently used. A client that
 * walks through a list requests each page once, and caching those would only create garbage.
 */
export class KeptPages {
  readonly #pages = new Map<string, Answer>()
  readonly #asked = new Set<string>()
  #size = 0

  get(asked: string): Answer | undefined {
    const page = this.#pages.get(asked)
    if (page === undefined) return undefined
    this.#pages.delete(asked)
    this.#pages.set(asked, page)
    return page
  }

  put(asked: string, page: Answer): void {
    const size = sizeOf(asked, page)
    // Chunked pages are too large to cache.
    if (page.stream !== undefined || size > longestKept || this.#pages.has(asked)) return
    if (!this.#asked.delete(asked)) {
      if (this.#asked.size >= mostAsked) this.#asked.clear()
      this.#asked.add(asked)
      return
    }
    this.#pages.set(asked, page)
    this.#size += size
    for (const [oldest, { body }] of this.#pages) {
      if (this.#size <= mostKept) return
      this.#pages.delete(oldest)
      this.#size -= sizeOf(oldest, { body })
    }
  }
}

const sizeOf = (asked: string, { body = '' }: Pick<Answer, 'body'>): number => asked.length + body.length

const name = 'pages'

/** Undefined if other processes may have written. */
export function keptPages(reader: Reader): KeptPages | undefined {
  const place = recall(reader)
  if (place === undefined) return undefined
  const known = place.get(name)
  if (known instanceof KeptPages) return known
  const pages = new KeptPages()
  place.set(name, pages)
  return pages
}
