import { setImmediate } from 'node:timers/promises'
import type { Random } from '../../bench/random.ts'
import { Problem } from '../../src/base/errors.ts'
import type { List } from '../../src/lists/list.ts'
import { operatorsOf } from '../../src/query/fields.ts'
import { parseListRequest } from '../../src/query/paging.ts'
import { files } from '../../src/resources/files/file.ts'
import { foundTags } from '../../src/resources/tags/tag.ts'
import { tasks } from '../../src/resources/tasks/task.ts'
import { times } from '../../src/resources/times/time.ts'
import { users } from '../../src/resources/users.ts'
import type { Faults } from '../proof.ts'
import { type Askable, filterText, sortText } from './strings.ts'

const lists: readonly List[] = [tasks, files, times, users, foundTags]

const askableOf = ({ sort, filter }: List): Askable => ({
  sort,
  filter: Object.fromEntries(Object.entries(filter).map(([name, field]) => [name, operatorsOf(field)])),
})

/** The most milliseconds that parsing may take. */
const most = 50

/** Slower results are measured again, so that the figure is the parser's own. */
const worthALook = 2

/** Passes strings to the parser alone; returns how many it accepted, and the longest time. */
export async function askParser(
  random: Random,
  count: number,
  faults: Faults,
  onProgress: (done: number) => void,
): Promise<{ taken: number; slowest: number }> {
  const known = lists.map((list) => ({ list, askable: askableOf(list) }))
  let taken = 0
  let slowest = 0
  for (let n = 0; n < count; n += 1) {
    const { list, askable } = known[n % known.length] as (typeof known)[number]
    const query = { filter: [filterText(random, askable)], sort: [sortText(random, askable)] }
    const began = performance.now()
    const fault = parse(query, list)
    let took = performance.now() - began
    // Another process may have had the CPU: the best of three counts.
    for (let again = 0; took > worthALook && again < 3; again += 1) {
      const restarted = performance.now()
      parse(query, list)
      took = Math.min(took, performance.now() - restarted)
    }
    slowest = Math.max(slowest, took)
    if (took > most) faults.addSlow(`Parsing ${JSON.stringify(query)} takes ${took.toFixed(0)} ms`)
    if (fault === undefined) taken += 1
    else if (fault !== '') faults.add(`Parsing ${JSON.stringify(query)} ${fault}`)
    if (n % 10_000 > 0) continue
    onProgress(n)
    await setImmediate()
  }
  return { taken, slowest }
}

/** Undefined: accepted. Empty: correctly refused. Otherwise the fault. */
function parse(query: Record<string, string[]>, { sort, filter }: List): string | undefined {
  try {
    parseListRequest(query, sort, filter)
    return undefined
  } catch (error) {
    if (!(error instanceof Problem)) return `throws ${error}`
    if (error.status !== 400 || error.faults.length === 0) return `is a ${error.status} without a fault`
    return error.faults.every(({ detail }) => detail.isWellFormed()) ? '' : 'reports it with half a character'
  }
}
