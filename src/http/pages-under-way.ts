import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Problem, problem } from '../errors.ts'
import { topics } from '../observe/topics.ts'
import { gone, whenLeft } from './connections.ts'

/** How many records of pages one caller may have under way, from their reading until the last of them has left. */
const most = 1_000

/** Milliseconds that a page waits for those. Whoever takes in nothing at all is cut off in about the same time. */
const longestWait = 30_000

interface Caller {
  records: number
  /** In the order in which they came. */
  waiting: Set<Page>
}

interface Page {
  records: number
  isBegun: boolean
  begin: () => void
  giveUp: (why: Problem) => void
}

/**
 * Large pages that many connections ask for at once, and take in slowly or not at all, would have the memory and the time
 * of everyone. So each caller has a few under way, and further ones wait until those have left.
 */
export class PagesUnderWay {
  readonly #callers = new Map<string, Caller>()
  readonly #longestWait: number

  constructor(milliseconds = longestWait) {
    this.#longestWait = milliseconds
  }

  /** A page of so many records, until its answer has left. Undefined: go on at once. */
  begin(
    whose: string,
    records: number,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> | undefined {
    const caller = this.#callers.get(whose) ?? { records: 0, waiting: new Set() }
    this.#callers.set(whose, caller)
    const page: Page = { records, isBegun: false, begin: nobodyWaits, giveUp: nobodyWaits }
    whenLeft(request, response, () => {
      if (page.isBegun) caller.records -= records
      if (caller.waiting.delete(page)) page.giveUp(gone())
      letIn(caller)
      if (caller.records === 0 && caller.waiting.size === 0) this.#callers.delete(whose)
    })
    caller.waiting.add(page)
    letIn(caller)
    return page.isBegun ? undefined : this.#begun(page, caller)
  }

  #begun(page: Page, { waiting }: Caller): Promise<void> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        waiting.delete(page)
        reject(tooMany())
      }, this.#longestWait)
      page.begin = () => {
        clearTimeout(late)
        resolve()
      }
      page.giveUp = (why) => {
        clearTimeout(late)
        reject(why)
      }
    })
  }
}

function letIn(caller: Caller): void {
  for (const page of caller.waiting) {
    // One is always let in, however large.
    if (caller.records > 0 && caller.records + page.records > most) return
    caller.waiting.delete(page)
    caller.records += page.records
    page.isBegun = true
    page.begin()
  }
}

const nobodyWaits = (): void => undefined

function tooMany(): Problem {
  topics.rateRefused.tell({ limit: 'pages' })
  return problem(
    'too_many_requests',
    `You have asked for pages of more than ${most} records at once and have not taken them in; read those first, or ask for fewer at a time.`,
    { headers: { 'retry-after': '5' } },
  )
}
