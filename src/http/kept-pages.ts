import type { Reader } from '../db/database.ts'
import { readCache } from '../db/read-cache.ts'
import type { Answer } from './answer.ts'

/** In bytes: all responses together, and a single one. */
const mostKept = 4_000_000
const longestKept = 200_000
/** How many requests that came only once are remembered. */
const mostAsked = 1_000

/**
 * Responses to GET requests, cached until the next write. Programs poll the same page every few seconds, and mostly
 * nothing has changed. The key holds everything that decides the response: the path, the query and what the caller may
 * see. A response is cached from its second request on, because a client that pages through a list requests each page
 * once. When the cache is full, it evicts the least recently used response.
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
    // A stream is too large anyway, and can be sent only once.
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

/** The responses cached since the last commit. Undefined if the engine does not report commits. */
export function keptPages(reader: Reader): KeptPages | undefined {
  const cache = readCache(reader)
  if (cache === undefined) return undefined
  const known = cache.get(name)
  if (known instanceof KeptPages) return known
  const pages = new KeptPages()
  cache.set(name, pages)
  return pages
}
