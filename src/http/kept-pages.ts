import type { Reader } from '../db/database.ts'
import { recall } from '../db/recall.ts'
import type { Answer } from './answer.ts'

/** Characters, of all pages that are kept and of one. */
const mostKept = 4_000_000
const longestKept = 200_000
/** How many questions are remembered that were asked once. */
const mostAsked = 1_000

/**
 * Pages that were asked for twice, until anybody writes; of more than there is room for, those that were asked for last.
 * Who goes through a list asks for each of its pages once: keeping those would only give the collector of garbage work.
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
    // What leaves in pieces is too large anyway, and leaves once.
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

/** Undefined where nobody can know whether somebody has written. */
export function keptPages(reader: Reader): KeptPages | undefined {
  const place = recall(reader)
  if (place === undefined) return undefined
  const known = place.get(name)
  if (known instanceof KeptPages) return known
  const pages = new KeptPages()
  place.set(name, pages)
  return pages
}
