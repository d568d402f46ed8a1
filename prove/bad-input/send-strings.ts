import { isList } from '../subject/described.ts'
import type { Round } from './round.ts'
import { type Askable, filterText, sortText } from './strings.ts'

/** Sends generated filters and sorts to every list in turn; returns how many were sent and how many accepted. */
export async function sendStrings(
  round: Round,
  count: number,
  onProgress: (done: number) => void,
): Promise<{ sent: number; taken: number }> {
  const { operations, random } = round.given
  const lists = operations.filter(isList).map((operation) => ({ operation, askable: askableOf(operation) }))
  let taken = 0
  for (let n = 0; n < count; n += 1) {
    const { operation, askable } = lists[n % lists.length] as (typeof lists)[number]
    const query = [
      ...(random.chance(0.8) ? [`filter=${encoded(filterText(random, askable))}`] : []),
      ...(random.chance(0.5) ? [`sort=${encoded(sortText(random, askable))}`] : []),
      ...(random.chance(0.2) ? [`limit=${1 + random.below(500)}`] : []),
      ...(random.chance(0.1) ? ['paging=last'] : []),
    ]
    const { status } = await round.ask({
      method: 'GET',
      target: `${await round.recordsFor(operation).fill(operation.path)}?${query.join('&')}`,
      headers: round.authorizationFor(operation),
    })
    if (status === 200) taken += 1
    if (n % 100 === 0) onProgress(n)
  }
  return { sent: count, taken }
}

/** A lone surrogate has no UTF-8 encoding, so it is sent as the bytes that it would have. */
const encoded = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replaceAll('%EF%BF%BD', '%ED%A0%80')

function askableOf({
  parameters,
}: {
  parameters: readonly { name: string; 'x-fields'?: readonly string[] }[]
}): Askable {
  const fieldsOf = (name: string): readonly string[] =>
    parameters.find((each) => each.name === name)?.['x-fields'] ?? []
  const filter: Record<string, string[]> = {}
  for (const each of fieldsOf('filter')) {
    const [name = '', operator = '='] = each.split(' ')
    filter[name] = [...(filter[name] ?? []), operator]
  }
  return {
    sort: fieldsOf('sort').length > 0 ? fieldsOf('sort') : ['createdAt'],
    filter: Object.keys(filter).length > 0 ? filter : { createdAt: ['=', '>'] },
  }
}
