import { expect, test } from 'vitest'

interface Row {
  id: string
  total: number
}

// Its types need those of a browser.
const { rowsOf } = (await import(new URL('../../web/src/pages/time/rows.ts', import.meta.url).href)) as {
  rowsOf: (
    monday: string,
    entries: readonly object[],
    added: readonly object[],
    edits: ReadonlyMap<string, object>,
    before?: readonly Row[],
  ) => Row[]
}

const monday = '2026-03-02'
const entryOf = (n: number): object => ({
  ...{ id: `e${n}`, date: monday, minutes: 30, note: null, billable: false, createdAt: monday },
  ...{ workspaceId: 'w', taskId: `t${n}` },
})

test('typing into one cell of 200 rows changes one row; the others stay the same objects', () => {
  const entries = Array.from({ length: 200 }, (_, n) => entryOf(n))
  const before = rowsOf(monday, entries, [], new Map())
  const edits = new Map([[`w/t7 ${monday}`, { edit: { minutes: 90 }, state: 'waiting' }]])
  const after = rowsOf(monday, structuredClone(entries), [], edits, before)
  expect(after.filter((row, n) => row !== before[n]).map(({ id, total }) => [id, total])).toEqual([
    ['w/t7', 90],
  ])
})

test('rows are sorted as people count', () => {
  const rows = rowsOf(monday, [entryOf(10), entryOf(2)], [], new Map())
  expect(rows.map(({ id }) => id)).toEqual(['w/t2', 'w/t10'])
})
